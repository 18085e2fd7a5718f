"""The handlers that make the offline model answer the prompts of this product."""

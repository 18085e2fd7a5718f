"""A: from words to a decision, or a question back."""

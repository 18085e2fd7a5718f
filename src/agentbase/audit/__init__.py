"""Who did what to what, and how it came out."""

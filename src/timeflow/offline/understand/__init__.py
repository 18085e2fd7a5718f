"""Rules in place of a model: the answer to the understanding prompt, in the same shape (design section 4)."""

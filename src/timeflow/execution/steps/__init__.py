"""One file for each step of B section 5."""

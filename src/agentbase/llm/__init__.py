"""One model call done right (S §8)."""

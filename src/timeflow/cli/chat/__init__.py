"""The dialogue: sentences in, cards out, one key for a decision."""

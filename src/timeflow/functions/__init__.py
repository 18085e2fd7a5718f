"""The five functions that a request can mean, and the typed parameters of each (A section 7, S section 4.5)."""

"""The dialogue: turns, their events, and the history."""

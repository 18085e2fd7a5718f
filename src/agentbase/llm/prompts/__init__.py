"""Versioned prompts as typed sections."""

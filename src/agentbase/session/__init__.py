"""Conversations: their messages, their clarification rounds, and the keys of their requests."""

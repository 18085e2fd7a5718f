"""Adapters of models, one file each."""

"""The project's own lints: what ruff cannot know about this program.

``python -m lints`` checks ``src``. A rule is a function from one parsed file to its findings; ``rules`` lists them.
A finding cannot be silenced, except ``no-owner``, by a comment that says why.
"""

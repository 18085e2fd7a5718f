"""The command line (design section 7): readable for people, one JSON object for programs."""

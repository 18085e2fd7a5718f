"""One form of a text for comparing: width and case do not matter."""

import unicodedata


def fold(text: str) -> str:
    """NFKC and case folded, again where that made new characters; without NUL, which nothing stored has."""
    folded = unicodedata.normalize("NFKC", text.replace("\0", "")).casefold()
    return unicodedata.normalize("NFKC", folded).casefold().strip()

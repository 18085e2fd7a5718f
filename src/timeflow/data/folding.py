"""One form of a text for comparing: width and case do not matter."""

import unicodedata


def fold(text: str) -> str:
    """NFKC and case folded, folded again where that made new characters; outer white space gone."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return unicodedata.normalize("NFKC", folded).strip()

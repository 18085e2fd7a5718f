"""Canonical bytes and hashes (RFC 8785): the same values have the same hash, however they were put together."""

import hashlib
from collections.abc import Iterable, Mapping

import rfc8785
from pydantic import JsonValue


def check_canonical(value: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Return ``value`` when it has one canonical form that reads back as itself.

    Raises ValueError for floating-point numbers (1.0 would read back as 1), integers beyond 2**53 - 1 and lone
    surrogates.
    """
    if _holds_float(value):
        raise ValueError("floating-point numbers have no place in what is confirmed")
    canonical_text(value)
    return value


def canonical_text(value: Mapping[str, JsonValue]) -> str:
    """The canonical JSON of ``value``. Raises ValueError where there is none."""
    return rfc8785.dumps(dict(value)).decode("utf-8")


def hash_text(text: str) -> str:
    """SHA-256 of the UTF-8 bytes, as ``sha256:…``."""
    return "sha256:" + hashlib.sha256(text.encode("utf-8")).hexdigest()


def hash_payload(change_hashes: Iterable[str]) -> str:
    """The hash of the ordered list of change hashes: what a person confirms."""
    return hash_text(rfc8785.dumps(list(change_hashes)).decode("utf-8"))


def _holds_float(value: JsonValue) -> bool:
    if isinstance(value, dict):
        return any(_holds_float(part) for part in value.values())
    if isinstance(value, list):
        return any(_holds_float(part) for part in value)
    return isinstance(value, float)

"""The ids of tables."""

import secrets

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def new_id() -> str:
    """70 random bits: whoever knows the id is invited."""
    return "".join(secrets.choice(_LETTERS) for _ in range(14))


def is_id(text: str) -> bool:
    """Could it be a table's?"""
    return len(text) <= 40 and text.isascii() and text.isalnum()

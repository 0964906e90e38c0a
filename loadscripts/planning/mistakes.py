"""What is said of the mistakes of an experiment's file: each by its key, all at once."""

import re
from typing import Any

from pydantic import ValidationError


def mistakes_of(error: ValidationError) -> list[str]:
    """One line for each, which begins with its key."""
    return [_mistake(detail) for detail in error.errors()]


def _mistake(detail: Any) -> str:
    key = ".".join(str(part) for part in detail["loc"]) or "(file)"
    if detail["type"] == "extra_forbidden":
        return f"{key}: there is no such key"
    if detail["type"] == "missing":
        return f"{key}: is missing"
    expected = re.sub(r"^(Value error, |Input should be )", "", detail["msg"])
    expected = expected if expected.startswith("expected") else f"expected {expected}"
    return f"{key}: {expected}, got {detail['input']!r}"


def listed(place: str, mistakes: list[str]) -> str:
    """All mistakes of a place, a line each."""
    count = "1 mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
    return "\n".join([f"{place}: {count}", *(f"  {mistake}" for mistake in mistakes)])

"""The units in which the levels of a compared factor are assigned, and their words in the records."""

from collections.abc import Mapping
from typing import Literal

Unit = Literal["order", "window", "trial", "bed"]

UnitWithinTrial = Literal["order", "window"]

LEVEL_WORDS: Mapping[str, str] = {"order": "by order", "window": "by window"}
"""The level that a trial has of a factor whose levels take turns within it, by the unit."""


def default_primary(units: tuple[Unit, ...]) -> str:
    """The primary metric of an experiment that names none."""
    return "response_geomean_ms" if "order" in units else "cpu_per_order_ms"

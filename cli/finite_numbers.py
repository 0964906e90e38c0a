"""Numbers of the command line: a least and a greatest one refuse neither `nan` nor, by itself, `inf`."""

import math

import typer


def finite(number: float | None) -> float | None:
    """The number that an option gives. Raises BadParameter where there is none, or it has no end."""
    if number is not None and not math.isfinite(number):
        raise typer.BadParameter(f"expected a finite number, got {number}")
    return number

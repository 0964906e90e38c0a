"""Numbers of the command line that have a least value only, which `inf` is not below."""

import math

import typer


def finite(number: float | None) -> float | None:
    """The number that an option gives. Raises BadParameter where it has no end."""
    if number is not None and not math.isfinite(number):
        raise typer.BadParameter(f"expected a finite number, got {number}")
    return number

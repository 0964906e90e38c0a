"""A number and what it counts, for sentences."""


def quantity(count: int, noun: str) -> str:
    """`1 order`, `2,104 orders`, `1 crash`, `2 crashes`."""
    ending = "" if count == 1 else "es" if noun.endswith(("s", "sh", "ch", "x")) else "s"
    return f"{count:,} {noun}{ending}"

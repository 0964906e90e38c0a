"""A number and what it counts, for sentences."""


def quantity(count: int, noun: str) -> str:
    """`1 order`, `2,104 orders`, `1 crash`, `2 crashes`."""
    ending = "" if count == 1 else "es" if noun.endswith(("s", "sh", "ch", "x")) else "s"
    return f"{count:,} {noun}{ending}"


def load_words(customers: int) -> str:
    """A load in words: so many customers; 0: they came at a given rate."""
    return quantity(customers, "customer") if customers else "the given rate of orders"

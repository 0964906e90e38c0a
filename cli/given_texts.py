"""Options of the command line that name something, which an empty text does not: that of a variable that is not set."""

import typer


def given(text: str | None) -> str | None:
    """The text that an option gives. Raises BadParameter where it is empty."""
    if text is not None and not text.strip():
        raise typer.BadParameter("expected what it names, got nothing; leave the option out for what is usual")
    return text

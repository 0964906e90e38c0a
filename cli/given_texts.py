"""Options of the command line that name something, which an empty text does not: that of a variable that is not set."""

import typer


def given(text: str | None) -> str | None:
    """The text that an option gives. Raises BadParameter where it is empty."""
    if text is not None and not text.strip():
        raise typer.BadParameter("expected a value, got an empty one; leave the option out to use the default")
    return text

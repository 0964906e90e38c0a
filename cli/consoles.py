"""Where commands print. Much of it was written by others: log lines, the question of an experiment's file."""

from typing import Any

from rich.console import Console


def plain_console(**options: Any) -> Console:
    """A console that shows a text as it is: in `[/127.0.0.1:21316] refused :x:` nothing is markup, nor an emoji.

    options: those of Console.
    """
    return Console(markup=False, emoji=False, **options)

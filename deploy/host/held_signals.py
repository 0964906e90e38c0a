"""Signals that end a command wait while something is done that must not stay half done."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def held_signals() -> Iterator[None]:
    """The first of these signals that comes while the block runs is answered at its end, as it would have been; others
    are not. Those that nothing in Python handles, and all outside of the main thread, do as ever.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    handled = {number: handler for number in ENDING if callable(handler := signal.getsignal(number))}
    for number in handled:
        signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number, handler in handled.items():
            signal.signal(number, handler)
        for number in came[:1]:
            signal.raise_signal(number)

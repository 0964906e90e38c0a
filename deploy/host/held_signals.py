"""Signals that end a command wait while something is done that must not stay half done."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def held_signals() -> Iterator[None]:
    """What a handler of these signals raises while the block runs is raised at its end, the first of it; the handler
    itself is called at once. Signals that nothing in Python handles, and all outside of the main thread, do as ever.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    raised: list[BaseException] = []
    handled = {number: handler for number in ENDING if callable(handler := signal.getsignal(number))}

    def hold(number: int, frame: FrameType | None) -> None:
        try:
            handled[signal.Signals(number)](number, frame)
        except BaseException as error:
            raised.append(error)

    for number in handled:
        signal.signal(number, hold)
    try:
        yield
    finally:
        for number, handler in handled.items():
            signal.signal(number, handler)
        if raised:
            raise raised[0]

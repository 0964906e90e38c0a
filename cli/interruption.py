"""Ctrl-C, SIGTERM and a closed terminal: work ends in good order, whatever was begun is taken down."""

import signal
from contextlib import suppress
from types import FrameType, TracebackType

from rich.console import Console

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interruption:
    """While its block runs, the first of these signals becomes a KeyboardInterrupt, later ones are answered. What is
    ignored stays so: who started the command, by nohup for one, wants it to go on.

    Taking a bed down must not be interrupted itself: half of it would stay.
    """

    def __init__(self, stderr: Console) -> None:
        self._stderr = stderr
        self._interrupted = False
        self._handled: list[signal.Signals] = []

    def __enter__(self) -> "Interruption":
        self._handled = [number for number in _SIGNALS if signal.getsignal(number) != signal.SIG_IGN]
        for number in self._handled:
            signal.signal(number, self._handle)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number in self._handled:
            signal.signal(number, signal.SIG_DFL)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self._interrupted:
            # A terminal that was closed, which signals more than once, must not interrupt what goes on.
            with suppress(OSError, SystemExit):  # to rich a broken pipe is an exit
                self._stderr.print("petlab: still cleaning up")
            return
        self._interrupted = True
        raise KeyboardInterrupt

"""Time that passes only while somebody waits: a trial of minutes is conducted in less than a second."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest import mock

BEGIN_NS = 1_767_225_600_000_000_000  # the first of January 2026
SECOND_NS = 1_000_000_000

Listener = Callable[[int], None]
"""Hears what the wall clock says now, at every full second and whenever a wait ends."""


class VirtualTime:
    """A wall clock and a monotonic one. Whoever needs to act while time passes listens to it."""

    def __init__(self) -> None:
        self._elapsed_ns = 0
        self._set_by_ns = 0
        self._listeners: list[Listener] = []

    def time_ns(self) -> int:
        return BEGIN_NS + self._elapsed_ns + self._set_by_ns

    def monotonic_ns(self) -> int:
        return self._elapsed_ns

    def monotonic(self) -> float:
        return self._elapsed_ns / SECOND_NS

    def sleep(self, seconds: float) -> None:
        """Lets so much time pass; what is too short for a clock takes a nanosecond."""
        end_ns = self._elapsed_ns + math.ceil(seconds * SECOND_NS)
        while self._elapsed_ns < end_ns:
            next_second_ns = (self._elapsed_ns // SECOND_NS + 1) * SECOND_NS
            self._elapsed_ns = min(end_ns, next_second_ns)
            for listener in tuple(self._listeners):
                listener(self.time_ns())

    def set_wall_clock(self, by_ns: int) -> None:
        """As an operator or a time server sets it: the monotonic clock does not follow."""
        self._set_by_ns += by_ns

    @contextmanager
    def heard_by(self, listener: Listener) -> Iterator[None]:
        self._listeners.append(listener)
        try:
            yield
        finally:
            self._listeners.remove(listener)

    @contextmanager
    def everywhere(self) -> Iterator[None]:
        """All code of this process tells the time by it while the block runs."""
        names = ("time_ns", "monotonic_ns", "monotonic", "sleep")
        with mock.patch.multiple(time, **{name: getattr(self, name) for name in names}):
            yield

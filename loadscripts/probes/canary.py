"""A fixed piece of work, timed by the processor time of its thread: it takes longer where the machine is slower.

What shares the caches, the memory, the physical core or the clock frequency is seen in it, and nothing that an
experiment varies is. The work compresses a fixed text: branches and memory accesses, as those of a server are.
"""

import random
import time
import zlib

from analysis.contract.trial_document import CanaryPiece

_BYTES = 128 * 1024
_WORDS = 2000
PIECES = 40
PAUSE_S = 0.005


def _text() -> bytes:
    """The same on every machine: 128 KiB of words."""
    chance = random.Random(1)
    letters = b"abcdefghijklmnopqrstuvwxyz"
    words = [bytes(chance.choices(letters, k=chance.randint(2, 9))) for _ in range(_WORDS)]
    return b" ".join(chance.choices(words, k=_BYTES // 4))[:_BYTES]


_TEXT = _text()


def canary_cpu_ns() -> int:
    """The processor time that the work took now, in nanoseconds: some two milliseconds."""
    return _piece().cpu_ns


def canary_pieces() -> tuple[CanaryPiece, ...]:
    """The work some times in a row, with pauses, in a third of a second: for when no load is on."""
    pieces = []
    for _ in range(PIECES):
        pieces.append(_piece())
        time.sleep(PAUSE_S)
    return tuple(pieces)


def _piece() -> CanaryPiece:
    begin_ns, begin_cpu_ns = time.monotonic_ns(), time.thread_time_ns()
    zlib.compress(_TEXT, 6)
    cpu_ns = time.thread_time_ns() - begin_cpu_ns
    return CanaryPiece(cpu_ns=cpu_ns, elapsed_ns=time.monotonic_ns() - begin_ns)

"""A fixed piece of work, timed by the processor time of its thread: it takes longer where the machine is slower.

What shares the caches, the memory, the physical core or the clock frequency is seen in it, and nothing that an
experiment varies is. The work compresses a fixed text: branches and memory accesses, as those of a server are.
"""

import random
import time
import zlib

_BYTES = 128 * 1024
_WORDS = 2000


def _text() -> bytes:
    """The same on every machine: 128 KiB of words."""
    chance = random.Random(1)
    letters = b"abcdefghijklmnopqrstuvwxyz"
    words = [bytes(chance.choices(letters, k=chance.randint(2, 9))) for _ in range(_WORDS)]
    return b" ".join(chance.choices(words, k=_BYTES // 4))[:_BYTES]


_TEXT = _text()


def canary_cpu_ns() -> int:
    """The processor time that the work took now, in nanoseconds: some two milliseconds."""
    begin_ns = time.thread_time_ns()
    zlib.compress(_TEXT, 6)
    return time.thread_time_ns() - begin_ns

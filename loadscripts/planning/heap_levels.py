"""Levels of the factor `heap`: a size, or a multiple of the least heap in which the baseline's JVM bears the load.

Multiples are of one size for all collectors that are compared, so that one multiple is the same memory for each: a
collector that needs more than another has less room in it. They are how heaps are told in DaCapo's method (Blackburn et
al., The DaCapo Benchmarks, OOPSLA 2006; Cai et al., Distilling the Real Cost of Production Garbage Collectors, ISPASS
2022).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from analysis.contract.measured_bed import MeasuredBed

LEAST_MB, MOST_MB = 64, 1_048_576
"""The sizes that are taken for no mistake, in MiB."""

EXPECTED = 'expected a size such as "512m" or "1g", or a multiple of the least heap such as "1.5x"'
SIZED = ("-Xmx", "-Xms", "-XX:MaxRAM", "-XX:InitialRAMPercentage", "-XX:MaxHeapSize", "-XX:InitialHeapSize")
"""Options that say how large a heap is."""


@dataclass(frozen=True)
class HeapQuestion:
    """Of what the least heap is asked: these JVM options in this topology and bed under this load, whose orders are
    sent by one of these delegates each. jdk: the folder of the servers' JDK; None: this run's.
    """

    jvm_options: tuple[str, ...]
    topology: str
    transitions: tuple[str, ...]
    customers: int
    think: str
    bed: MeasuredBed = field(default_factory=MeasuredBed)
    jdk: str | None = None


_SIZE = re.compile(r"^(\d+)([mg])$")
_MULTIPLE = re.compile(r"^(\d+(?:\.\d+)?)x$")


@dataclass(frozen=True)
class Heap:
    """A level. Either of the two is None."""

    size_mb: int | None = None
    multiple: float | None = None

    def mb(self, least_mb: int | None) -> int:
        """Its size in MiB. Raises ValueError where it is a multiple of what is not known."""
        if self.size_mb is not None:
            return self.size_mb
        if least_mb is None or self.multiple is None:
            raise ValueError("the least heap is not known")
        return round(self.multiple * least_mb)


def parse_heap(level: str) -> Heap:
    """Reads a level. Raises ValueError with what was expected."""
    if size := _SIZE.match(level):
        heap = Heap(size_mb=int(size[1]) * (1024 if size[2] == "g" else 1))
        if not LEAST_MB <= heap.mb(None) <= MOST_MB:
            raise ValueError(f"expected {LEAST_MB}m to {MOST_MB // 1024}g")
        return heap
    multiple = _MULTIPLE.match(level)
    if multiple is None:
        raise ValueError(EXPECTED)
    if not 1 <= float(multiple[1]) <= 100:
        raise ValueError("expected 1x to 100x of the least heap")
    return Heap(multiple=float(multiple[1]))


def is_multiple(level: str) -> bool:
    return bool(_MULTIPLE.match(level))


def options_of(mb: int) -> tuple[str, ...]:
    """A heap that does not grow while it is measured."""
    return f"-Xms{mb}m", f"-Xmx{mb}m"


def sized(options: Sequence[str]) -> list[str]:
    """Those of the options that say how large the heap is."""
    return [option for option in options if option.startswith(SIZED)]

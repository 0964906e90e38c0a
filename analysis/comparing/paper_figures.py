"""What a figure of a paper shows, and what the paper's text says of its curves."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Stated:
    """What the paper says of a delegate from one number of client threads to another: between which values it lies."""

    delegate: str
    first: int
    last: int
    low: float
    high: float


@dataclass(frozen=True)
class Figure:
    """A figure of the paper: a metric of some delegates against the number of client threads.

    sentence: what its text says of the curves that is no value, for who reads the picture.
    """

    number: int
    title: str
    metric: str
    delegates: tuple[str, ...]
    stated: tuple[Stated, ...]
    sentence: str

    @property
    def name(self) -> str:
        return f"figure-{self.number}-{self.metric.removesuffix('_ms').replace('_', '-')}"


@dataclass(frozen=True)
class SequenceFigure:
    """A figure that shows in which order things happen in one send: how long, in ms under light load, the paper says
    that the sender is blocked, and that the document takes to the supplier (None: it does not say).
    """

    number: int
    title: str
    delegate: str
    call_ms: tuple[float, float] | None
    latency_ms: tuple[float, float] | None
    sentence: str

    @property
    def name(self) -> str:
        return f"figure-{self.number}-sequence"

"""experiment.json: the experiment as read, and its schedule."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from analysis.contract.document import CHANGES, Document, Level, Levels, Part, Strings
from analysis.contract.equivalence import MARGIN
from analysis.contract.looks import EndedAtLook


class BedOfExperiment(Part):
    transactions: str | None = Field(
        description="what drives the transactions where that is no factor; null: the default"
    )
    database: str | None = Field(
        description="a database named by URL, without its parameters; null: the embedded PostgreSQL"
    )


class Against(Part):
    commit: str = Field(description="the other revision's; its level of the factor checkout is short for it")
    not_compared: Strings = Field(
        default=(),
        description="files in which the two differ and that act on both alike: how this checkout puts up beds",
    )


class HeapOfExperiment(Part):
    mb: int = Field(ge=1, description="MiB: what 1x is")
    made: str | None = Field(default=None, description="day and time of the search, UTC; null: not known")
    commit: str | None = Field(default=None, description="at which it was searched; null: not known")
    dirty: bool | None = Field(default=None, description="whether the working tree differed from it")


class ScheduledTrial(Part):
    id: str
    block: int
    position: int
    seed: int = 0
    levels: Levels


class ExperimentDocument(Document):
    """The experiment as read, and its schedule."""

    NAME: ClassVar = "experiment"
    schema_version: Literal[2]
    name: str
    question: str
    compare: str = "transition"
    baseline: str
    system: str = Field(default="pet-store", description="the system under test")
    scenario: str | None = None
    topology: str | None = None
    factors: dict[str, Annotated[tuple[Level, ...], Field(strict=False, min_length=1)]] = Field(
        description="levels of each factor, in the order of the file"
    )
    repetitions: int = Field(ge=1)
    warmup_s: float
    measure_s: float
    seed: int
    side_by_side: bool = Field(
        default=False,
        description="whether all beds that a block needs were up through it, and the trials took turns; otherwise "
        "a bed was started again when the next trial needed another",
    )
    duet: bool = Field(
        default=False, description="whether the two trials of a block were conducted at the same time, each on its bed"
    )
    assignment: Annotated[tuple[Literal["order", "window", "trial", "bed"], ...], Field(strict=False, min_length=1)] = (
        Field(default=("trial",), description="the units in which the levels of the compared factor were assigned")
    )
    window_s: float | None = Field(default=None, description="length of a window of a trial by window, as planned")
    washout_s: float | None = Field(default=None, description="what is cut off at the begin of each window")
    primary: str | None = Field(default=None, description="the metric that the question is about; null: the report's")
    secondary: Strings = Field(
        default=(), description="metrics that it asks of besides, whose verdicts are a family of their own"
    )
    margin: float = Field(default=MARGIN, gt=0, lt=1, description="ratios within 1 ± margin count as equivalent")
    objective: str | None = Field(
        default=None, description="what the store is to achieve, such as p99 response <= 1 s; null: none was named"
    )
    up_and_down: bool = Field(
        default=False,
        description="whether the load of each trial followed from the one before of the same variant: one step heavier "
        "where it kept the objective, one lighter where not; the schedule has the loads as they came to be",
    )
    series: int = Field(
        default=1,
        ge=1,
        description="in how many series, which take turns from block to block, the loads went up and down: each load "
        "followed from the trials of its own series",
    )
    least_heap: HeapOfExperiment | None = Field(
        default=None,
        description="of which levels of heap such as 2x are multiples; null: there is none; absent in older results",
    )
    looks: int = Field(
        default=1,
        ge=1,
        description="how often it looks at its data, after equally many blocks each, and ends when the primary metric "
        "is decided; 1: at its end alone",
    )
    extended: Annotated[tuple[int, ...], Field(strict=False)] = Field(
        default=(), description="how many repetitions it had each time that more were added to them"
    )
    ended: EndedAtLook | None = Field(default=None, description="null: it did not end at an earlier look")
    command: str | None = Field(default=None, description="how to conduct it again")
    commit: str | None = None
    dirty: bool | None = None
    changes: str | None = Field(default=None, description=f"{CHANGES}; absent in older results")
    against: Against | None = Field(
        default=None, description="what this checkout, of commit and dirty, was compared with; null: with nothing"
    )
    bed: BedOfExperiment | None = Field(
        default=None,
        description="what the command line chose of the bed, so that the experiment is resumed with the same",
    )
    as_read: dict[str, Any] | None = Field(
        default=None, description="the whole experiment, for who resumes it; absent in the oldest"
    )
    schedule: Annotated[tuple[ScheduledTrial, ...], Field(strict=False)] = Field()

    @property
    def capacity_per_s(self) -> float | None:
        """Orders per second that the machine bore, where loads are shares of them or think times matched to them."""
        found = (self.as_read or {}).get("recorded", {}).get("capacity")
        return float(found[0][1]) if found else None


def series_of(block: int, series: int) -> int:
    """The number of a block's series, from 1, of so many: they take turns, so that what the machine does meets them
    alike.
    """
    return (block - 1) % series + 1

"""experiment.json: the experiment as read, and its schedule."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from analysis.contract.document import Document, Level, Levels, Part


class BedOfExperiment(Part):
    transactions: str | None = Field(
        description="what drives the transactions where that is no factor; null: the default"
    )
    database: str | None = Field(
        description="a database named by URL, without its parameters; null: the embedded PostgreSQL"
    )


class ScheduledTrial(Part):
    id: str
    block: int
    position: int
    seed: int = 0
    levels: Levels


class ExperimentDocument(Document):
    """The experiment as read, and its schedule."""

    NAME: ClassVar = "experiment"
    schema_version: Literal[1]
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
        description="whether all beds that a block needs stood through it, and the trials took turns; otherwise "
        "a bed was put up again when the next trial needed another",
    )
    assignment: Annotated[tuple[Literal["order", "window", "trial", "bed"], ...], Field(strict=False, min_length=1)] = (
        Field(default=("trial",), description="the units in which the levels of the compared factor were assigned")
    )
    window_s: float | None = Field(default=None, description="length of a window of a trial by window, as planned")
    washout_s: float | None = Field(default=None, description="what is cut off at the begin of each window")
    primary: str | None = Field(default=None, description="the metric that the question is about; null: the report's")
    command: str | None = Field(default=None, description="how to conduct it again")
    commit: str | None = None
    dirty: bool | None = None
    bed: BedOfExperiment | None = Field(
        default=None,
        description="what the command line chose of the bed, so that the experiment is resumed with the same",
    )
    as_read: dict[str, Any] | None = Field(
        default=None, description="the whole experiment, for who resumes it; absent in the oldest"
    )
    schedule: Annotated[tuple[ScheduledTrial, ...], Field(strict=False)] = Field()

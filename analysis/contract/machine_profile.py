"""machine_profile.json: what levels that change nothing showed on a machine, by each unit of assignment."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from analysis.contract.assignment_units import Unit
from analysis.contract.document import Count, Document, Part
from analysis.contract.trial_document import TrialDocument

#: At which a slope is told from none.
_LEVEL = 0.05


class MachineIdentity(Part):
    """What another profile is needed for when it changes."""

    cpu_model: str
    cores: int = Field(ge=1)
    memory_bytes: int
    kernel: str
    jdk: str | None = Field(description="version of the JDK; null: not recorded")

    def described(self) -> str:
        """For people."""
        memory = f"{self.memory_bytes / 2**30:.1f} GiB"
        return f"{self.cpu_model}, {self.cores} cores, {memory}, kernel {self.kernel}, JDK {self.jdk}"


def machine_of(trial: TrialDocument) -> MachineIdentity:
    """The machine that a trial was conducted on."""
    known = trial.machine.model_dump(include=set(MachineIdentity.model_fields))
    return MachineIdentity(**known, jdk=trial.versions.get("jdk"))


class PlaceboRatio(Part):
    """The ratio of two levels that change nothing, of one metric."""

    metric: str
    ratio: float
    low: float = Field(description="95 % interval of this ratio by itself")
    high: float
    n: int = Field(ge=2, description="units")
    spread: float = Field(ge=0, description="standard deviation of the logarithm of one unit's ratio")
    smallest_effect: float | None = Field(
        description="the smallest relative change that would have been seen, by itself, four times of five: 0.04 is "
        "4 %; null: no number is large enough"
    )
    verdict: str = Field(description="among all ratios of its report (Holm)")

    @property
    def differs_alone(self) -> bool:
        """Whether a test at 5 % of this ratio alone calls it different, which is wrong."""
        return not self.low <= 1 <= self.high


class CanarySlope(Part):
    """By what power of the canary's ratio a metric's ratio changed between trials of levels that change nothing."""

    metric: str
    n: int = Field(ge=2, description="pairs of trials, or of beds")
    slope: float
    low: float = Field(description="95 % interval of the slope")
    high: float
    spread: float = Field(ge=0, description="standard deviation of the metric's log-ratio")
    corrected_spread: float = Field(ge=0, description="the same of what the slope leaves of it")
    p: float | None = Field(
        default=None, ge=0, le=1, description="that it is zero, adjusted for all metrics (Holm); null: before 2026-12"
    )

    @property
    def is_used(self) -> bool:
        """Whether reports correct by it: the rule is in docs/measuring.md."""
        return self.p is not None and self.p < _LEVEL and self.corrected_spread < self.spread


class CalibratedUnit(Part):
    """What was found by one unit of assignment."""

    made: str = Field(description="day and time, UTC")
    commit: str | None
    dirty: bool | None
    results: str = Field(description="name of the results folder")
    customers: Count
    measure_s: float
    window_s: float | None = Field(description="length of a window; null: not by window")
    duet: bool = Field(default=False, description="whether both levels had their trials at the same time")
    trials: Count = Field(description="valid ones")
    ratios: Annotated[tuple[PlaceboRatio, ...], Field(strict=False)]
    slopes: Annotated[tuple[CanarySlope, ...], Field(strict=False)] = ()

    @property
    def false_positives(self) -> int:
        """How many ratios a test at 5 % of each alone calls different."""
        return sum(ratio.differs_alone for ratio in self.ratios)

    def ratio_of(self, metric: str) -> PlaceboRatio | None:
        return next((ratio for ratio in self.ratios if ratio.metric == metric), None)

    def slope_of(self, metric: str) -> CanarySlope | None:
        """The slope that reports correct by; None where they do not."""
        return next((slope for slope in self.slopes if slope.metric == metric and slope.is_used), None)


class MachineProfile(Document):
    """What experiments whose levels change nothing showed on one machine. `./petlab calibrate` makes it."""

    NAME: ClassVar = "machine_profile"
    schema_version: Literal[1]
    machine: MachineIdentity
    units: Mapping[Unit, CalibratedUnit] = Field(description="by unit of assignment, the newest calibration")

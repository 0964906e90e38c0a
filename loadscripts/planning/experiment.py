"""An experiment: one question, asked of a bed by trials."""

from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from analysis.contract.assignment_units import Unit, UnitWithinTrial, default_primary
from analysis.contract.equivalence import MARGIN
from analysis.contract.experiment_document import HeapOfExperiment
from analysis.contract.measured_bed import MeasuredBed
from analysis.contract.objective import parse_objective
from deploy.specification.delegate_choice import MAX_SEED
from loadscripts.load.load_levels import RateTable
from loadscripts.planning.assignment import Assignment, default_unit
from loadscripts.planning.assignment_mistakes import DEFAULT_WASHOUT_S, DEFAULT_WINDOW_S
from loadscripts.planning.capacity_shares import DEFAULT_OBJECTIVE, CapacityQuestion
from loadscripts.planning.factors import ENTRANCE, LOAD, Factors, Levels, Strict, as_list
from loadscripts.planning.heap_levels import HeapQuestion, options_of, parse_heap
from loadscripts.planning.measured_beds import bed_of_levels
from loadscripts.planning.past_settings import PastOfTrials
from loadscripts.system.system_registry import SYSTEMS

EXTRA_JVM_WARMUP_S = 30.0
"""How much longer than they must JVMs are warmed up that are not steady yet, where the file does not say."""

METRIC = r"^[a-z][a-z0-9_]*$"
NAME = r"^[^/\\.\-\x00-\x1f][^/\\\x00-\x1f]*$"
"""Of an experiment: the name of a folder begins with it."""


def _range(seconds: tuple[float, float]) -> tuple[float, float]:
    if not 0 <= seconds[0] <= seconds[1]:
        raise ValueError("expected [least, most] in seconds")
    return seconds


def _objective(text: str) -> str:
    parse_objective(text)
    return text


class Experiment(Strict):
    """An experiment as its file says it. Times are in seconds.

    What no file says: against, the full commit that this checkout is compared with (`two_checkouts`); recorded, the
    rates of the files that levels of `load` name; least_heap_mb, in MiB, what multiples of `heap` are of, and
    least_heap, when and at which commit that was found. Whoever resumes it needs neither file nor search.
    """

    name: Annotated[str, Field(pattern=NAME)]
    question: str = Field(min_length=1)
    baseline: str
    compare: str = "transition"
    against: str | None = None
    assignment: Levels[Unit] | None = None
    primary: Annotated[str, Field(pattern=METRIC)] | None = None
    secondary: Annotated[tuple[Annotated[str, Field(pattern=METRIC)], ...], BeforeValidator(as_list)] = ()
    objective: Annotated[str, AfterValidator(_objective)] | None = None
    system: str = "pet-store"
    topology: str = "one-server"
    scenario: str = "place-orders"
    repetitions: int = Field(ge=1, strict=True)
    margin: float = Field(MARGIN, gt=0, lt=1)
    looks: int = Field(1, ge=1, strict=True)
    warmup_s: float = Field(gt=0)
    measure_s: float = Field(gt=0)
    window_s: float = Field(DEFAULT_WINDOW_S, gt=0)
    washout_s: float = Field(DEFAULT_WASHOUT_S, ge=0)
    window_blocks: int | None = Field(None, ge=1, strict=True)
    jvm_warmup_s: float = Field(0, ge=0)
    jvm_warmup_max_s: float | None = Field(None, gt=0)
    drain_deadline_s: float = Field(120, gt=0)
    seed: int = Field(1, ge=0, le=MAX_SEED, strict=True)
    faults_per_trial: int = Field(5, ge=1, strict=True)
    fault_pause_s: Annotated[tuple[float, float], AfterValidator(_range)] = (3.0, 8.0)
    count_forced_writes_s: float = Field(0, ge=0)
    side_by_side: bool = Field(default=False, strict=True)
    duet: bool = Field(default=False, strict=True)
    blocks_per_bed: int = Field(1, ge=1, strict=True)
    bed_by_bed: bool = Field(default=False, strict=True)
    up_and_down: bool = Field(default=False, strict=True)
    series: int = Field(1, ge=1, le=2, strict=True)
    factors: Factors
    past: PastOfTrials = PastOfTrials()
    jvm: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    jdk: dict[str, str] = Field(default_factory=dict)
    settings: dict[str, str] = Field(default_factory=dict)
    recorded: dict[str, RateTable] = Field(default_factory=dict)
    least_heap_mb: int | None = Field(None, ge=1)
    least_heap: HeapOfExperiment | None = None

    def levels(self) -> dict[str, tuple[Any, ...]]:
        """The levels of each factor that has any, under the names of the file."""
        return self.factors.model_dump(by_alias=True, exclude_none=True)

    @property
    def units(self) -> tuple[Unit, ...]:
        """To what the levels of the compared factor are assigned; where the file does not say, the finest that it can
        be.
        """
        return self.assignment or (default_unit(SYSTEMS[self.system], self.compare, self.levels()),)

    @property
    def jvm_warmup_limit_s(self) -> float:
        """How long fresh JVMs are warmed up at most."""
        more_s = EXTRA_JVM_WARMUP_S if self.jvm_warmup_s else 0.0
        return self.jvm_warmup_s + more_s if self.jvm_warmup_max_s is None else self.jvm_warmup_max_s

    @property
    def primary_metric(self) -> str:
        """The metric that the question is about."""
        return self.primary or default_primary(self.units)

    def stand_of(self, block: int) -> int:
        """Which stand of beds side by side a block is conducted on, counted from 0: one stand serves `blocks_per_bed`
        blocks, and the next one is launched afresh; or all blocks, where the levels change beds.
        """
        return 0 if self.crosses_over else (block - 1) // self.blocks_per_bed

    @property
    def crosses_over(self) -> bool:
        """Whether the levels change beds with each block, so that neither has the better one: those of a duet that
        need none of their own.
        """
        return self.duet and "bed" not in self.units

    def assignment_by(self, unit: UnitWithinTrial) -> Assignment:
        """How the levels take turns within a trial."""
        levels = tuple(map(str, self.levels()[self.compare]))
        return Assignment(unit, self.compare, levels, self.window_s, self.washout_s)

    def measured_s(self, within: Assignment | None) -> float:
        """How long a trial measures whose levels take turns like this, without faults; None where it has one level."""
        if within is not None and within.unit == "window" and self.window_blocks is not None:
            return self.window_blocks * within.block_s
        return self.measure_s

    def jvm_options(self, name: str, heap: str | None = None) -> tuple[str, ...]:
        """The JVM options of a named set, with a heap of this level."""
        sized = options_of(parse_heap(heap).mb(self.least_heap_mb)) if heap else ()
        return (*self.jvm.get(name, ()), *sized)

    def broker_jvm_options(self, name: str | None) -> tuple[str, ...]:
        """Those of a named set that the broker's JVM has; none where no set is named."""
        return self.jvm.get(name, ()) if name else ()

    def jdk_home(self, name: str | None) -> str | None:
        """The folder of a named JDK; None for that of this run."""
        return self.jdk.get(name) if name else None

    @property
    def usual_levels(self) -> dict[str, Any]:
        """One level of each factor: the baseline of the compared one, the first of the others."""
        levels = self.levels()
        usual = {factor: of_factor[0] for factor, of_factor in levels.items()}
        if baselines := [level for level in levels.get(self.compare, ()) if str(level) == self.baseline]:
            usual[self.compare] = baselines[0]
        return usual

    @property
    def measured_bed(self) -> MeasuredBed:
        """The bed of its usual levels, on which what they presuppose is measured."""
        levels = self.usual_levels
        options = self.broker_jvm_options(levels.get("broker_jvm"))
        past = self.past.with_orders(levels.get("past_orders"))
        return bed_of_levels(levels, self.scenario, self.settings, options, past)

    @property
    def transitions_apart(self) -> tuple[str, ...]:
        """The transitions that have delegates of their own, by a factor each."""
        levels = self.levels()
        return tuple(name for name in SYSTEMS[self.system].transitions if name in levels)

    @property
    def no_heap_with(self) -> tuple[str, ...]:
        """Its factors with which no least heap is found: that is done with customers who order by pages, and with one
        delegate for all transitions.
        """
        return tuple(name for name in (LOAD, ENTRANCE, *self.transitions_apart) if name in self.levels())

    @property
    def heap_question(self) -> HeapQuestion | None:
        """Of what its multiples are the least heap: of the JVM of its usual levels, under the greatest load. None where
        it has a factor with which none is found.
        """
        if self.no_heap_with:
            return None
        levels = self.usual_levels
        return HeapQuestion(
            self.jvm_options(levels["jvm"]),
            levels.get("topology", self.topology),
            self.factors.transition,
            max(self.factors.customers or ()),
            levels["think"],
            self.measured_bed,
            self.jdk_home(levels.get("jdk")),
        )

    @property
    def machine_question(self) -> CapacityQuestion:
        """To which capacity think times are matched: that of its usual delegate on the bed that `./petlab capacity`
        has. Its own beds have the same customers then, whatever they bear.
        """
        return CapacityQuestion(self.usual_levels["transition"], self.objective or DEFAULT_OBJECTIVE)

    @property
    def capacity_question(self) -> CapacityQuestion:
        """Of which capacity loads in per cent are shares: of its usual levels, with its own objective."""
        levels = self.usual_levels
        return CapacityQuestion(
            levels["transition"],
            self.objective or DEFAULT_OBJECTIVE,
            levels.get("topology", self.topology),
            self.jvm_options(levels["jvm"], levels.get("heap")),
            self.measured_bed,
            self.jdk_home(levels.get("jdk")),
        )

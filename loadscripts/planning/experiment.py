"""An experiment: one question, asked of a bed by trials. Read strictly from its file.

Every mistake of a file is found at once; each is named by its key. Unknown keys are mistakes.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError

from analysis.contract.assignment_units import Unit, UnitWithinTrial, default_primary
from analysis.contract.equivalence import MARGIN
from analysis.contract.experiment_document import HeapOfExperiment
from analysis.contract.measured_bed import MeasuredBed
from analysis.contract.objective import parse_objective
from deploy.specification.delegate_choice import MAX_SEED
from loadscripts.load.load_levels import CAPACITY, RateTable, is_share, read_rates, recorded_file
from loadscripts.planning.assignment import Assignment, default_unit
from loadscripts.planning.assignment_mistakes import DEFAULT_WASHOUT_S, DEFAULT_WINDOW_S
from loadscripts.planning.capacity_shares import DEFAULT_OBJECTIVE, CapacityQuestion, not_known
from loadscripts.planning.contradictions import contradictions, has_plain_levels
from loadscripts.planning.factors import DEFAULT_JVM, ENTRANCE, LOAD, Factors, Levels, Strict, as_list
from loadscripts.planning.heap_levels import HeapQuestion, is_multiple, options_of, parse_heap
from loadscripts.planning.measured_beds import bed_of_levels
from loadscripts.planning.mistakes import listed, mistakes_of
from loadscripts.planning.past_settings import PastOfTrials
from loadscripts.system.system_registry import SYSTEMS
from loadscripts.toml_files import read_toml
from loadscripts.trial_errors import ExperimentError

EXTRA_JVM_WARMUP_S = 30.0
_OF_NO_FILE = ("recorded", "least_heap_mb", "least_heap")
"""How much longer than they must JVMs are warmed up that are not steady yet, where the file does not say."""

METRIC = r"^[a-z][a-z0-9_]*$"
EXPERIMENTS = Path(__file__).parents[1] / "experiments"


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

    name: str
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
        options = self.jvm_options(levels.get("broker_jvm") or DEFAULT_JVM)
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


Capacities = Callable[[CapacityQuestion], float | None]
"""Orders per second, as found on this machine; None where nobody has looked."""


def _no_capacity(question: CapacityQuestion) -> float | None:
    return None


Heaps = Callable[[HeapQuestion], HeapOfExperiment | None]
"""The least heap, as found on this machine; None where nobody has looked."""


def _no_least_heap(question: HeapQuestion) -> HeapOfExperiment | None:
    return None


def read_experiment(
    path: Path,
    capacities: Capacities = _no_capacity,
    least_heap: Heaps = _no_least_heap,
) -> Experiment:
    """Reads an experiment from its file. capacities: what loads in per cent are of; least_heap: what heaps in multiples
    are of.

    Raises:
        ExperimentError: there is no such file, or it has mistakes; the message lists them all.
    """
    raw = read_toml(path)
    mistakes, recorded = _of_several_keys(raw, path.parent)
    try:
        experiment = Experiment.model_validate({"name": path.stem} | raw | recorded)
    except ValidationError as error:
        mistakes = mistakes_of(error) + mistakes
    else:
        experiment, unknown = _with_least_heap(experiment, least_heap)
        if not unknown:
            experiment, unknown = _with_capacity(experiment, capacities)
        mistakes += unknown
    if mistakes:
        raise ExperimentError(listed(str(path), mistakes))
    return experiment


def _of_several_keys(raw: dict[str, Any], folder: Path) -> tuple[list[str], dict[str, Any]]:
    """The mistakes that no single key has, and what `recorded` is. Where levels are no plain values, which is a mistake
    of their key, nothing can be said of them together.
    """
    if not has_plain_levels(raw):
        return [], {}
    recorded, unreadable = _recorded(raw, folder)
    return contradictions(raw) + unreadable, recorded


def _with_least_heap(experiment: Experiment, least_heap: Heaps) -> tuple[Experiment, list[str]]:
    multiples = [level for level in experiment.levels().get("heap", ()) if is_multiple(level)]
    if not multiples:
        return experiment, []
    if (question := experiment.heap_question) is None:
        other = experiment.no_heap_with[0]
        return experiment, [f"factors.heap: expected a size such as 512m with the factor {other}, got {multiples[0]}"]
    if (found := least_heap(question)) is None:
        return experiment, [
            f"factors.heap: {multiples[0]} is of the least heap for this load on this machine, which is not known: "
            f"./petlab least-heap {experiment.name} finds it, or name sizes such as 512m"
        ]
    return experiment.model_copy(update={"least_heap_mb": found.mb, "least_heap": found}), []


def _with_capacity(experiment: Experiment, capacities: Capacities) -> tuple[Experiment, list[str]]:
    shares = [level for level in experiment.levels().get(LOAD, ()) if is_share(level)]
    if not shares:
        return experiment, []
    if apart := experiment.transitions_apart:
        return experiment, [f"factors.load: expected rates such as 40/s with the factor {apart[0]}, got {shares[0]}"]
    question = experiment.capacity_question
    if (rate_per_s := capacities(question)) is None:
        return experiment, [not_known(shares[0], question)]
    recorded = {**experiment.recorded, CAPACITY: ((0.0, rate_per_s),)}
    return experiment.model_copy(update={"recorded": recorded}), []


def find_experiment(name_or_path: str) -> Path:
    """The file of an experiment, given by its name or its path.

    Raises:
        ExperimentError: there is neither; the message lists the names.
    """
    named = EXPERIMENTS / f"{name_or_path}.toml"
    path = named if named.is_file() else Path(name_or_path)
    if path.is_file():
        return path
    known = ", ".join(sorted(file.stem for file in EXPERIMENTS.glob("*.toml")))
    raise ExperimentError(f"there is no experiment {name_or_path}: expected a TOML file or one of {known}")


def _recorded(raw: dict[str, Any], folder: Path) -> tuple[dict[str, Any], list[str]]:
    """The rates of the files that levels of `load` name, as `recorded` has them; and their mistakes."""
    forbidden = [f"{key}: there is no such key" for key in _OF_NO_FILE if key in raw]
    if forbidden:
        return {}, forbidden
    factors = raw.get("factors")
    levels = as_list(factors.get(LOAD, [])) if isinstance(factors, dict) else []
    tables: dict[str, RateTable] = {}
    mistakes: list[str] = []
    for file in filter(None, map(recorded_file, levels)):
        try:
            tables[file] = read_rates(folder / file)
        except ValueError as error:
            mistakes.append(f"factors.load: {error}")
    return {"recorded": tables}, mistakes

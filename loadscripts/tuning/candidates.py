"""What a search for a collector tries, and how it shares out its time: successive halving.

Many candidates have a short look each, the best of them a second one together with variants of theirs, the best of
these a third one together with combinations of the options that did best, and the last one is compared with the default
as any two variants are, with launches as repetitions (after Jamieson and Talwalkar, Non-stochastic Best Arm
Identification and Hyperparameter Optimization, AISTATS 2016).
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from loadscripts.planning.heap_levels import options_of
from loadscripts.planning.schedule import AROUND_TRIAL_S, BED_S, RESTART_S
from loadscripts.trial_errors import ExperimentError

DEFAULT = "default"
"""G1 in all of the memory: what a server has when nothing is said."""

COLLECTORS = {
    "g1": ("-XX:+UseG1GC",),
    "parallel": ("-XX:+UseParallelGC",),
    "serial": ("-XX:+UseSerialGC",),
    "zgc": ("-XX:+UseZGC",),
    "shenandoah": ("-XX:+UseShenandoahGC",),
    "shenandoah-generational": ("-XX:+UseShenandoahGC", "-XX:ShenandoahGCMode=generational"),
}
LEAST_MB = 192
WARMUP_S, MEASURE_S = 6.0, 25.0
C1_ONLY = ("-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=512m")
"""What all candidates are tried with: C1 is done with its work after a minute. By both compilers an order's CPU falls
for a quarter of an hour, by no two launches alike. Of the 48 MB for code that C1 has otherwise each 7 MB are a reason
for the JVM to collect all of the heap.
"""
JVM_WARMUP_S = 60.0
LAUNCH_S = RESTART_S + JVM_WARMUP_S + WARMUP_S + MEASURE_S + AROUND_TRIAL_S
_HAS_PAUSE_GOAL = ("g1", "parallel")
_HAS_YOUNG_SIZE = ("g1", "parallel", "serial")
_YOUNG_SIZE, _PAUSE_GOAL = "-Xmn", "-XX:MaxGCPauseMillis="
G1_PAUSE_GOAL_MS = 200
"""What it has when nothing is said."""
MOST_OPTIONS = 3
"""So many are combined at most."""
FINALISTS = 2
"""So many of the second round stand beside combinations."""


@dataclass(frozen=True)
class Candidate:
    """A JVM as it may be recommended: a collector, a heap in MiB, and what else it is told."""

    collector: str
    heap_mb: int
    further: tuple[str, ...] = ()

    @property
    def bare(self) -> "Candidate":
        """The same collector and heap, told nothing else."""
        return replace(self, further=())

    @property
    def options(self) -> tuple[str, ...]:
        """As recommended."""
        return *COLLECTORS[self.collector], *options_of(self.heap_mb), *self.further

    @property
    def tried_options(self) -> tuple[str, ...]:
        return *self.options, *C1_ONLY

    @property
    def name(self) -> str:
        return " ".join([self.collector, f"{self.heap_mb}m", *self.further])


@dataclass(frozen=True)
class Rounds:
    """How large the search is. heaps: all of the memory, half of it, ...; kept: of the first round; variants: of each
    of these; launches: of the last candidate and of the default; combined: combinations of options, which have a round
    of their own.
    """

    heaps: int
    kept: int
    variants: int
    launches: int
    combined: int = 0

    def seconds(self, max_mb: int) -> float:
        """At most, where all servers start at once: the default is one of the first round's candidates, and may be none
        of the later ones'.
        """
        tried = [len(first_round(max_mb, self.heaps)), self.kept * (1 + self.variants) + 1]
        if self.combined:
            tried.append(FINALISTS + self.combined + 1)
        return (len(tried) + 1) * BED_S + LAUNCH_S * (sum(tried) + 2 * self.launches)


#: From the most thorough one on, with the launches that its last round is planned with at least; the budget decides.
ALL_ROUNDS = (
    Rounds(4, 5, 4, 8, 4),
    Rounds(3, 4, 3, 8, 3),
    Rounds(3, 4, 2, 6, 2),
    Rounds(2, 3, 2, 6, 1),
    Rounds(2, 3, 2, 6),
    Rounds(1, 2, 1, 3),
)
FEWEST_LAUNCHES, MOST_LAUNCHES = 3, 20


def rounds_within(seconds: float, max_mb: int) -> Rounds:
    """The most thorough search that takes at most so long. What time it leaves goes to the launches of the last round:
    they decide whether anything can be told. Raises ExperimentError with what the least takes.
    """
    for rounds in ALL_ROUNDS:
        if (least := rounds.seconds(max_mb)) <= seconds:
            further = int((seconds - least) // (2 * LAUNCH_S))
            return replace(rounds, launches=min(rounds.launches + further, MOST_LAUNCHES))
    least = ALL_ROUNDS[-1].seconds(max_mb)
    raise ExperimentError(f"--budget: expected {-(-least // 60):g}m or more, got {seconds / 60:g}m")


def default(max_mb: int) -> Candidate:
    return Candidate("g1", max_mb)


def first_round(max_mb: int, heaps: int) -> list[Candidate]:
    """Each collector in all of the memory, in half of it, and so on, down to what no server starts in."""
    sizes = [max_mb >> halved for halved in range(heaps) if halved == 0 or max_mb >> halved >= LEAST_MB]
    return [Candidate(collector, size) for collector in COLLECTORS for size in sizes]


def variants_of(candidate: Candidate, bound_ms: float) -> list[Candidate]:
    """Of the same collector and heap: smaller object headers, a larger young generation, a pause goal of a fifth of the
    objective's bound, and one copy of equal strings.
    """
    found = ["-XX:+UseCompactObjectHeaders"]
    if candidate.collector in _HAS_YOUNG_SIZE:
        found.append(f"{_YOUNG_SIZE}{candidate.heap_mb // 2}m")
    goal_ms = max(5, round(bound_ms / 5))
    if candidate.collector in _HAS_PAUSE_GOAL and (candidate.collector, goal_ms) != ("g1", G1_PAUSE_GOAL_MS):
        found.append(f"{_PAUSE_GOAL}{goal_ms}")
    found.append("-XX:+UseStringDeduplication")
    return [Candidate(candidate.collector, candidate.heap_mb, (option,)) for option in found]


@dataclass(frozen=True)
class Score:
    """What a trial showed of a candidate. value_ms: the objective's metric, infinite where the trial was not valid or
    orders came faster than they were completed; cpu_ms: CPU per order; None where it is not known.
    """

    candidate: Candidate
    value_ms: float
    cpu_ms: float | None

    @property
    def is_known(self) -> bool:
        """Whether a trial of it could be counted."""
        return self.cpu_ms is not None or self.value_ms != float("inf")

    def key(self, bound_ms: float) -> tuple[bool, float, int]:
        """The best is the least: who keeps the objective comes first, and of those the one that needs least CPU; who
        does not keep it comes by how far it is from it.
        """
        kept = self.value_ms <= bound_ms
        cost = (self.cpu_ms if self.cpu_ms is not None else float("inf")) if kept else self.value_ms
        return not kept, cost, self.candidate.heap_mb


def best(scores: Sequence[Score], bound_ms: float, count: int) -> list[Candidate]:
    """So many candidates, the best first; none of those of which nothing is known."""
    known = sorted((score for score in scores if score.is_known), key=lambda each: each.key(bound_ms))
    return [score.candidate for score in known[:count]]


def best_other(known: Candidate, by_round: Sequence[Sequence[Score]], bound_ms: float) -> Candidate | None:
    """The best but this one of the last round that tells of another; None where none does."""
    for scores in reversed(by_round):
        if found := best([score for score in scores if score.candidate != known], bound_ms, 1):
            return found[0]
    return None


def with_combinations(scores: Sequence[Score], bound_ms: float, count: int, seed: int) -> list[Candidate]:
    """The best of a round of variants, and so many combinations at most of those options that made their collector
    better in its heap: the two best ones, then the three best. The seed decides between equals. Empty where there is
    nothing to combine.
    """
    ordered = list(scores)
    random.Random(seed).shuffle(ordered)
    ordered.sort(key=lambda each: each.key(bound_ms))
    bare = {each.candidate: each.key(bound_ms) for each in ordered if not each.candidate.further}
    better: dict[Candidate, list[str]] = {}
    for each in ordered:
        of = each.candidate.bare
        if len(each.candidate.further) == 1 and of in bare and each.key(bound_ms) < bare[of]:
            better.setdefault(of, []).extend(each.candidate.further)
    in_turn = zip_longest(*(_combined(of, options) for of, options in better.items()))
    combined = [each for of_all in in_turn for each in of_all if each is not None][:count]
    return [*(each.candidate for each in ordered[:FINALISTS]), *combined] if combined else []


def _combined(bare: Candidate, options: Sequence[str]) -> Iterator[Candidate]:
    """options: the best first."""
    chosen: list[str] = []
    for option in options:
        if len(chosen) < MOST_OPTIONS and _agrees(option, chosen):
            chosen.append(option)
            if len(chosen) > 1:
                yield replace(bare, further=tuple(chosen))


def _agrees(option: str, others: Sequence[str]) -> bool:
    """A young generation of a given size leaves a collector nothing by which to keep a goal."""
    contrary = {_YOUNG_SIZE: _PAUSE_GOAL, _PAUSE_GOAL: _YOUNG_SIZE}
    excluded = tuple(other for mine, other in contrary.items() if option.startswith(mine))
    return not any(other.startswith(excluded) for other in others if excluded)


def frontier(scores: Sequence[Score]) -> list[Score]:
    """Those that no other beats in one of latency, memory and CPU without being worse in another."""
    known = [score for score in scores if score.cpu_ms is not None and score.value_ms != float("inf")]
    return [score for score in known if not any(_beats(other, score) for other in known)]


def _beats(one: Score, other: Score) -> bool:
    here, there = _costs(one), _costs(other)
    return here != there and all(a <= b for a, b in zip(here, there, strict=True))


def _costs(score: Score) -> tuple[float, float, float]:
    return score.value_ms, float(score.candidate.heap_mb), score.cpu_ms or 0.0

"""A search for the collector, heap and options that keep an objective for the least CPU: its rounds, and what they
tell.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from analysis.analysis_errors import AnalysisError
from analysis.contract.objective import Objective
from cli.conducting import begin, completed
from cli.consoles import plain_console
from cli.missing_trials import Missing, missing_trials
from deploy.errors import PetlabError
from deploy.host.jdk import Jdk
from deploy.specification.delegate_choice import MAX_SEED
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.schedule import BED_S
from loadscripts.trials.results_folder import Results
from loadscripts.tuning.candidates import (
    C1_ONLY,
    DEFAULT,
    FEWEST_LAUNCHES,
    JVM_WARMUP_S,
    LAUNCH_S,
    MEASURE_S,
    WARMUP_S,
    Candidate,
    Rounds,
    Score,
    best,
    best_other,
    default,
    first_round,
    frontier,
    variants_of,
    with_combinations,
)
from loadscripts.tuning.refusals import Refusals

if TYPE_CHECKING:
    from analysis.comparing.results import Results as AnalysedResults
    from analysis.reporting.tuning_page import Shown

CPU = "cpu_per_order_ms"
COMPARED = (CPU, "gc_cpu_per_order_ms", "gc_per_order_ms")


@dataclass(frozen=True)
class Search:
    """What is asked for. load: a level of the factor load; budget_s: how long it may take."""

    load: str
    objective: Objective
    max_mb: int
    rounds: Rounds
    seed: int
    budget_s: float


class TuningSearch:
    """One search: three or four experiments, each in its results folder, and the page about all of them. Nobody is
    asked between them.
    """

    def __init__(
        self, search: Search, results: Path, port_base: int, seconds: Callable[[], float] = time.monotonic
    ) -> None:
        self._search = search
        self._results = results
        self._choice = BedChoice(port_base)
        self._seconds = seconds
        self._end_s = seconds() + search.budget_s
        self._refusals = Refusals(Jdk.of_this_run())
        self._folders: list[Path] = []
        self._analysed: list[AnalysedResults] = []
        self._scores: list[Score] = []
        self._lines: list[str] = []
        self.knows_nothing = False  # when it has ended: whether no launch of the first round could be counted

    def run(self) -> Path:
        """Conducts the rounds; the page that tells of them, of those too that were done when another one failed or
        somebody ended the search.

        Raises:
            PetlabError, AnalysisError, OSError: a round cannot be conducted, or not be read.
        """
        try:
            answer = list(self._answer())
        except (PetlabError, AnalysisError, OSError, KeyboardInterrupt) as error:
            if self._folders:
                reason, _, _ = (str(error) or "interrupted").partition("\n")
                page = self._written([f"**The search has ended early**: {reason}"])
                _tell(f"what was found until then: {page}")
            raise
        return self._written(answer)

    def _answer(self) -> Iterator[str]:
        """Conducts the rounds, and says what they tell."""
        from analysis.reporting.tuning_answer import NOTHING_KNOWN, nothing_else_known

        search, bound_ms = self._search, self._search.objective.bound_ms
        usual = default(search.max_mb)
        self._refusals.require(usual)
        first = self._round(1, self._refusals.started(first_round(search.max_mb, search.rounds.heaps)), 1)
        by_round = [self._scored(first)]
        kept = best(by_round[0], bound_ms, search.rounds.kept)
        if not kept:
            self.knows_nothing = True
            yield NOTHING_KNOWN
            return
        further = [variant for each in kept for variant in self._variants_of(each)]
        by_round.append(self._scored(self._round(2, [*kept, *further], 1)))
        combined = with_combinations(by_round[-1], bound_ms, search.rounds.combined, search.seed)
        if combined := self._refusals.started(combined):
            if self._has_time_for(len(combined) + 1):
                by_round.append(self._scored(self._round(3, combined, 1)))
            else:
                self._lines += ["The time left was too short for a round of combinations.", ""]
        winner = best_other(usual, by_round, bound_ms)
        if winner is None:
            yield from [nothing_else_known(first[usual], search.objective), "", f"    {' '.join(usual.options)}"]
        else:
            last = self._round(len(self._folders) + 1, [winner], self._launches())
            yield from self._compared(winner, last)

    def _has_time_for(self, launches: int) -> bool:
        """Whether so many, as a round of their own, leave the last round its fewest."""
        return self._left_s() >= 2 * BED_S + (launches + 2 * FEWEST_LAUNCHES) * LAUNCH_S

    def _launches(self) -> int:
        """Of the last round: as planned, or fewer where earlier rounds took longer; then the page says so."""
        planned = self._search.rounds.launches
        there_is_time_for = int((self._left_s() - BED_S) // (2 * LAUNCH_S))
        launches = max(FEWEST_LAUNCHES, min(planned, there_is_time_for))
        if launches < planned:
            self._lines += [f"The time left was too short for {planned} launches in the last round.", ""]
        return launches

    def _left_s(self) -> float:
        return self._end_s - self._seconds()

    def _variants_of(self, candidate: Candidate) -> list[Candidate]:
        found = self._refusals.started(variants_of(candidate, self._search.objective.bound_ms))
        return found[: self._search.rounds.variants]

    def _scored(self, tried: Mapping[Candidate, "Shown | None"]) -> list[Score]:
        """The scores of a round but the last, which the frontier is of."""
        scores = [score_of(candidate, shown, self._search.objective) for candidate, shown in tried.items()]
        self._scores += scores
        return scores

    def _round(
        self, number: int, candidates: Sequence[Candidate], repetitions: int
    ) -> "Mapping[Candidate, Shown | None]":
        """Conducts a round with the default in it, and notes what it showed."""
        from analysis.comparing.results import read_results
        from analysis.reporting.tuning_page import shown_in

        usual = default(self._search.max_mb)
        named = {DEFAULT: usual} | {f"c{place:02d}": each for place, each in enumerate(candidates, 1) if each != usual}
        experiment = experiment_of(self._search, number, named, repetitions)
        report = begin(experiment, self._results, self._choice, yes=True, starts_may_fail=True)
        folder = report.page.parent
        self._folders.append(folder)
        try:
            if report.complaints:
                self._repeat_void_trials(folder, repetitions * len(named), is_last=repetitions > 1)
        finally:
            self._analysed.append(read_results(folder))
            shown = {each.jvm: each for each in shown_in(self._analysed[-1])}
            self._lines += self._round_lines(number, named, shown, repetitions)
            _tell(f"round {number}: {report.page}")
        return {candidate: shown.get(name) for name, candidate in named.items()}

    def _round_lines(
        self, number: int, named: Mapping[str, Candidate], shown: "Mapping[str, Shown]", repetitions: int
    ) -> Iterator[str]:
        """A table, the best first, and why trials of some could not be counted."""
        from analysis.reporting.tuning_page import busy_line, failures_in, table_head, table_row

        objective, folder = self._search.objective, self._folders[-1]

        def rank(name: str) -> tuple[bool, float, int]:
            return score_of(named[name], shown.get(name), objective).key(objective.bound_ms)

        launches = "one launch" if repetitions == 1 else f"{repetitions} launches"
        yield from [f"## Round {number}", "", f"`{folder.name}`, {launches} of each, the best first.", ""]
        yield from table_head(objective)
        yield from (table_row(named[name].name, shown.get(name), objective) for name in sorted(named, key=rank))
        yield ""
        if warning := busy_line(shown.get(DEFAULT)):
            yield from [warning, ""]
        for name, failures in failures_in(self._analysed[-1]).items():
            yield from [f"`{named[name].name}`{failures.words}: {failures.reason}", ""]

    def _repeat_void_trials(self, folder: Path, tried: int, *, is_last: bool) -> None:
        """A void trial tells nothing of its candidate, which has another chance where there is time for it; in the last
        round, which is as long as there is time for, where no more than a quarter are void.
        """
        # This process began it, whatever has been edited in the checkout since.
        void = missing_trials(Results(folder), self._choice, Missing(void_too=True, other_version=True))
        number = len(void.trials)
        if number and (4 * number <= tried if is_last else self._has_time_for(number)):
            completed(replace(void, starts_may_fail=True))

    def _compared(self, winner: Candidate, last: "Mapping[Candidate, Shown | None]") -> Iterator[str]:
        from analysis.reporting.tuning_answer import RECOMMENDED, comparison_line, heading, told_value
        from analysis.reporting.tuning_page import compared_in, failures_in  # slow to load

        objective = self._search.objective
        here, there = last[winner], last[default(self._search.max_mb)]
        comparisons = compared_in(self._analysed[-1], (objective.metric, *COMPARED))
        lost = failures_in(self._analysed[-1]).get(here.jvm) if here else None
        told_of_it = heading(comparisons, objective, here, there, lost.not_counted if lost else 0)
        is_recommended = told_of_it.startswith(RECOMMENDED)
        yield told_of_it
        yield from ([] if is_recommended else ["", "The best other candidate:"])
        yield from ["", f"    {' '.join(winner.options)}", ""]
        told = [told_value(each, objective) for each in (here, there)]
        yield f"{objective.text}: {told[0]} with it, {told[1]} with the default. Against the default:"
        yield ""
        yield from map(comparison_line, comparisons)

    def _written(self, answer: Sequence[str]) -> Path:
        from analysis.reporting.tuning_page import Point, write_tuning_page

        scores = list({score.candidate: score for score in self._scores}.values())
        on_frontier = frontier(scores)
        points = [
            Point(each.candidate.collector, each.candidate.heap_mb, each.value_ms, each.cpu_ms, each in on_frontier)
            for each in scores
            if each.cpu_ms is not None and each.value_ms != float("inf")
        ]
        return write_tuning_page(self._folder(), self._page(answer), points, self._search.objective)

    def _page(self, answer: Sequence[str]) -> Iterator[str]:
        search = self._search
        yield "# Collector, heap and options"
        yield ""
        yield f"{search.load}, {search.objective.text}, heaps up to {search.max_mb} MiB, seed {search.seed}."
        yield "The default is G1 in the largest heap. Tables list first what keeps the objective, by CPU per order."
        besides = " ".join(C1_ONLY)
        yield f"All were tried with `{besides}`, which is not recommended: CPU per order is that of C1's code."
        if left_out := self._refusals.sentence():
            yield left_out
        yield ""
        yield from answer
        yield ""
        yield from self._lines

    def _folder(self) -> Path:
        folder = self._results / f"tune-gc-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}"
        folder.mkdir(parents=True)
        return folder


def _tell(line: str) -> None:
    plain_console(stderr=True, soft_wrap=True, highlight=False).print(line)


def experiment_of(search: Search, number: int, named: dict[str, Candidate], repetitions: int) -> Experiment:
    """A round as an experiment by bed: each candidate has JVMs of its own in each block."""
    return Experiment.model_validate(
        {
            "name": f"tune-gc-{number}",
            "question": f"Which JVM keeps {search.objective.text} at {search.load} for the least CPU? Round {number}.",
            "compare": "jvm",
            "baseline": DEFAULT,
            "assignment": "bed",
            "primary": CPU,
            "secondary": [search.objective.metric],
            "repetitions": repetitions,
            "jvm_warmup_s": JVM_WARMUP_S,
            "jvm_warmup_max_s": JVM_WARMUP_S,
            "warmup_s": WARMUP_S,
            "measure_s": MEASURE_S,
            "seed": (search.seed + number) % (MAX_SEED + 1),
            "factors": {"transition": "jms-transacted", "load": search.load, "think": "none", "jvm": list(named)},
            "jvm": {name: list(candidate.tried_options) for name, candidate in named.items()},
        }
    )


def score_of(candidate: Candidate, shown: "Shown | None", objective: Objective) -> Score:
    """What a round showed of a candidate: nothing where none of its trials was valid."""
    if shown is None:
        return Score(candidate, float("inf"), None)
    value_ms = None if shown.overloaded else shown.value(objective.metric)
    return Score(candidate, float("inf") if value_ms is None else value_ms, shown.value(CPU))

"""The results folders that a paper is held against: what each measured for the claims and figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path

import polars as pl

from analysis.analysis_errors import ResultsError
from analysis.comparing.claims import Claim, MeasuredClaim, measured_for, spoken_of
from analysis.comparing.comparison import Comparison
from analysis.comparing.design import CUSTOMERS, TRANSITION
from analysis.comparing.estimates import levels_frame
from analysis.comparing.evidence import Evidence
from analysis.comparing.floor_shares import JOURNAL, MESSAGE_STORE
from analysis.comparing.published_claims import Campaign, PublishedEstimate, published
from analysis.comparing.results import Results, read_results
from analysis.comparing.studied_systems import studied_system
from analysis.contract.machine_profile import MachineProfile
from analysis.plotting.paper_plots import TIMES, Duration
from analysis.reading.trial_facts import FAULT
from analysis.reporting.findings import Findings
from analysis.reporting.published_campaigns import campaign_of, label_of

SEND_TIMES = ("call_mean_ms", "latency_mean_ms")


@dataclass(frozen=True)
class Measured:
    """One results folder of trials, judged as its report does but for what `by_window` tells more of.

    by_window: results of the same design whose levels took turns in windows, of all beds; of_failures: of trials whose
    steps fail after they have sent, of all beds.
    """

    results: Results
    findings: Findings
    by_window: Sequence["Measured"] = ()
    of_failures: Sequence["Measured"] = ()

    @property
    def store(self) -> str:
        """Where the broker kept its messages, which sets it apart from the others."""
        return str(self.results.trials[0].trial.levels.get(MESSAGE_STORE, JOURNAL))

    @property
    def label(self) -> str:
        return label_of(self.store)

    @cached_property
    def for_claims(self) -> dict[Claim, MeasuredClaim | str]:
        """What was measured for each claim, or why nothing was."""
        more = [each for windows in self.by_window for each in windows.findings.comparisons if self._like(each)]
        evidence = Evidence(self.results, [*self.findings.comparisons, *more])
        claims = studied_system(self.results.experiment.system).claims
        found = {claim: measured_for(claim, evidence) for claim in spoken_of(claims, evidence)}
        for failing in self.of_failures:
            found |= failing.for_claims if failing.store == self.store else {}
        return found

    @property
    def conditions(self) -> set[tuple[str, int]]:
        """Message stores, each with the numbers of customers under which its delegates were compared."""
        held = [{MESSAGE_STORE: self.store} | comparison.held for comparison in self.findings.comparisons]
        return {(str(each[MESSAGE_STORE]), int(each.get(CUSTOMERS, 0))) for each in held}

    @property
    def shows_failures_alone(self) -> bool:
        """Whether the steps of all its trials were to fail after they had sent."""
        evidence = Evidence(self.results, [])
        return bool(evidence.failing) and not evidence.combinations

    @cached_property
    def campaign(self) -> Campaign | None:
        """As which the next one knows these results, if any can be compared with them."""
        return campaign_of(self.results)

    @cached_property
    def published(self) -> list[PublishedEstimate]:
        """What the next campaign is told of this one."""
        of_others = {claim for failing in self.of_failures for claim in failing.for_claims}
        own = {claim: what for claim, what in self.for_claims.items() if claim not in of_others}
        found = {claim: what for claim, what in own.items() if not isinstance(what, str)}
        by_window: dict[int, Campaign | None] = {}
        for windows in self.by_window:
            for comparison in filter(self._like, windows.findings.comparisons):
                by_window.setdefault(int(comparison.held.get(CUSTOMERS, 0)), windows.campaign)
        return published(self.campaign, self.store, found, by_window) if self.campaign else []

    def _like(self, comparison: Comparison) -> bool:
        """Whether two levels were compared on such a bed as here, under such a load."""
        own = {MESSAGE_STORE: [self.store]} | self.results.design.factors
        held = {MESSAGE_STORE: JOURNAL} | comparison.held
        return comparison.factor == TRANSITION and all(
            level in own[factor] for factor, level in held.items() if factor in own
        )

    @cached_property
    def levels_df(self) -> pl.DataFrame:
        """By delegate, the load and the metric."""
        at_reference = [c for c in self.results.by_trial if self.results.design.at_reference(c.levels)]
        named = {c.variant: str(c.levels[TRANSITION]) for c in at_reference}
        return levels_frame(at_reference).with_columns(pl.col("variant").replace(named))

    def send(self, delegate: str) -> list[Duration]:
        """How long a send took under light load; nothing where no load was light."""
        evidence = Evidence(self.results, self.findings.comparisons)
        customers = evidence.load("light")
        combination = None if isinstance(customers, str) else evidence.at(delegate, customers)
        if combination is None:
            return []
        known = [(time, combination.metrics.get(name)) for time, name in zip(TIMES, SEND_TIMES, strict=True)]
        return [Duration(time, e.value, e.low, e.high) for time, e in known if e and e.value is not None]


@dataclass(frozen=True)
class PaperResults:
    """What a paper is held against. trials: of one delegate each, by what the folders differ in; by_window: whose
    levels took turns alone; of_failures: whose steps fail after they have sent.
    """

    trials: Sequence[Measured]
    by_window: Sequence[Measured]
    of_failures: Sequence[Measured]


def read_measured(folders: Sequence[Path], profile: MachineProfile | None) -> PaperResults:
    """All folders.

    Raises:
        ResultsError: a folder compares no delegates, has other settings than those with trials, or none has trials.
    """
    read = [read_results(folder) for folder in folders]
    found = [Measured(results, Findings(results, profile)) for results in read]
    by_window = [each for each in found if each.results.window_samples and not each.results.by_trial]
    of_failures = [each for each in found if each.shows_failures_alone]
    with_trials = [
        Measured(each.results, each.findings, by_window, of_failures)
        for each in found
        if each not in by_window and each not in of_failures
    ]
    for each in by_window:
        _require_trials(each, "turns in windows", with_trials)
        _require_alike(each, with_trials)
    for each in with_trials:
        if not each.for_claims:
            raise _compares_nothing(each)
    for one, other in combinations(by_window, 2):
        _require_other_turns(one, other)
    for each in of_failures:
        _require_trials(each, "steps that fail", with_trials)
        _require_store(each, with_trials)
    return PaperResults(with_trials, by_window, of_failures)


def _compares_nothing(each: Measured) -> ResultsError:
    folder = each.results.folder
    return ResultsError(f"{folder}: the paper compares delegates, which these results do not: ./petlab run paper")


def _require_trials(each: Measured, what: str, with_trials: Sequence[Measured]) -> None:
    """Raises ResultsError where there are no results of trials beside these."""
    if not with_trials:
        raise ResultsError(
            f"{each.results.folder} tells of {what} alone: results of ./petlab run paper were expected, too"
        )


def _require_store(failing: Measured, with_trials: Sequence[Measured]) -> None:
    """Raises ResultsError where no results of trials have this message store."""
    if failing.store not in (each.store for each in with_trials):
        raise ResultsError(
            f"{failing.results.folder} has {failing.label}: {' or '.join(each.label for each in with_trials)}, "
            "as the other results, was expected"
        )


def _require_other_turns(one: Measured, other: Measured) -> None:
    """Raises ResultsError where both have turns at the same load with the same message store: only one would count."""
    if common := one.conditions & other.conditions:
        store, customers = min(common)
        raise ResultsError(
            f"{one.results.folder} and {other.results.folder} both have turns of {customers} customers with "
            f"{label_of(store)}: one of them was expected; give the other by itself, and all campaigns are pooled"
        )


def _require_alike(by_window: Measured, with_trials: Sequence[Measured]) -> None:
    """Raises ResultsError where results by window have settings that no results of trials have."""
    for factor, levels in by_window.results.design.factors.items():
        others = {level for each in with_trials for level in each.results.design.factors.get(factor, levels)}
        if factor != TRANSITION and not others & set(levels):
            raise ResultsError(
                f"{by_window.results.folder} has {factor} {', '.join(map(str, levels))}: "
                f"of {', '.join(map(str, sorted(others, key=str)))}, as the other results, was expected"
            )
    compared = {factor for each in with_trials for factor in each.results.design.compared} - {TRANSITION, FAULT}
    if unset := sorted(compared - by_window.results.design.factors.keys()):
        raise ResultsError(
            f"{by_window.results.folder} does not say which {unset[0]} it had, and the other results compare several: "
            "an experiment that names it was expected"
        )

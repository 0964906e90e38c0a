"""All trials of a results folder, analysed: what every page, plot and file of a report is made from."""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import polars as pl

from analysis.analysis_errors import ResultsError
from analysis.comparing.design import Design, design_of
from analysis.comparing.estimates import Combination, combinations_of
from analysis.comparing.launches import launches_of
from analysis.comparing.order_samples import OrderSample, order_samples
from analysis.comparing.window_samples import WindowSample, window_samples
from analysis.contract import schemas
from analysis.contract.assignment_units import default_primary
from analysis.contract.document import Level
from analysis.contract.experiment_document import ExperimentDocument, ScheduledTrial
from analysis.reading.trial_facts import customers_of
from analysis.trials.side_by_side import analyse_all
from analysis.trials.trial_analysis import TrialResult, unreadable


@dataclass(frozen=True)
class ExcludedTrial:
    """A trial, or an attempt that was repeated, that the metrics do without."""

    trial: str
    levels: dict[str, Level]
    status: str  # void | failed | missing
    reasons: tuple[str, ...]
    repeated: bool = False  # another attempt stands in its place


@dataclass(frozen=True)
class Results:
    """An experiment and what its trials showed."""

    folder: Path
    experiment: ExperimentDocument
    trials: tuple[TrialResult, ...]
    unreadable: tuple[ExcludedTrial, ...] = ()  # whose facts are malformed
    repeated: tuple[TrialResult, ...] = ()  # earlier attempts: void, failed, or in a block of duets with such a one

    @cached_property
    def design(self) -> Design:
        return design_of(self.experiment, [result.trial.levels for result in self.trials])

    @cached_property
    def conducted(self) -> tuple[TrialResult, ...]:
        """All attempts: what was repeated because an order was lost has lost it."""
        return (*self.trials, *self.repeated)

    @cached_property
    def valid(self) -> tuple[TrialResult, ...]:
        return tuple(result for result in self.trials if result.status == "valid")

    @cached_property
    def crash_free(self) -> tuple[TrialResult, ...]:
        """Valid trials in which nothing was to crash. With a crash, the time that a server took to come back would be
        taken for the speed of what is compared.
        """
        return tuple(result for result in self.valid if not result.trial.faults)

    @cached_property
    def combinations(self) -> list[Combination]:
        """One for each combination of levels that has a crash-free trial."""
        return combinations_of(self.design, self.crash_free)

    @cached_property
    def by_trial(self) -> list[Combination]:
        """Those whose trials had one level of each factor: a variant of its own each."""
        return [combination for combination in self.combinations if not combination.assigned]

    @property
    def primary(self) -> str:
        """The metric that the question is about, whose verdicts do not pay for how much else was measured."""
        return self.experiment.primary or default_primary(self.experiment.assignment)

    @cached_property
    def order_samples(self) -> list[OrderSample]:
        return order_samples(self.crash_free)

    @cached_property
    def window_samples(self) -> list[WindowSample]:
        return window_samples(self.crash_free)

    @cached_property
    def due(self) -> list[ScheduledTrial]:
        """Of the schedule, those that were to be conducted: all, unless it ended at a look before the last."""
        ended = self.experiment.ended
        return [planned for planned in self.experiment.schedule if ended is None or planned.block <= ended.blocks]

    @cached_property
    def excluded_trials(self) -> list[ExcludedTrial]:
        gone = [excluded_trial(result) for result in self.trials if result.status != "valid"]
        gone += self.unreadable
        conducted = {result.trial.id for result in self.trials} | {excluded.trial for excluded in self.unreadable}
        missing = [planned for planned in self.due if planned.id not in conducted]
        return gone + [
            ExcludedTrial(planned.id, planned.levels, "missing", ("it was not conducted",)) for planned in missing
        ]

    @cached_property
    def blocks_conducted(self) -> int:
        """How many blocks, from the first one on, have no trial that is still to be conducted."""
        conducted = {result.trial.id for result in self.trials} | {excluded.trial for excluded in self.unreadable}
        open_blocks = [planned.block for planned in self.experiment.schedule if planned.id not in conducted]
        return min(open_blocks, default=self.experiment.repetitions + 1) - 1

    @cached_property
    def repeated_attempts(self) -> list[ExcludedTrial]:
        """Void and failed ones. A valid trial is repeated where another of its block of duets was void: it has a
        successor of the same standing, and is no attempt in vain.
        """
        return [excluded_trial(result, repeated=True) for result in self.repeated if result.status != "valid"]

    def conducted_in_vain(self, levels: dict[str, Level]) -> int:
        """How many attempts at this combination of levels were void or failed."""
        excluded = (*self.excluded_trials, *self.repeated_attempts)
        return sum(each.levels == levels and each.status != "missing" for each in excluded)

    @cached_property
    def orders_df(self) -> pl.DataFrame:
        """One row per order of the windows of these trials, with trial, variant and customers. Where no trial is timed,
        the columns of any that has orders.
        """
        columns_of = [result for result in self.trials if result.orders_df.width][:1]
        frames = [
            result.orders_df.filter(pl.col("in_window")).with_columns(
                self.variant_column(result),
                trial=pl.lit(result.trial.id),
                customers=pl.lit(customers_of(result.trial.levels)),
            )
            for result in self.timed or columns_of
        ]
        frames = frames if self.timed else [frame.clear() for frame in frames]
        return pl.concat(frames).filter(pl.col("variant").is_not_null()) if frames else pl.DataFrame()

    @cached_property
    def timed(self) -> tuple[TrialResult, ...]:
        """The crash-free trials that tell most of where an order's time goes: those by order, else those by trial, else
        those by window, some of whose orders were under way when the level was switched.
        """
        units = [result.trial.assignment.unit if result.trial.assignment else "trial" for result in self.crash_free]
        best = next((unit for unit in ("order", "trial", "window") if unit in units), None)
        return tuple(result for result, unit in zip(self.crash_free, units, strict=True) if unit == best)

    def variant_column(self, result: TrialResult) -> pl.Expr:
        """The variant of each row of a trial: by its level, where levels were assigned within the trial."""
        levels, assignment = result.trial.levels, result.trial.assignment
        if assignment is None:
            return pl.lit(self.design.variant(levels)).alias("variant")
        names = {level: self.design.variant({**levels, assignment.factor: level}) for level in assignment.levels}
        return pl.col("level").replace_strict(names, default=None, return_dtype=pl.String).alias("variant")


def read_results(folder: Path) -> Results:
    """Analyses every trial in `folder`; ResultsError when there is none."""
    if not (folder / "experiment.json").is_file():
        raise ResultsError(
            f"{folder}: no results of an experiment: it has no experiment.json; name a folder under results/"
        )
    experiment = schemas.read_document(folder / "experiment.json", ExperimentDocument)
    folders = conducted_in(folder / "trials")
    if not folders:
        raise ResultsError(f"{folder / 'trials'}: no trial has been conducted yet, so that there is nothing to report")
    trials, unread = [], []
    for path, found in zip(folders, analyse_all(folders), strict=True):
        if isinstance(found, TrialResult):
            _require_its_own(path, found)
            trials.append(found)
        else:
            levels = planned_levels(experiment, path.name)
            unread.append(ExcludedTrial(path.name, levels, "failed", (unreadable(path, found),)))
    if not trials:
        raise ResultsError(f"{folder / 'trials'}: no trial can be read: {'; '.join(unread[0].reasons)}")
    launches = launches_of((r.trial for r in trials), side_by_side=experiment.side_by_side)
    placed = tuple(replace(result, launch=launches[result.trial.id]) for result in trials)
    return Results(folder, experiment, placed, tuple(unread), repeated_in(folder / "repeated"))


def _require_its_own(folder: Path, found: TrialResult) -> None:
    """Raises ResultsError where a folder holds another trial than that of its name: a copy would count once more."""
    if found.trial.id != folder.name:
        raise ResultsError(
            f"{folder} holds trial {found.trial.id}: expected each trial in the folder of its name, and no other "
            f"folder there; move it out of {folder.parent}"
        )


def planned_levels(experiment: ExperimentDocument, trial: str) -> dict[str, Level]:
    """Of a trial whose own facts cannot be read."""
    for planned in experiment.schedule:
        if planned.id == trial:
            return dict(planned.levels)
    raise ResultsError(f"trials/{trial}: its trial.json cannot be read, and the schedule of experiment.json lacks it")


def conducted_in(folder: Path) -> list[Path]:
    """The folders of the trials in a folder; a hidden one is what a trial that was killed has left."""
    return sorted(path for path in folder.glob("[!.]*") if (path / "trial.json").is_file())


def repeated_in(folder: Path) -> tuple[TrialResult, ...]:
    """Attempts whose facts can be read; malformed ones were repeated for that."""
    folders = conducted_in(folder)
    attempts = []
    for path, found in zip(folders, analyse_all(folders), strict=True):
        if isinstance(found, TrialResult):
            _require_an_attempt(path, found)
            attempts.append(found)
    return tuple(attempts)


def _require_an_attempt(folder: Path, found: TrialResult) -> None:
    """Raises ResultsError where a folder is not called as an attempt at its trial is: a copy would count once more."""
    if not re.fullmatch(rf"{re.escape(found.trial.id)}-\d+", folder.name):
        raise ResultsError(
            f"{folder} holds an attempt at trial {found.trial.id}: expected it to be called {found.trial.id}-1 or "
            f"{found.trial.id}-2, and no other folder there; move it out of {folder.parent}"
        )


def excluded_trial(result: TrialResult, *, repeated: bool = False) -> ExcludedTrial:
    return ExcludedTrial(result.trial.id, result.trial.levels, result.status, result.reasons, repeated)

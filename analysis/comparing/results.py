"""All trials of a results folder, analysed: what every page, plot and file of a report is made from."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import polars as pl

from analysis.analysis_errors import ResultsError
from analysis.comparing.design import LOAD, Design, design_of
from analysis.comparing.estimates import Combination, combinations_of
from analysis.contract import schemas
from analysis.contract.document import Level
from analysis.contract.experiment_document import ExperimentDocument
from analysis.trials.trial_analysis import TrialResult, analyse


@dataclass(frozen=True)
class ExcludedTrial:
    """A trial that the metrics do without."""

    trial: str
    levels: dict[str, Level]
    status: str  # void | failed | missing
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Results:
    """An experiment and what its trials showed."""

    folder: Path
    experiment: ExperimentDocument
    trials: tuple[TrialResult, ...]

    @cached_property
    def design(self) -> Design:
        return design_of(self.experiment, [result.trial.levels for result in self.trials])

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
    def excluded_trials(self) -> list[ExcludedTrial]:
        conducted = {result.trial.id for result in self.trials}
        gone = [
            ExcludedTrial(r.trial.id, r.trial.levels, r.status, r.reasons) for r in self.trials if r.status != "valid"
        ]
        missing = [planned for planned in self.experiment.schedule if planned.id not in conducted]
        return gone + [
            ExcludedTrial(planned.id, planned.levels, "missing", ("it was not conducted",)) for planned in missing
        ]

    @cached_property
    def orders_df(self) -> pl.DataFrame:
        """One row per order of the crash-free trials' windows, with trial, variant and customers."""
        frames = [
            result.orders_df.filter(pl.col("in_window")).with_columns(
                trial=pl.lit(result.trial.id),
                variant=pl.lit(self.design.variant(result.trial.levels)),
                customers=pl.lit(int(result.trial.levels[LOAD])),
            )
            for result in self.crash_free
        ]
        return pl.concat(frames) if frames else pl.DataFrame()


def read_results(folder: Path) -> Results:
    """Analyses every trial in `folder`; ResultsError when there is none."""
    if not (folder / "experiment.json").is_file():
        raise ResultsError(
            f"{folder}: no results of an experiment: it has no experiment.json; name a folder under results/"
        )
    experiment = schemas.read_document(folder / "experiment.json", ExperimentDocument)
    folders = sorted(path for path in (folder / "trials").glob("*") if (path / "trial.json").is_file())
    if not folders:
        raise ResultsError(f"{folder / 'trials'}: no trial has been conducted yet, so that there is nothing to report")
    return Results(folder, experiment, tuple(analyse(path) for path in folders))

"""The results folder of an experiment: experiment.json, and a folder for each trial, complete or absent."""

import itertools
import json
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from analysis.contract.checksums import files_in, replace_checked, write_checksums
from analysis.contract.document import Document
from analysis.contract.durable_files import give_name, replace_text
from analysis.contract.experiment_document import Against, BedOfExperiment, ExperimentDocument, ScheduledTrial
from analysis.contract.looks import EndedAtLook
from analysis.contract.schemas import read_document
from deploy.paths import CHECKOUT
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.mistakes import listed, mistakes_of
from loadscripts.planning.schedule import assignment_of, bed_label
from loadscripts.planning.trial import Trial
from loadscripts.probes.machine import Revision
from loadscripts.trial_errors import ResultsError

RESULTS = CHECKOUT / "results"
STAMPED = f"{'[0-9]' * 8}T{'[0-9]' * 6}Z"
"""What follows an experiment's name in that of its results, as a pattern of file names."""


@dataclass(frozen=True)
class Results:
    """The results folder of one experiment."""

    folder: Path

    def folder_of(self, trial: Trial) -> Path:
        """Where a trial's folder is once it is complete."""
        return self.folder / "trials" / trial.id

    @contextmanager
    def trial_folder(self, trial: Trial) -> Iterator[Path]:
        """A folder for one trial: it gets its name, and the checksums of its files, when the block ends well; else it
        is removed.

        A trial that was conducted before is kept as an attempt under `repeated`: what failed stays in the counts.
        """
        complete = self.folder_of(trial)
        temporary = complete.with_name(f".{trial.id}.tmp")
        shutil.rmtree(temporary, ignore_errors=True)
        if not self.folder.is_dir():
            raise ResultsError(
                f"{self.folder} is gone: a results folder is expected to stay where it is while its trials are "
                "conducted; move it back, and ./petlab resume conducts those that are missing"
            )
        temporary.mkdir(parents=True)
        try:
            yield temporary
            write_checksums(temporary, files_in(temporary))
            give_name(temporary, complete, self._next_attempt(trial) if complete.is_dir() else None)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)

    def _next_attempt(self, trial: Trial) -> Path:
        attempts = self.folder / "repeated"
        attempts.mkdir(exist_ok=True)
        names = (attempts / f"{trial.id}-{number}" for number in itertools.count(1))
        return next(name for name in names if not name.exists())

    def remove_if_empty(self) -> None:
        """For who has begun it: leaves nothing of an experiment of which no trial was conducted."""
        trials = self.folder / "trials"
        if not any(trials.glob("[!.]*")):
            shutil.rmtree(self.folder, ignore_errors=True)

    def conducted(self, trial: Trial) -> Path | None:
        """The folder of a trial that was conducted, whatever came of it; None when it was not."""
        folder = self.folder_of(trial)
        return folder if (folder / "trial.json").is_file() else None

    def record_end(self, ended: EndedAtLook) -> None:
        """Notes in experiment.json that the experiment ended at an early look: trials that follow are not missing."""
        self._update_record({"ended": ended})

    @contextmanager
    def extended(self, experiment: Experiment, trials: tuple[Trial, ...]) -> Iterator[None]:
        """Notes in experiment.json that the experiment has more repetitions than before, and their trials; it has not
        when the block ends and none of the further ones was conducted.
        """
        before = self._record()
        self._update_record(
            {
                "repetitions": experiment.repetitions,
                "extended": (*before.extended, before.repetitions),
                "as_read": as_read(experiment),
                "schedule": tuple(scheduled(trial) for trial in trials),
            }
        )
        try:
            yield
        finally:
            known = {each.id for each in before.schedule}
            if self.folder.is_dir() and all(self.conducted(trial) is None for trial in trials if trial.id not in known):
                self._update_record(
                    {
                        "repetitions": before.repetitions,
                        "extended": before.extended,
                        "as_read": before.as_read,
                        "schedule": tuple(each for each in self._record().schedule if each.id in known),
                    }
                )

    def settle(self, trials: Iterable[Trial]) -> None:
        """Notes in experiment.json what levels these trials have, which follow from the trials before them."""
        settled = {trial.id: scheduled(trial) for trial in trials}
        self._update_record({"schedule": tuple(settled.get(each.id, each) for each in self._record().schedule)})

    def _record(self) -> ExperimentDocument:
        return read_document(self.folder / "experiment.json", ExperimentDocument)

    def _update_record(self, changes: dict[str, Any]) -> None:
        file = self.folder / "experiment.json"
        replace_checked(file, _text_of(self._record().model_copy(update=changes)))

    def read(self) -> tuple[Experiment, tuple[Trial, ...], ExperimentDocument]:
        """The experiment of this folder, its schedule, and the whole of experiment.json.

        Raises:
            ResultsError: there is no experiment here that could be resumed, or another Petlab read it.
            RecordError: its record is not as the contract says.
        """
        file = self.folder / "experiment.json"
        if not file.is_file():
            raise ResultsError(f"{self.folder} holds no results: there is no experiment.json in it")
        record = self._record()
        if record.as_read is None:
            raise ResultsError(f"{file} does not hold the whole experiment: only its report can be written")
        experiment = _experiment(file, record.assignment, record.as_read)
        trials = tuple(_planned(each, experiment) for each in record.schedule)
        return experiment, trials, record


def _experiment(file: Path, assignment: Iterable[str], as_read: Mapping[str, Any]) -> Experiment:
    """Older ones do not say to what their levels were assigned: it was to trials."""
    try:
        return Experiment.model_validate({"assignment": list(assignment), **as_read})
    except ValidationError as error:
        mistakes = listed(f"{file}, as_read", mistakes_of(error))
        raise ResultsError(
            f"{mistakes}\nThe experiment is of another version of Petlab: use that one (the key commit says which)"
        ) from None


def _planned(each: ScheduledTrial, experiment: Experiment) -> Trial:
    turns, label = assignment_of(experiment, each.levels), bed_label(experiment, each.levels, each.block)
    return Trial(each.id, each.block, each.position, each.seed, each.levels, experiment.system, turns, label)


def new_results(parent: Path, experiment: Experiment) -> Results:
    """A new results folder under the parent, named for the experiment and the time (UTC)."""
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    folder = parent / f"{experiment.name}-{stamp}"
    try:
        parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ResultsError(f"{parent} cannot be created: {error.strerror}; a folder was expected") from error
    try:
        folder.mkdir()
        (folder / "trials").mkdir()
    except FileExistsError as error:
        raise ResultsError(f"{folder} exists already; start again a second later") from error
    except OSError as error:
        raise ResultsError(f"{folder} cannot be created: {error.strerror}") from error
    return Results(folder)


def write_experiment(
    results: Results,
    experiment: Experiment,
    trials: tuple[Trial, ...],
    revision: Revision,
    command: str,
    bed: BedOfExperiment,
    against: Against | None = None,
) -> None:
    """Writes experiment.json: the whole experiment as it was read, and its schedule. bed: see `resumption`; against:
    what this checkout is compared with.
    """
    record = ExperimentDocument(
        schema_version=2,
        name=experiment.name,
        question=experiment.question,
        compare=experiment.compare,
        baseline=experiment.baseline,
        system=experiment.system,
        scenario=experiment.scenario,
        topology=experiment.topology,
        factors=experiment.levels(),
        repetitions=experiment.repetitions,
        warmup_s=experiment.warmup_s,
        measure_s=experiment.measure_s,
        seed=experiment.seed,
        side_by_side=experiment.side_by_side,
        duet=experiment.duet,
        assignment=experiment.units,
        window_s=experiment.window_s if "window" in experiment.units else None,
        washout_s=experiment.washout_s if "window" in experiment.units else None,
        primary=experiment.primary_metric,
        secondary=experiment.secondary,
        margin=experiment.margin,
        objective=experiment.objective,
        up_and_down=experiment.up_and_down,
        series=experiment.series,
        least_heap=experiment.least_heap,
        looks=experiment.looks,
        command=command,
        commit=revision.commit,
        dirty=revision.dirty,
        changes=revision.changes,
        against=against,
        bed=bed,
        as_read=as_read(experiment),
        schedule=tuple(scheduled(trial) for trial in trials),
    )
    replace_checked(results.folder / "experiment.json", _text_of(record))


def as_read(experiment: Experiment) -> dict[str, Any]:
    """The whole experiment, as experiment.json has it."""
    return experiment.model_dump(mode="json", by_alias=True, exclude_none=True)


def scheduled(trial: Trial) -> ScheduledTrial:
    """As experiment.json has it."""
    return ScheduledTrial(
        id=trial.id, block=trial.block, position=trial.position, seed=trial.seed, levels=dict(trial.levels)
    )


def read_json(file: Path) -> Any:
    """Reads a JSON file."""
    return json.loads(file.read_text(encoding="utf-8"))


def write_document(file: Path, document: Document) -> None:
    """Writes a document of a results folder."""
    file.write_text(_text_of(document), encoding="utf-8")


def replace_document(file: Path, document: Document) -> None:
    """Writes a document in the place of an older one; nobody ever finds half of one."""
    replace_text(file, _text_of(document))


def write_json(file: Path, record: Any) -> None:
    """Writes a JSON file for people and programs."""
    file.write_text(_text(record), encoding="utf-8")


def _text_of(document: Document) -> str:
    return _text(document.model_dump(mode="json"))


def _text(record: Any) -> str:
    return json.dumps(record, indent=2, ensure_ascii=False) + "\n"

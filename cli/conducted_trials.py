"""The trials of a results folder that were conducted: what is known of them, and whether they are as they were."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from rich.console import Console

from analysis.analysis_errors import RecordError
from analysis.contract.checksums import changes
from analysis.contract.schemas import read_document
from analysis.contract.trial_document import TrialDocument
from analysis.counting import quantity
from cli.consoles import plain_console
from loadscripts.planning.trial import Trial
from loadscripts.trial_errors import ResultsError
from loadscripts.trials.results_folder import Results


def require_finished(results: Results) -> None:
    """Raises ResultsError where a trial is still to be conducted, or is not as it was."""
    _, planned, record = results.read()
    trials = [trial for trial in planned if record.ended is None or trial.block <= record.ended.blocks]
    again = damaged(results, trials, plain_console(stderr=True))
    missing = [trial for trial in trials if trial in again or results.conducted(trial) is None]
    if missing:
        count = f"{len(missing)} of {quantity(len(trials), 'trial')}"
        raise ResultsError(
            f"{results.folder} is not finished: {count} still to be conducted; run ./petlab resume {results.folder}"
        )


def facts_of(results: Results, trials: Sequence[Trial]) -> Iterator[tuple[Trial, TrialDocument]]:
    """What is known of the trials that were conducted; of those nothing that cannot be read."""
    for trial in trials:
        with suppress(RecordError):
            if folder := results.conducted(trial):
                yield trial, read_document(folder / "trial.json", TrialDocument)


def damaged(results: Results, trials: Sequence[Trial], stderr: Console) -> list[Trial]:
    """The trials whose records are not as they were when they ended, by their checksums. Each is complained about."""
    found = {trial.id: damage for trial in trials if (damage := _damage(results.conducted(trial)))}
    for name, damage in found.items():
        stderr.print(f"trial {name} has changed since it was conducted: {damage}", style="red", markup=False)
    return [trial for trial in trials if trial.id in found]


def _damage(folder: Path | None) -> str:
    try:
        return ", ".join(f"{name} {change}" for name, change in changes(folder, ())) if folder else ""
    except RecordError as error:
        return str(error)

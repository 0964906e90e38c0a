"""The other checkout of an experiment that compares two: got, tried whether it can be compared, and built."""

import json
from pathlib import Path

from analysis.contract.experiment_document import Against
from analysis.contract.schemas import TableName, table, table_of
from deploy.build import revisions
from deploy.build.revisions import short
from deploy.errors import PlanError
from deploy.progress import Progress
from deploy.specification import workflow_table
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.schedule import schedule
from loadscripts.system.system_registry import SYSTEMS

_OF_EVENTS: tuple[TableName, ...] = ("points", "calls", "steps")
"""Tables that are made from what the applications record of themselves."""


def against_record(experiment: Experiment) -> Against | None:
    """What experiment.json says of the other checkout. Raises PlanError."""
    if experiment.against is None:
        return None
    return Against(commit=experiment.against, not_compared=revisions.not_compared(experiment.against))


def get_ready(experiment: Experiment, progress: Progress) -> None:
    """Makes what beds of the other checkout are put up from; nothing to do where there is none.

    Raises:
        PlanError: the commit cannot be found any more, or cannot be compared with this checkout.
        BuildError: it cannot be built.
    """
    if experiment.against is None:
        return
    place = revisions.files_of(experiment.against, progress)
    _check_records(short(experiment.against), place, experiment)
    _check_delegates(short(experiment.against), place, experiment)
    revisions.build_of(experiment.against, progress)


def _check_records(name: str, place: Path, experiment: Experiment) -> None:
    """The lab is this checkout's: what it collects must have the columns that it knows."""
    for each in (*SYSTEMS[experiment.system].tables, *_OF_EVENTS):
        ours, file = table(each), place / "shared-schemas/records" / f"{each}.json"
        there = (
            {column.name for column in table_of(json.loads(file.read_text("utf-8"))).columns} if file.exists() else {}
        )
        lacking = [column.name for column in ours.columns if not column.optional and column.name not in there]
        if lacking and not ours.optional:
            raise PlanError(
                f"revision {name} differs too much from this checkout to be compared with it: its record {each} has no "
                f"{lacking[0]}, which this checkout asks for; name a closer one"
            )


def _check_delegates(name: str, place: Path, experiment: Experiment) -> None:
    there = workflow_table.of_checkout(place)
    for trial in schedule(experiment):
        for transition, delegate in trial.delegates.items():
            try:
                there.switchable(transition)
                there.delegate(delegate)
            except PlanError as unknown:
                raise PlanError(f"revision {name} cannot conduct {experiment.name}: {unknown}") from unknown

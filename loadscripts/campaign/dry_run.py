"""The dry run: a campaign goes through all its beds, which only note what they are told."""

import itertools
from collections.abc import Sequence
from typing import Literal

from deploy.progress import Silent
from loadscripts.campaign.bed_pool import BedChoice, BedPool
from loadscripts.campaign.bed_slot import BedFactory
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.trial import Trial
from loadscripts.system.bed_protocol import Bed
from loadscripts.system.dry_run_bed import DryRunBeds

BedChange = Literal["new", "fresh JVMs", "reused"]


def dry_run(experiment: Experiment, trials: tuple[Trial, ...], choice: BedChoice) -> tuple[BedChange, ...]:
    """What becomes of the bed before each trial. Nothing is started."""
    beds = DryRunBeds()
    with BedPool(experiment, choice, BedFactory(beds.start_bed, _no_warmup, Silent())) as pool:
        changes = []
        for stand, of_stand in itertools.groupby(trials, key=lambda trial: experiment.stand_of(trial.block)):
            pool.begin_stand(stand)
            changes += [_change(trial, pool, beds) for trial in of_stand]
        return tuple(changes)


def _change(trial: Trial, pool: BedPool, beds: DryRunBeds) -> BedChange:
    started, restarts = len(beds.beds), beds.restarts
    pool.bed_for(trial)
    if len(beds.beds) > started:
        return "new"
    return "fresh JVMs" if beds.restarts > restarts else "reused"


def _no_warmup(beds: Sequence[Bed]) -> None:
    """They have no JVM."""

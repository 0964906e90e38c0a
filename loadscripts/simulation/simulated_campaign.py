"""Conducts an experiment on the simulated store: schedule, beds, windows, faults and folders are the lab's own."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast
from unittest import mock

from analysis.contract import durable_files
from deploy.progress import Progress
from deploy.specification.plan import BedPlan
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.campaign.resumption import bed_record
from loadscripts.campaign.trial_sequence import LoadRule, as_planned, conduct_all
from loadscripts.campaign_progress import Progress as CampaignProgress
from loadscripts.campaign_progress import Silent
from loadscripts.load.scenario import read_scenario
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.schedule import schedule
from loadscripts.probes.bed_observer import BedObserver, Unobserved
from loadscripts.probes.machine import Revision
from loadscripts.simulation.known_sizes import StoreSizes
from loadscripts.simulation.simulated_bed import SimulatedBed, simulated_bed
from loadscripts.simulation.simulated_hyperfoil import SimulatedHyperfoil
from loadscripts.simulation.simulated_machine import MACHINE, SimulatedMachine, SimulatedRecorder
from loadscripts.simulation.simulated_order import SimulatedOrder
from loadscripts.simulation.simulated_siege import SimulatedSiege
from loadscripts.simulation.simulated_store import SimulatedStore
from loadscripts.simulation.virtual_time import VirtualTime
from loadscripts.system.pet_store import PET_STORE
from loadscripts.trials import generators
from loadscripts.trials.lab import Lab
from loadscripts.trials.results_folder import Results, write_experiment

UNKNOWN = Revision(None, None)
SPARE_S = 20.0
"""The load goes on after its window for ten seconds at most."""


def conduct_simulated(
    experiment: Experiment,
    sizes: StoreSizes,
    folder: Path,
    progress: CampaignProgress | None = None,
    observer: BedObserver | None = None,
    loads: LoadRule = as_planned,
) -> dict[str, list[SimulatedOrder]]:
    """Conducts all trials of the experiment into a results folder.

    Returns:
        The orders of each trial as they were, by the trial's id.

    Raises:
        PetlabError: as a campaign on real servers does.
    """
    clock = VirtualTime()
    store = SimulatedStore(sizes, clock, seed=experiment.seed)
    trials, results = schedule(experiment), Results(folder)
    orders: dict[str, list[SimulatedOrder]] = {}

    def ended(trial_folder: Path) -> None:
        orders[trial_folder.name] = list(store.orders)

    (folder / "trials").mkdir(parents=True)
    # Beds of virtual time do not wait for each other: a longer plan would only be read.
    shorter = mock.patch.object(generators, "SPARE_S", SPARE_S)
    # Nor need they outlive a machine that loses its power.
    unforced = mock.patch.object(durable_files, "force", lambda paths: None)
    with TemporaryDirectory(prefix="petlab-simulated-") as files, clock.everywhere(), shorter, unforced:
        write_experiment(results, experiment, trials, UNKNOWN, "", bed_record(BedChoice()))
        with SimulatedMachine(store).everywhere():
            lab = _lab(experiment, store, Path(files), progress or Silent(), observer or Unobserved())
            conduct_all(trials, lab, BedChoice(), results, ended, loads=loads)
    return orders


def _lab(
    experiment: Experiment, store: SimulatedStore, files: Path, told: CampaignProgress, observer: BedObserver
) -> Lab:
    @contextmanager
    def start_bed(plan: BedPlan, progress: Progress, home: Path | None = None) -> Iterator[SimulatedBed]:
        with simulated_bed(plan, progress, store, files / str(store.launches)) as bed:
            yield bed

    tools: dict[str, Any] = {
        "siege": SimulatedSiege(store),
        "hyperfoil": SimulatedHyperfoil(store),
        "order_generator": None,
        "recorder": SimulatedRecorder(store),
    }
    return Lab(
        experiment=experiment,
        system=replace(PET_STORE, start_bed=cast("Any", start_bed)),
        scenario=read_scenario(experiment.scenario),
        machine=MACHINE,
        revision=UNKNOWN,
        progress=told,
        observer=observer,
        **tools,
    )

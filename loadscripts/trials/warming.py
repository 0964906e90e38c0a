"""Warms fresh JVMs before their first trial: else the first trials would measure the compiler."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep

from loadscripts.load.customers import Customers
from loadscripts.load.think import Think
from loadscripts.planning.assignment import switched_by
from loadscripts.system.bed_protocol import Bed
from loadscripts.trials.drain import wait_until_drained
from loadscripts.trials.lab import Lab

CUSTOMERS = 8
BUSY = Think(0.0, 0.0)


def warm_jvms(bed: Bed, lab: Lab) -> None:
    """Lets a few customers order without a pause, by each delegate that is compared in turn."""
    if lab.experiment.jvm_warmup_s == 0:
        return
    levels = lab.experiment.levels()
    compare = lab.experiment.compare
    factor = compare if switched_by(lab.system, compare, levels) else "transition"
    bed.reset()
    bed.set_phase("warmup")
    for level in levels[factor]:
        delegates = lab.system.delegates({"transition": levels["transition"][0], factor: level})
        _warm(level, delegates, bed, lab, lab.experiment.jvm_warmup_s / len(levels[factor]))
    wait_until_drained(bed, lab.experiment.drain_deadline_s)


def _warm(level: str, delegates: Mapping[str, str], bed: Bed, lab: Lab, seconds: float) -> None:
    for transition, delegate in delegates.items():
        bed.switch(transition, delegate)
    customers = Customers(lab.scenario, CUSTOMERS, BUSY, seconds, seed=lab.experiment.seed)
    urls = customers.urls(bed.applications[lab.scenario.application])
    lab.progress.wait(f"warming the JVMs: {level}", seconds)
    with TemporaryDirectory(prefix="petlab-siege-") as scratch, customers.ordering(lab.siege, urls, Path(scratch)):
        sleep(seconds)

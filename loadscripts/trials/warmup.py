"""Warms up fresh JVMs before their first trial: else the first trials would measure the compiler."""

from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep

from loadscripts.load.customers import Customers
from loadscripts.load.think import Think
from loadscripts.system.bed_protocol import Bed
from loadscripts.trials.drain import wait_until_drained
from loadscripts.trials.lab import Lab

CUSTOMERS = 8
BUSY = Think(0.0, 0.0)


def warm_up_jvms(bed: Bed, lab: Lab) -> None:
    """Lets a few customers order without a pause, by each means of transport of the experiment in turn."""
    transitions = lab.experiment.levels()["transition"]
    if lab.experiment.jvm_warmup_s == 0:
        return
    bed.reset()
    bed.set_phase("warmup")
    for transition in transitions:
        _warm_up(transition, bed, lab, lab.experiment.jvm_warmup_s / len(transitions))
    wait_until_drained(bed, lab.experiment.drain_deadline_s)


def _warm_up(transition: str, bed: Bed, lab: Lab, seconds: float) -> None:
    for name, delegate in lab.system.delegates({"transition": transition}).items():
        bed.switch(name, delegate)
    customers = Customers(lab.scenario, CUSTOMERS, BUSY, seconds, seed=lab.experiment.seed)
    urls = customers.urls(bed.applications[lab.scenario.application])
    lab.progress.wait(f"warming up the JVMs: {transition}", seconds)
    with TemporaryDirectory(prefix="petlab-siege-") as scratch, customers.ordering(lab.siege, urls, Path(scratch)):
        sleep(seconds)

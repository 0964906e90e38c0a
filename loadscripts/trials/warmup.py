"""Warms up fresh JVMs before their first trial, until they are steady: else the first trials measure the compiler."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from analysis.contract.steady_state import METHOD, WINDOW_S, WarmupDocument, WarmupWindow, is_steady
from deploy.specification.delegate_choice import drawn
from loadscripts.campaign_progress import Silent
from loadscripts.load.customers import Customers
from loadscripts.load.direct_orders import DirectOrders
from loadscripts.load.generator import RunningLoad
from loadscripts.load.think import Think, parse_think
from loadscripts.planning.assignment import switched_by
from loadscripts.planning.experiment import Experiment
from loadscripts.probes.bed_observer import Unobserved
from loadscripts.probes.order_cpu import OrderCpu
from loadscripts.system.bed_protocol import Bed
from loadscripts.trials.drain import wait_until_drained
from loadscripts.trials.duet import duet
from loadscripts.trials.lab import Lab

CUSTOMERS = 8
BUSY, EASY = Think(0.0, 0.0), Think(0.1, 0.4)
_OVER_S = 0.005
_MARGIN_S = 30.0
"""After which customers end by themselves, should nobody end them."""


def warm_up_together(beds: Sequence[Bed], lab: Lab) -> None:
    """Warms up the JVMs of one bed, or of two at the same time. Who waits for them is told of the first."""
    if len(beds) == 1:
        warm_up_jvms(beds[0], lab)
        return
    here, there = duet("", "")
    quiet = replace(lab, company=there, progress=Silent(), observer=Unobserved())
    with ThreadPoolExecutor(1, "petlab-warmup") as thread:
        other = thread.submit(warm_up_jvms, beds[1], quiet)
        try:
            warm_up_jvms(beds[0], lab)
            other.result()
        except KeyboardInterrupt:  # it reaches this thread alone
            here.interrupt()
            raise


def warm_up_jvms(bed: Bed, lab: Lab) -> None:
    """Lets customers order by each delegate that is compared, for at least jvm_warmup_s and at most jvm_warmup_limit_s
    seconds, a few of them without a pause unless two beds are warmed up at the same time; the lab notes what became of
    it.
    """
    if lab.experiment.jvm_warmup_s == 0:
        return
    get_ready(bed, lab)
    lab.progress.wait("warming up the JVMs", lab.experiment.jvm_warmup_limit_s)
    with lab.observer.watching(bed):
        windows = _warm_up(bed, lab)
        lab.warmups[bed.launch] = WarmupDocument(method=METHOD, steady=is_steady(windows), windows=tuple(windows))
        wait_until_drained(bed, lab.experiment.drain_deadline_s)


def get_ready(bed: Bed, lab: Lab) -> None:
    """For customers before the first trial: the store is empty, and each delegate that is compared has its part."""
    bed.reset()
    bed.set_phase("warmup")
    for transition, choice in _choices(lab).items():
        bed.switch(transition, choice)


def _choices(lab: Lab) -> dict[str, str]:
    """For each transition the delegate, or all that are compared: one is drawn for each order, so that windows are
    alike.
    """
    levels, compare = lab.experiment.levels(), lab.experiment.compare
    factor = compare if switched_by(lab.system, compare, levels) else "transition"
    first = levels["transition"][0]
    ways = [lab.system.delegates({"transition": first, factor: level}) for level in levels[factor]]
    used = {transition: tuple(dict.fromkeys(way[transition] for way in ways)) for transition in ways[0]}
    return {name: each[0] if len(each) == 1 else drawn(lab.experiment.seed, each) for name, each in used.items()}


def _warm_up(bed: Bed, lab: Lab) -> list[WarmupWindow]:
    limit_s = lab.experiment.jvm_warmup_limit_s
    with TemporaryDirectory(prefix="petlab-warmup-") as scratch, ordering(bed, lab, limit_s, Path(scratch)) as load:
        return _until_steady(bed, lab, limit_s, load.wait_while_running)


def ordering(bed: Bed, lab: Lab, seconds: float, scratch: Path) -> AbstractContextManager[RunningLoad]:
    """Customers order until the block ends, for so long at least; what they did goes to the folder."""
    seed, scenario, limit_s = lab.experiment.seed, lab.scenario, seconds + _MARGIN_S
    number, think = _customers(lab.experiment)
    if scenario.of_programs:
        entrances = lab.experiment.factors.entrance or ()
        return DirectOrders(
            scenario, entrances, number, None, think, limit_s, seed, bed.foreign_access, bed.mail_record,
            lab.order_generator,
        ).ordering(scratch)  # fmt: skip
    customers = Customers(scenario, number, think, limit_s, seed)
    return customers.ordering(lab.siege, customers.urls(bed.applications[scenario.application]), scratch)


def _customers(experiment: Experiment) -> tuple[int, Think]:
    """How many warm up, and how they think. In a duet they are those of its trials, or as many who think: of two that
    take all they can get, the one that is warmer gets more, and gets warmer still.
    """
    if not experiment.duet:
        return CUSTOMERS, BUSY
    customers = experiment.factors.customers
    return (customers[0], parse_think(experiment.factors.think[0])) if customers else (CUSTOMERS, EASY)


def _until_steady(bed: Bed, lab: Lab, limit_s: float, wait: Callable[[float], None]) -> list[WarmupWindow]:
    """What was measured. A window that the limit cuts short counts for nothing. wait: for so many seconds while there
    is load, as an idle JVM is no warm one.
    """
    least_s = lab.experiment.jvm_warmup_s
    meter, begin_s = OrderCpu(bed), time.monotonic()
    windows: list[WarmupWindow] = []
    while (left_s := begin_s + limit_s - time.monotonic()) > _OVER_S:
        wait(min(WINDOW_S, left_s))
        lab.company.check()
        if left_s >= WINDOW_S - _OVER_S:
            windows.append(meter.window())
        if time.monotonic() - begin_s >= least_s - _OVER_S and is_steady(windows):
            break
    return windows

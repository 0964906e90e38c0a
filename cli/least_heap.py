"""least-heap: the least heap in which a server bears the load of an experiment, kept for heaps in multiples of it."""

from typing import Annotated

import typer
from rich.table import Table

from analysis.contract.experiment_document import HeapOfExperiment
from analysis.contract.machine_heaps import LeastHeap
from cli.consoles import plain_console
from cli.experiment_options import PortBaseOption
from cli.kept_capacity import capacity_per_s
from cli.kept_heaps import keep_heap
from cli.profiles import jdk_build, this_machine
from cli.progress_display import ProgressDisplay
from deploy.errors import BedError, PlanError
from deploy.lifecycle import lifetime
from loadscripts.floors.store_load import StoreLoad
from loadscripts.heaps.least_heap import AMPLE_MB, HeapSearch
from loadscripts.load.scenario import read_scenario
from loadscripts.load.siege_answers import compile_listener
from loadscripts.load.siege_program import find_siege
from loadscripts.load.think import parse_think
from loadscripts.load.thinktime import compile_shim
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.experiment_file import find_experiment, read_experiment
from loadscripts.planning.heap_levels import options_of
from loadscripts.planning.measured_beds import plan_of
from loadscripts.probes.machine import revision
from loadscripts.system.system_registry import SYSTEMS

#: Any will do while the experiment is read: what it is in truth is being looked for.
_ANY = HeapOfExperiment(mb=256)


def least_heap(
    experiment: Annotated[str, typer.Argument(metavar="EXPERIMENT", help="An experiment by its name or its file.")],
    seconds: Annotated[float, typer.Option(min=5, max=600, help="Seconds under load for each heap tried.")] = 20.0,
    warmup: Annotated[float, typer.Option(min=0, max=600, help="Seconds of load before that.")] = 15.0,
    port_base: PortBaseOption = 21000,
) -> None:
    """Find the least heap in which a server bears an experiment's load, and keep it for heaps in multiples of it."""
    if lifetime.attach() is not None:
        raise BedError("a bed is up already: take it down first (petlab down), or end the other petlab run")
    asked = read_experiment(find_experiment(experiment), capacity_per_s, lambda question: _ANY)
    question = asked.heap_question
    if question is None:
        raise PlanError(
            f"{asked.name}: expected no factor {asked.no_heap_with[0]}: the least heap is found with "
            "customers who order through the pages, and with one delegate for all transitions"
        )
    machine, build = this_machine(question.jdk), jdk_build(question.jdk)
    ample = (*question.jvm_options, *options_of(AMPLE_MB))
    plan = plan_of(question.bed, question.topology, ample, question.jdk, port_base)
    with (
        ProgressDisplay(plain_console(stderr=True, highlight=False)).shown() as progress,
        lifetime.bed_up(plan, progress) as bed,
    ):
        load = StoreLoad(
            bed,
            SYSTEMS[asked.system],
            read_scenario(asked.scenario),
            find_siege(compile_shim(), compile_listener()),
            None,
            question.customers,
            parse_think(question.think),
        )
        found = HeapSearch(question, load, progress, seconds, warmup).run(machine, build, revision())
    show_and_keep(found, asked)


def show_and_keep(found: LeastHeap, asked: Experiment) -> None:
    """A search of a quarter of an hour is lost neither to a cache that is full, nor to an output that is closed."""
    console = plain_console()
    try:
        console.print(_table(found))
        console.print(_sentence(found, asked), soft_wrap=True, highlight=False)
    finally:
        file = keep_heap(found)
    console.print(f"kept in {file}", soft_wrap=True, highlight=False)


def _table(found: LeastHeap) -> Table:
    table = Table("heap", "", "orders")
    for each in sorted(found.attempts, key=lambda attempt: attempt.mb):
        table.add_row(f"{each.mb} MiB", each.outcome, str(each.orders))
    return table


def _sentence(found: LeastHeap, asked: Experiment) -> str:
    options = " ".join(found.jvm_options) or "the bed's JVM options"
    return (
        f"{found.least_mb} MiB bear the load of {asked.name} ({found.customers} customers) with {options}; "
        f"{found.too_small_mb} MiB do not."
    )

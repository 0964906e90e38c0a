"""tune-gc: the collector, heap and options that keep an objective under a rate of orders for the least CPU."""

import re
from collections.abc import Iterator
from typing import Annotated

import typer

from analysis.contract.objective import parse_objective
from cli.conducting import confirm
from cli.consoles import plain_console
from cli.experiment_options import DryRunOption, PortBaseOption, ResultsOption, YesOption
from cli.tuning_search import Search, TuningSearch
from deploy.errors import PlanError
from deploy.host.jdk import Jdk
from deploy.specification.delegate_choice import MAX_SEED
from loadscripts.load.load_levels import Steady, parse_load
from loadscripts.planning.heap_levels import parse_heap
from loadscripts.trials.results_folder import RESULTS
from loadscripts.tuning.candidates import LEAST_MB, first_round, rounds_within
from loadscripts.tuning.refusals import Refusals

_BUDGET = re.compile(r"(\d+(?:\.\d+)?)(m|h)")


def tune_gc(
    rate: Annotated[str, typer.Option(metavar="RATE", help="Orders per second: 40/s.")] = "10/s",
    objective: Annotated[str, typer.Option(help="Objective to keep.")] = "p99 response <= 500 ms",
    max_heap: Annotated[str, typer.Option(metavar="SIZE", help="The most memory that the heap may take.")] = "1g",
    budget: Annotated[str, typer.Option(metavar="TIME", help="How long it may take: 90m, 1.5h.")] = "90m",
    seed: Annotated[
        int, typer.Option(min=0, max=MAX_SEED, help="Seed for the order of candidates, and for customers.")
    ] = 2004,
    results: ResultsOption = RESULTS,
    port_base: PortBaseOption = 21000,
    dry_run: DryRunOption = False,
    yes: YesOption = False,
) -> int:
    """Search for the collector, heap and options that keep an objective at a rate of orders for the least CPU.

    Exit code 1 when no launch of the first round could be counted.
    """
    search = _search_of(rate, objective, max_heap, budget, seed)
    console = plain_console(soft_wrap=True, highlight=False)
    if dry_run:
        for line in _plan(search):
            console.print(line)
        return 0
    confirm("The search", search.rounds.seconds(search.max_mb), yes)
    conducted = TuningSearch(search, results, port_base)
    page = conducted.run()
    console.print(page.read_text(encoding="utf-8"))
    console.print(f"{page}")
    return 1 if conducted.knows_nothing else 0


def _search_of(rate: str, objective: str, max_heap: str, budget: str, seed: int) -> Search:
    try:
        load, wished, heap = parse_load(rate), parse_objective(objective), parse_heap(max_heap)
    except ValueError as error:
        raise PlanError(f"tune-gc: {error}") from error
    if not isinstance(load, Steady):
        raise PlanError(f"--rate: expected one rate of orders such as 40/s, got {rate!r}")
    if heap.size_mb is None or heap.size_mb < LEAST_MB:
        raise PlanError(f"--max-heap: expected a size of {LEAST_MB}m or more, got {max_heap}")
    length = _BUDGET.fullmatch(budget)
    if length is None:
        raise PlanError(f"--budget: expected a time such as 90m or 1.5h, got {budget!r}")
    seconds = float(length[1]) * (60 if length[2] == "m" else 3600)
    return Search(rate, wished, heap.size_mb, rounds_within(seconds, heap.size_mb), seed, seconds)


def _plan(search: Search) -> Iterator[str]:
    rounds, refusals = search.rounds, Refusals(Jdk.of_this_run())
    candidates = refusals.started(first_round(search.max_mb, rounds.heaps))
    length = f"{rounds.seconds(search.max_mb) / 60:.0f} minutes"
    yield f"{search.load}, {search.objective.text}, heaps up to {search.max_mb} MiB, {length}"
    yield f"first round: {', '.join(each.name for each in candidates)}"
    if left_out := refusals.sentence():
        yield left_out
    yield f"second round: the best {rounds.kept} and up to {rounds.variants} variants of each"
    if rounds.combined:
        yield f"third round: the best two of these, and up to {rounds.combined} combinations of options that did best"
    yield f"last round: the best of these against the default, {rounds.launches} launches of either"

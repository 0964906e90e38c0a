"""floors: what the parts of a bed would allow by themselves, and what share of that the store reaches."""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from analysis.contract.checksums import write_checksums
from analysis.contract.durable_files import give_name
from analysis.contract.floors_document import FloorsDocument
from cli import transaction_options
from cli.consoles import plain_console
from cli.experiment_options import PortBaseOption, ResultsOption
from cli.kept_floors import keep_floors
from cli.progress_display import ProgressDisplay
from cli.recorded_command import recorded_command
from cli.transaction_options import ForcedWritesOption, LogStoreOption, ManagerOption
from deploy.errors import BedError
from deploy.lifecycle import lifetime
from deploy.specification.message_store import JOURNAL, MESSAGE_STORES
from deploy.specification.plan import BedPlan
from deploy.specification.transactions import TransactionPlan
from loadscripts.floors.measuring import FloorPlan, measure_floors
from loadscripts.floors.primitives import MAX_CONCURRENCY
from loadscripts.trial_errors import ResultsError
from loadscripts.trials.results_folder import RESULTS, write_document


def floors(
    rounds: Annotated[int, typer.Option(min=1, help="Number of rounds; an interval needs three.")] = 5,
    seconds: Annotated[float, typer.Option(min=0.5, max=600, help="Seconds that each measurement takes.")] = 3.0,
    concurrency: Annotated[
        int, typer.Option(min=2, max=MAX_CONCURRENCY, help="Measure one at a time, and this many at a time.")
    ] = MAX_CONCURRENCY,
    customers: Annotated[int, typer.Option(min=1, max=1000, help="Customers of the store, without think time.")] = 16,
    warmup: Annotated[float, typer.Option(min=0, max=3600, help="Seconds of load before the first round.")] = 20.0,
    delegate: Annotated[
        str,
        typer.Option(metavar="NAME", help="Delegate of supplier orders and invoices: jms-nontransacted, soap."),
    ] = "jms-transacted",
    results: ResultsOption = RESULTS,
    port_base: PortBaseOption = 21000,
    transaction_manager: ManagerOption = None,
    log_store: LogStoreOption = None,
    forced_writes: ForcedWritesOption = None,
    message_store: Annotated[
        str, typer.Option(metavar="NAME", help=f"Where the broker keeps messages: {' or '.join(MESSAGE_STORES)}.")
    ] = JOURNAL,
) -> None:
    """Measure what each part of a bed would allow by itself, which of them binds, and what share the store reaches."""
    if lifetime.attach() is not None:
        raise BedError("a bed is up already: take it down first (petlab down), or end the other petlab run")
    requested = transaction_options.requested(transaction_manager, log_store, forced_writes) or TransactionPlan()
    bed_plan = BedPlan(
        port_base=port_base,
        transitions=dict.fromkeys(("supplier-order", "invoice"), delegate),
        transactions=requested,
        message_store=message_store,
        floor_probe=True,
    )
    plan = FloorPlan(rounds, seconds, concurrency, customers, warmup)
    command = recorded_command()
    with drafted(results) as draft:
        with (
            ProgressDisplay(plain_console(stderr=True, highlight=False)).shown() as progress,
            lifetime.bed_up(bed_plan, progress) as bed,
        ):
            record = measure_floors(bed, plan, command, progress)
        try:
            page = write_floors(record, draft)
        finally:
            keep_floors(record, plain_console(stderr=True))
    from analysis.reporting.floors_report import floors_sentence, floors_table  # its libraries are slow to load

    console = plain_console()
    console.print(floors_table(record))
    console.print(floors_sentence(record), soft_wrap=True, highlight=False)
    console.print(f"{page}", soft_wrap=True, highlight=False)


@contextmanager
def drafted(parent: Path) -> Iterator[Path]:
    """A folder for record and report, there before anything is measured; without them it is removed.

    Raises:
        ResultsError: it cannot be created.
    """
    draft = parent / f".floors-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}.tmp"
    try:
        draft.mkdir(parents=True)
    except OSError as error:
        raise ResultsError(f"{draft} cannot be created: {error.strerror}") from error
    try:
        yield draft
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def write_floors(record: FloorsDocument, draft: Path) -> Path:
    """Writes record and report, and gives their folder its name: complete or absent. The page."""
    from analysis.reporting.floors_report import FILE, write_floors_report  # its libraries are slow to load

    write_document(draft / FILE, record)
    write_floors_report(draft)
    write_checksums(draft, [draft / FILE])
    folder = draft.with_name(draft.stem.removeprefix("."))
    give_name(draft, folder)
    return folder / "report.html"

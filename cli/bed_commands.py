"""up, down, status, switch: a bed that is kept running, to look at the store by hand."""

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from cli import transaction_options
from cli.consoles import plain_console
from cli.experiment_options import DatabaseOption, PortBaseOption
from cli.progress_display import ProgressDisplay
from cli.transaction_options import ForcedWritesOption, LogStoreOption, ManagerOption
from deploy.bed.standing_bed import Bed, BedPlan, DeadLetter
from deploy.lifecycle import lifetime
from deploy.specification import foreign_client
from deploy.specification.broker_place import BROKER_PLACES, PROCESS
from deploy.specification.database_commit import DATABASE_COMMITS, TWO_PHASE
from deploy.specification.delegate_choice import delegates_of, described
from deploy.specification.message_store import JOURNAL, MESSAGE_STORES
from deploy.specification.plan import (
    FEW_NEW_PASSWORDS,
    FEW_PENDING_PASSWORDS,
    FEW_SESSIONS,
    KEPT_MAILS,
    MANY_MAILS,
    STRONG_PASSWORDS,
)
from deploy.specification.transactions import TransactionPlan

_DEAD_LETTERS_SHOWN = 20


def up(
    topology: Annotated[str, typer.Option(help="Name of a file in deploy/topologies.")] = "one-server",
    port_base: PortBaseOption = 21000,
    database: DatabaseOption = None,
    transaction_manager: ManagerOption = None,
    log_store: LogStoreOption = None,
    forced_writes: ForcedWritesOption = None,
    message_store: Annotated[
        str, typer.Option(metavar="NAME", help=f"Where the broker keeps messages: {' or '.join(MESSAGE_STORES)}.")
    ] = JOURNAL,
    broker: Annotated[
        str, typer.Option(metavar="NAME", help=f"Where the broker runs: {' or '.join(BROKER_PLACES)}.")
    ] = PROCESS,
    database_commit: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=f"How the database ends a transaction with the broker: {' or '.join(DATABASE_COMMITS)}.",
        ),
    ] = TWO_PHASE,
    faults: Annotated[bool, typer.Option("--faults", help="Include crash points, which can be armed.")] = False,
    tls: Annotated[
        bool, typer.Option("--tls", help="Use the variant of the topology with TLS (its name and -tls).")
    ] = False,
) -> None:
    """Start a bed, keep it running, and print its addresses and credentials."""
    requested = transaction_options.requested(transaction_manager, log_store, forced_writes) or TransactionPlan()
    named = f"{topology}-tls" if tls and not topology.endswith("-tls") else topology
    plan = BedPlan(
        topology=named,
        port_base=port_base,
        database_url=database,
        settings={
            "password.cost": STRONG_PASSWORDS,
            "password.new-per-minute": FEW_NEW_PASSWORDS,
            "password.max-pending": FEW_PENDING_PASSWORDS,
            "sessions.max-per-address": FEW_SESSIONS,
            KEPT_MAILS: MANY_MAILS,
        },
        transactions=requested,
        faults=faults,
        message_store=message_store,
        broker=broker,
        database_commit=database_commit,
    )
    with ProgressDisplay(plain_console(stderr=True, highlight=False)).shown() as progress:
        standing = lifetime.up(plan, progress=progress, foreground=False)
    typer.echo(_sign_ons(standing))


def down() -> None:
    """Take the bed down, whether it is up, is starting, or has died and left something."""
    with ProgressDisplay(plain_console(stderr=True, highlight=False)).shown() as progress:
        was_there = lifetime.down(progress)
    if not was_there:
        typer.echo("there is no bed")


def status() -> int:
    """Show the running bed: applications, transactions, delegates, queues. Exit code 1 when there is none."""
    standing = lifetime.attach()
    if standing is None:
        typer.echo("there is no bed")
        return 1
    console = plain_console()
    console.print(_applications(standing))
    typer.echo(_sign_ons(standing))
    console.print(_managers(standing))
    console.print(f"in doubt now: {standing.in_doubt().describe()}", highlight=False)
    console.print(_transitions(standing))
    console.print(_queues(standing))
    if letters := standing.dead_letters():
        console.print(_dead_letters(letters))
    client = standing.home / foreign_client.FILE
    console.print(f"for foreign clients (docs/service-interfaces.md): {client}", highlight=False, soft_wrap=True)
    return 0


def switch(
    transition: Annotated[str, typer.Argument(help="order-submission, supplier-order or invoice.")],
    delegate: Annotated[
        str, typer.Argument(help="jms-transacted, jms-nontransacted or soap; or drawn:7:jms-transacted,soap.")
    ],
) -> None:
    """Switch the delegate by which one transition of the running bed sends."""
    standing = lifetime.bed_to_change("switch")
    standing.switch(transition, delegate)
    typer.echo(switched(transition, delegate))


def switched(transition: str, delegate: str) -> str:
    """What is said of a switch."""
    if delegates_of(delegate) == (delegate,):
        return f"{transition} now uses {delegate}"
    return f"{transition} uses a delegate that is {described(delegate)}"


def _applications(standing: Bed) -> Table:
    table = Table("application", "address", "health")
    checks = standing.health()
    for application, address in standing.applications.items():
        down = [check for check in checks if check.application == application and not check.up]
        reasons = "; ".join(f"{check.part}: {check.reason}" for check in down)
        table.add_row(application, f"{address}/", f"DOWN: {reasons}" if down else "ready")
    return table


def _sign_ons(standing: Bed) -> str:
    """One line for each application: no table, because a narrow terminal would break its addresses."""
    rows = [(each, f"{standing.applications[each.application]}/") for each in standing.sign_ons]
    widest = max(len(address) for _, address in rows)
    return "\n".join(f"{each.title:<15} {address:<{widest}}  {each.name} / {each.password}" for each, address in rows)


def _managers(standing: Bed) -> Table:
    table = Table("server", "transaction manager", "log store", "forced writes", "crash points")
    for server, manager_facts in standing.transactions().items():
        manager = f"{manager_facts['manager']} {manager_facts.get('version', standing.versions['payara'])}"
        forced = {True: "yes", False: "no"}[bool(manager_facts.get("forced_writes", True))]
        armed = _armed(standing, server)
        table.add_row(server, manager, str(manager_facts.get("log_store", "its own")), forced, armed)
    return table


def _armed(standing: Bed, server: str) -> str:
    if not standing.plan.faults:
        return "none in this bed"
    return standing.crash_points()[server]["armed"] or "nothing armed"


def _transitions(standing: Bed) -> Table:
    table = Table("transition", "sender", "delegate")
    for application in standing.applications:
        for transition, delegate in standing.manage(application).get_json("transitions").items():
            table.add_row(transition, application, described(delegate))
    return table


def _queues(standing: Bed) -> Table:
    table = Table("queue", "messages", "being delivered")
    for queue in standing.queue_lengths():
        table.add_row(queue.queue, str(queue.messages), str(queue.delivering))
    return table


def _dead_letters(letters: Sequence[DeadLetter]) -> Table:
    table = Table("dead letter in", "order", "reason")
    for letter in letters[:_DEAD_LETTERS_SHOWN]:
        table.add_row(letter.queue, Text(letter.order_id), Text(letter.reason))
    if len(letters) > _DEAD_LETTERS_SHOWN:
        table.caption = f"and {len(letters) - _DEAD_LETTERS_SHOWN} more"
    return table

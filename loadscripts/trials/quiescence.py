"""After the load: until the last order is done, and nothing is in doubt any more."""

from loadscripts.faults.fault import FaultContext
from loadscripts.faults.in_doubt_polling import in_doubt_once_available, wait_until_nothing_in_doubt
from loadscripts.trials.drain import wait_until_drained


def wait_until_quiescent(context: FaultContext, timeout_s: float) -> None:
    """Waits until the store is drained; after faults, and where crash points were armed, also until all that was in
    doubt is decided.

    What stays in doubt holds locks, and the orders behind them wait. Then the servers are restarted as an operator
    would do, once: a manager that asks its resources only when it starts does so now. The record says so.

    The store has to be drained within timeout_s seconds, counted again when a decision released documents.
    """
    run, bed = context.run, context.bed
    run.drained = wait_until_drained(bed, timeout_s)
    if not run.faults and not run.crash_points:
        return
    if wait_until_nothing_in_doubt(run.faults, bed):
        run.drained = wait_until_drained(bed, timeout_s)
    if in_doubt_once_available(bed).total:
        _restart_servers(context)
        wait_until_nothing_in_doubt(run.faults, bed)
        run.drained = wait_until_drained(bed, timeout_s)


def _restart_servers(context: FaultContext) -> None:
    """By SIGKILL: an orderly end could wait for the very locks."""
    context.progress.step("restarting the servers: something is still in doubt")
    context.run.restarted_to_decide = True
    for jvm in context.bed.jvms:
        context.bed.kill(jvm.name)
    context.logs.keep()
    context.bed.recover()
    context.bed.set_phase("drain")

"""After the load: until the last order is done, and nothing is in doubt any more."""

from loadscripts.drain import wait_until_drained
from loadscripts.fault import Scene
from loadscripts.in_doubt import in_doubt_once_available, wait_until_nothing_in_doubt


def settle(scene: Scene, timeout_s: float) -> None:
    """Waits until the store is at rest; after faults, also until all that was in doubt is decided.

    What stays in doubt holds locks, and the orders behind them wait. Then the servers are restarted as an operator
    would do, once: a manager that asks its resources only when it starts does so now. The record says so.

    The store has to come to rest within timeout_s seconds, counted anew when a decision let documents go on.
    """
    course, bed = scene.course, scene.bed
    course.drained = wait_until_drained(bed, timeout_s)
    if not course.faults:
        return
    if wait_until_nothing_in_doubt(course.faults, bed):
        course.drained = wait_until_drained(bed, timeout_s)
    if in_doubt_once_available(bed).total:
        _restart_servers(scene)
        wait_until_nothing_in_doubt(course.faults, bed)
        course.drained = wait_until_drained(bed, timeout_s)


def _restart_servers(scene: Scene) -> None:
    """Without a farewell, which could wait for the very locks."""
    scene.progress.step("restarting the servers: something is still in doubt")
    scene.course.restarted_to_decide = True
    for jvm in scene.bed.jvms:
        scene.bed.kill(jvm.name)
    scene.logs.keep_of_ended(scene.bed.is_running)
    scene.bed.bring_back()
    scene.bed.set_phase("drain")

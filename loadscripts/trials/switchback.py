"""A trial by window: one continuous load, and the levels of a factor take turns every few seconds."""

import time
from collections.abc import Callable

from loadscripts.facts.trial_run import SwitchedWindow, now_ns
from loadscripts.faults.fault import FaultContext
from loadscripts.planning.assignment import Assignment, PlannedWindow, plan_windows
from loadscripts.planning.factors import DELAY
from loadscripts.planning.trial import Trial
from loadscripts.trial_errors import SwitchError


def switch_by_window(
    trial: Trial, assignment: Assignment, measure_s: float, context: FaultContext, sample: Callable[[], None]
) -> None:
    """Conducts the windows that fit into measure_s seconds, and notes when each began and ended.

    sample: takes a sample of the processes now, so that what they use in a window need not be estimated at its edges.

    Raises:
        SwitchError: a switch was answered so late that nothing of its window was left.
        PetlabError: it was not answered, or the generator has ended.
    """
    begin_s = time.monotonic()
    for number, window in enumerate(plan_windows(assignment, trial.seed, measure_s)):
        sample()
        _switch(trial, assignment, window, begin_s + number * assignment.window_s, context)
        begin_ns = now_ns()
        context.wait_while_running(assignment.washout_s)
        sample()
        # A switch that was answered late makes its window shorter, and does not delay the next one.
        context.wait_while_running(begin_s + (number + 1) * assignment.window_s - time.monotonic())
        context.run.switched_windows.append(SwitchedWindow(begin_ns, now_ns(), window.block, window.level))
    sample()


def _switch(trial: Trial, assignment: Assignment, window: PlannedWindow, due_s: float, context: FaultContext) -> None:
    for transition in trial.switched:
        context.bed.switch(transition, window.level)
    if assignment.factor == DELAY:
        context.bed.delay(window.level)
    late_s = time.monotonic() - due_s
    if late_s > assignment.window_s - assignment.washout_s:
        raise SwitchError(
            f"the switch to {window.level} was answered {late_s:.1f} s after its window should have begun: "
            f"nothing of window_s = {assignment.window_s:g} was left after the wash-out; make windows longer"
        )

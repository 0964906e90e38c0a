"""What a person sees while something takes its time."""

import io
import time

import pytest
from rich.console import Console

from cli.progress_display import ProgressDisplay, _Drawing, _TimeLeft


@pytest.fixture
def clock(monkeypatch):
    """The time in seconds, which a test sets."""
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def told(act):
    """What it writes where nobody sits at a terminal."""
    out = io.StringIO()
    with ProgressDisplay(Console(file=out, width=200)).shown() as progress:
        act(progress)
    return out.getvalue().splitlines()


def test_without_a_terminal_each_step_wait_and_trial_is_a_line():
    def act(progress):
        progress.step("starting broker")
        progress.wait("measuring", 30)
        progress.trial(2, 12, "soap, 15 customers", 600)

    assert told(act) == ["starting broker", "measuring", "trial 2 of 12: soap, 15 customers"]


def test_a_void_trial_is_reported_with_its_reason_and_a_good_one_is_not():
    def act(progress):
        progress.trial_ended("007", "requests failed: 3 [of 4]")
        progress.trial_ended("008", None)

    assert told(act) == ["trial 007 is void: requests failed: 3 [of 4]"]


def test_what_a_step_names_is_drawn_as_it_is(progress):
    progress.step("waiting for [/127.0.0.1:21316] [opc]")
    text_column, *_ = progress._drawn.columns
    assert text_column(tasks_of(progress)[-1]).plain == "waiting for [/127.0.0.1:21316] [opc]"


def tasks_of(progress):
    return list(progress._drawn.tasks)


@pytest.fixture
def progress(clock):
    """On a terminal, where nothing but bars is drawn."""
    return ProgressDisplay(Console(file=io.StringIO(), force_terminal=True, width=200))


def drawn(progress):
    """The tasks as they are drawn now."""
    list(progress._drawn.get_renderables())
    return tasks_of(progress)


def test_a_wait_fills_its_bar_with_the_clock_and_stays_full(progress, clock):
    progress.wait("measuring", 120)
    for after_s, completed in ((0, 0), (30, 30), (119, 119), (500, 120)):
        clock[0] = 1000 + after_s
        [_, now] = drawn(progress)
        assert (now.description, now.total, now.completed) == ("measuring", 120, completed)


def test_a_step_has_no_end_that_is_known(progress, clock):
    progress.wait("measuring", 120)
    progress.step("waiting for the last order")
    [_, now] = drawn(progress)
    assert (now.description, now.total, now.fields["due_s"]) == ("waiting for the last order", None, None)


def test_the_campaign_s_bar_has_what_is_done_and_what_remains(progress, clock):
    clock[0] += 100
    progress.trial(3, 12, "soap", 300)
    [whole, _] = drawn(progress)
    assert (whole.visible, whole.total, whole.completed) == (True, 400, 100)
    clock[0] += 60
    assert drawn(progress)[0].completed == 160


@pytest.mark.parametrize(("left_s", "text"), [(125.9, "2:05 left"), (59, "0:59 left"), (-3, "0:00 left")])
def test_the_time_left_is_in_minutes_and_seconds(clock, left_s, text):
    drawing = _Drawing(Console(file=io.StringIO()))
    drawing.add_task("", due_s=1000 + left_s)
    assert _TimeLeft().render(drawing.tasks[0]).plain == text


def test_a_time_that_nobody_knows_is_not_told():
    drawing = _Drawing(Console(file=io.StringIO()))
    drawing.add_task("", due_s=None)
    assert _TimeLeft().render(drawing.tasks[0]).plain == ""

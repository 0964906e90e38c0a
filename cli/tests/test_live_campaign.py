"""The live page of a campaign on the simulated store, of which everything is known."""

import json

import pytest

from cli.live.live_campaign import LiveCampaign
from cli.live.trial_events import PHASES, TrialEvents
from cli.tests.live_in_virtual_time import SUBJECT, conducted
from loadscripts.campaign_progress import Silent


@pytest.fixture(scope="module")
def live(tmp_path_factory):
    return conducted(tmp_path_factory.mktemp("live"))


@pytest.fixture(scope="module")
def shots(live):
    """The last one of the measuring window of each trial."""
    return [live.of_phase(number, "measuring")[-1] for number in (1, 2)]


def seen(values):
    """What is known of whole columns: neither the first nor the last."""
    return [value for value in values if value is not None][1:-1]


def test_each_trial_goes_through_its_phases(live):
    phases = [(shot["trial"]["number"], shot["trial"]["phase"]) for shot in map(json.loads, live.shots)]
    during = [phase for phase in PHASES if phase in ("warming up", "measuring", "draining")]
    assert list(dict.fromkeys(phases))[: len(during)] == [(1, phase) for phase in during]
    assert {phase for number, phase in phases if number == 2} >= {"warming up", "measuring"}


def test_the_time_left_is_that_of_the_plan(live):
    first, *_, last = live.of_phase(1, "measuring")
    for shot, left_s in ((first, 60), (last, 0)):
        assert (shot["trial"]["doing_due_ms"] - shot["now_ms"]) / 1000 == pytest.approx(left_s, abs=1)
    # Two trials of 73 s (70 s of load, 3 s around it), and a bed of 40 s.
    assert first["trial"]["due_ms"] - last["trial"]["due_ms"] == 0
    assert (first["trial"]["due_ms"] - first["now_ms"]) / 1000 == pytest.approx(2 * 73 + 40 - 10, abs=2)


def test_ten_orders_a_second(shots):
    for shot in shots:
        for name in ("placed", "completed"):
            rates = seen(shot["orders"][name])[10:]
            assert sum(rates) / len(rates) == pytest.approx(10, rel=0.05)


def test_response_times_are_in_the_bin_of_thirty_milliseconds_or_four_times_as_much(shots):
    bins = {}
    for shot in shots:
        level = shot["trial"]["text"].partition(",")[0]
        sums = [sum(counts) for counts in zip(*seen(shot["responses"])[-20:], strict=True)]
        bins[level] = {shot["bounds_s"][place] for place, count in enumerate(sums) if count}
    assert bins == {"jms-transacted": {0.04}, "soap": {0.16}}


def test_cores_by_process(shots):
    cpu = {each["name"]: seen(each["values"])[10:] for each in shots[0]["cpu"]}
    means = {name: sum(values) / len(values) for name, values in cpu.items()}
    # An order takes 18, 7 and 5 ms, and ten come each second; lab and Siege take their hundredths.
    known = {"server": 0.18, "broker": 0.07, "postgresql": 0.05, "petlab": 0.01, "siege": 0.02}
    assert means == pytest.approx(known, rel=0.06)
    busy = seen(shots[0]["busy"])[10:]
    assert sum(busy) / len(busy) == pytest.approx(0.33, rel=0.06)


def test_queues_pauses_and_canary(shots):
    shot = shots[0]
    assert {each["name"]: set(seen(each["values"])) for each in shot["queues"]} == {
        "MailQueue": {1},
        "SupplierOrderQueue": {4},
    }
    assert shot["dead"] == 50
    # One of 7.125 ms every two seconds, one of 21.5 ms every ten, one of 3.25 ms every fifteen.
    assert set(seen(shot["pauses"]["sum_ms"])) <= {7.125, 28.625, 10.375, 31.875}
    assert set(seen(shot["pauses"]["longest_ms"])) == {7.125, 21.5}
    assert set(seen(shot["canary_ms"])) == {2.0}


def test_trials_that_have_ended(live, shots):
    assert shots[0]["ended"] == []
    [first] = shots[1]["ended"]
    assert (first["id"], first["text"], first["reason"], first["canary_ms"]) == (
        "001",
        shots[0]["trial"]["text"],
        None,
        2.0,
    )
    live.progress.trial_ended("003", "requests failed: 3")
    whole = json.loads(live.snapshot("interrupted", "why"))
    assert (whole["ended_count"], whole["void_count"], whole["ended"][-1]["reason"]) == (3, 1, "requests failed: 3")
    assert (whole["state"], whole["outcome"]) == ("interrupted", "why")


def test_between_two_trials_none_is_in_a_phase():
    """Of a duet the second one ends, too. While beds are put up the next trial has not begun."""
    events = TrialEvents(Silent())
    events.trial(1, 4, "soap beside jms-transacted", 60.0)
    events.step("collecting")
    for ended in ("001", "002"):
        events.trial_ended(ended, None)
        assert (events.now.phase, events.now.doing) == (None, "between trials")
    events.step("starting the broker")
    assert (events.now.phase, events.now.doing) == (None, "starting the broker")
    assert [each.text for each in events.ended] == ["soap beside jms-transacted"] * 2


def test_the_page_is_told_nothing_but_what_it_draws(shots):
    assert set(shots[0]) == {
        "now_ms", "state", "outcome", "experiment", "question", "cores", "phases", "trial", "ended", "ended_count",
        "void_count", "first_ms", "column_ms", "orders", "bounds_s", "responses", "queues", "dead", "pauses", "cpu",
        "busy", "canary_ms",
    }  # fmt: skip


def test_before_anything_is_known_everything_is_unknown():
    live = LiveCampaign(SUBJECT, Silent())
    live.ask_store()
    live.take_in()
    shot = json.loads(live.snapshot("running"))
    assert shot["trial"]["number"] == 0
    assert set(shot["orders"]["placed"] + shot["busy"] + shot["responses"]) == {None}

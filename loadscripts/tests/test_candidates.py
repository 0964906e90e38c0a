"""What a search for a collector tries, how it is shared out, and who is best; worked by hand."""

# mypy: disable-error-code="no-untyped-def"

import pytest

from loadscripts.trial_errors import ExperimentError
from loadscripts.tuning.candidates import (
    COLLECTORS,
    Candidate,
    Rounds,
    Score,
    best,
    default,
    first_round,
    frontier,
    rounds_within,
    variants_of,
)

INFINITE = float("inf")


def test_each_collector_is_tried_in_halves_of_the_memory_down_to_what_a_server_starts_in():
    tried = first_round(1024, 3)
    assert len(tried) == 3 * len(COLLECTORS) == 18
    assert {each.heap_mb for each in tried} == {1024, 512, 256}
    assert {each.heap_mb for each in first_round(512, 3)} == {512, 256}, "128 MiB are too few"
    assert default(1024) in tried
    assert default(1024).options == ("-XX:+UseG1GC", "-Xms1024m", "-Xmx1024m")
    assert default(1024).tried_options == (
        *default(1024).options,
        "-XX:TieredStopAtLevel=1",
        "-XX:ReservedCodeCacheSize=512m",
    )


def test_variants_differ_in_one_option_from_what_was_kept():
    found = [each.options[3:] for each in variants_of(Candidate("g1", 512), 250)]
    assert found == [("-XX:+UseCompactObjectHeaders",), ("-Xmn256m",), ("-XX:MaxGCPauseMillis=50",)]
    assert [each.further for each in variants_of(Candidate("zgc", 512), 250)] == [("-XX:+UseCompactObjectHeaders",)]


def test_a_launch_takes_124_s_and_the_budget_decides_how_many_there_are():
    """30 s to restart, 60 s of JVM warm-up, 6 + 25 s and 3 s around them. 12 + 10 + 12 launches, three beds of 40 s.
    The least: 6 + 5 + 6 launches, 37 minutes and 8 seconds.
    """
    assert Rounds(2, 3, 2, 6).seconds == 3 * 40 + 34 * 124
    assert rounds_within(34 * 124 + 120) == Rounds(2, 3, 2, 6)
    assert rounds_within(34 * 124 + 119).heaps == 1
    with pytest.raises(ExperimentError, match="--budget: expected 38m or more, got 10m"):
        rounds_within(600)


def test_what_the_budget_leaves_goes_to_the_launches_of_the_last_round():
    """Beside three beds 90 minutes have room for 42 launches: 12 + 10, and ten of either."""
    assert rounds_within(90 * 60) == Rounds(2, 3, 2, 10)
    assert rounds_within(34 * 124 + 120 + 247).launches == 6, "a launch of one alone tells nothing"
    assert rounds_within(34 * 124 + 120 + 248).launches == 7
    assert rounds_within(24 * 60 * 60) == Rounds(4, 5, 3, 20)


def test_who_keeps_the_objective_for_the_least_cpu_is_best_and_then_who_is_nearest():
    quick = Score(Candidate("zgc", 1024), 40.0, 30.0)
    cheap = Score(Candidate("parallel", 1024), 99.0, 25.0)
    same_in_less = Score(Candidate("parallel", 512), 99.5, 25.0)
    late = Score(Candidate("serial", 1024), 101.0, 20.0)
    later = Score(Candidate("serial", 256), 300.0, 19.0)
    failed = Score(Candidate("shenandoah", 256), INFINITE, None)
    scores = [failed, later, late, quick, cheap, same_in_less]
    order = [same_in_less, cheap, quick, late, later]
    assert best(scores, 100.0, 6) == [each.candidate for each in order], "who failed is out"
    assert best(scores, 10.0, 1) == [quick.candidate]


def test_the_frontier_has_no_one_whom_another_beats_in_all():
    a = Score(Candidate("g1", 1024), 50.0, 30.0)
    beaten = Score(Candidate("serial", 1024), 60.0, 30.0)
    smaller = Score(Candidate("serial", 256), 80.0, 31.0)
    cheaper = Score(Candidate("parallel", 1024), 90.0, 25.0)
    failed = Score(Candidate("zgc", 256), INFINITE, 1.0)
    assert frontier([a, beaten, smaller, cheaper, failed]) == [a, smaller, cheaper]

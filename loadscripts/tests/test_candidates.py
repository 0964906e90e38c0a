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
    best_other,
    default,
    first_round,
    frontier,
    rounds_within,
    variants_of,
    with_combinations,
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
    assert found == [
        ("-XX:+UseCompactObjectHeaders",),
        ("-Xmn256m",),
        ("-XX:MaxGCPauseMillis=50",),
        ("-XX:+UseStringDeduplication",),
    ]
    assert [each.further for each in variants_of(Candidate("zgc", 512), 250)] == [
        ("-XX:+UseCompactObjectHeaders",),
        ("-XX:+UseStringDeduplication",),
    ]


HEADERS, YOUNG, GOAL, STRINGS = (each.further[0] for each in variants_of(Candidate("parallel", 512), 250))


def scores_of(collector: str, heap_mb: int, **cpu_ms: float) -> list[Score]:
    """Of a collector in a heap, all within the objective: bare, and with one option each."""
    options = {"bare": (), "headers": (HEADERS,), "young": (YOUNG,), "goal": (GOAL,), "strings": (STRINGS,)}
    return [Score(Candidate(collector, heap_mb, options[name]), 50.0, value) for name, value in cpu_ms.items()]


def test_what_made_a_collector_better_is_combined_two_and_three_at_a_time():
    """Parallel is better with strings, headers, young, in this order; a goal costs it something. Serial is with young
    and headers. The two best ones of all of them stand beside.
    """
    scores = [
        *scores_of("parallel", 512, bare=30, headers=26, young=27, goal=31, strings=25),
        *scores_of("serial", 512, bare=33, headers=31, young=29),
    ]
    best_two = [Candidate("parallel", 512, (STRINGS,)), Candidate("parallel", 512, (HEADERS,))]
    found = with_combinations(scores, 100.0, 4, seed=1)
    assert found == [
        *best_two,
        Candidate("parallel", 512, (STRINGS, HEADERS)),
        Candidate("serial", 512, (YOUNG, HEADERS)),
        Candidate("parallel", 512, (STRINGS, HEADERS, YOUNG)),
    ]
    assert with_combinations(scores, 100.0, 1, seed=1) == found[:3]


def test_a_goal_is_not_combined_with_a_young_generation_of_a_given_size():
    [*_, combined] = with_combinations(scores_of("g1", 512, bare=30, young=20, goal=21, headers=22), 100.0, 4, seed=1)
    assert combined == Candidate("g1", 512, (YOUNG, HEADERS))
    [*_, combined] = with_combinations(scores_of("g1", 512, bare=30, young=21, goal=20, headers=22), 100.0, 4, seed=1)
    assert combined == Candidate("g1", 512, (GOAL, HEADERS))


def test_of_one_option_that_did_better_there_is_no_combination():
    assert with_combinations(scores_of("zgc", 512, bare=30, headers=29, strings=30), 100.0, 4, seed=1) == []
    better = scores_of("zgc", 512, bare=30, headers=29, strings=28)
    assert with_combinations(better, 100.0, 0, seed=1) == []
    assert with_combinations(better[1:], 100.0, 4, seed=1) == [], "beside what it did better is not known"


def test_between_equals_the_seed_decides_and_the_same_one_decides_the_same():
    equal = scores_of("parallel", 512, bare=30, headers=25, young=25, strings=25)
    found = [with_combinations(equal, 100.0, 1, seed)[-1].further for seed in range(20)]
    assert len(set(found)) > 1
    assert found == [with_combinations(equal, 100.0, 1, seed)[-1].further for seed in range(20)]


def test_a_launch_takes_124_s_and_the_budget_decides_how_many_there_are():
    """30 s to restart, 60 s of JVM warm-up, 6 + 25 s and 3 s around them. 12 + 10 + 12 launches, three beds of 40 s.
    The least: 6 + 5 + 6 launches, 37 minutes and 8 seconds.
    """
    assert Rounds(2, 3, 2, 6).seconds(1024) == 3 * 40 + 34 * 124
    assert rounds_within(34 * 124 + 120, 1024) == Rounds(2, 3, 2, 6)
    assert rounds_within(34 * 124 + 119, 1024).heaps == 1
    assert Rounds(2, 3, 2, 6, 1).seconds(1024) == 4 * 40 + 38 * 124, "and two, one combination, the default, a bed"
    with pytest.raises(ExperimentError, match="--budget: expected 38m or more, got 10m"):
        rounds_within(600, 1024)


def test_what_the_budget_leaves_goes_to_the_launches_of_the_last_round():
    """Beside four beds 90 minutes have room for 42 launches: 12 + 10 + 4, and eight of either."""
    assert rounds_within(90 * 60, 1024) == Rounds(2, 3, 2, 8, 1)
    assert rounds_within(38 * 124 + 159, 1024) == Rounds(2, 3, 2, 8), "too short for a combination"
    assert rounds_within(34 * 124 + 120 + 247, 1024).launches == 6, "a launch of one alone tells nothing"
    assert rounds_within(34 * 124 + 120 + 248, 1024).launches == 7
    assert rounds_within(24 * 60 * 60, 1024) == Rounds(4, 5, 4, 20, 4)


def test_a_heap_that_cannot_be_halved_leaves_its_time_to_the_launches():
    """Of 256 MiB there is no half: six launches in the first round, not twelve. The six others are enough for a
    combination, which takes four and a bed.
    """
    assert Rounds(2, 3, 2, 6).seconds(256) == 3 * 40 + 28 * 124
    assert rounds_within(34 * 124 + 120, 256) == Rounds(2, 3, 2, 6, 1)


def test_what_g1_has_when_nothing_is_said_is_no_variant():
    """A fifth of a second is its pause goal."""
    assert "-XX:MaxGCPauseMillis=200" not in [each.further[0] for each in variants_of(Candidate("g1", 512), 1000.0)]
    assert "-XX:MaxGCPauseMillis=100" in [each.further[0] for each in variants_of(Candidate("g1", 512), 500.0)]
    assert "-XX:MaxGCPauseMillis=200" in [each.further[0] for each in variants_of(Candidate("parallel", 512), 1000.0)]


def test_the_best_other_is_of_the_last_round_that_tells_of_one():
    usual, other, third = Candidate("g1", 1024), Candidate("zgc", 512), Candidate("serial", 512)
    first = [Score(usual, 90.0, 10.0), Score(other, 90.0, 12.0), Score(third, 90.0, 11.0)]
    failed = Score(other, float("inf"), None)
    assert best_other(usual, [first], 100.0) == third
    assert best_other(usual, [first, [Score(usual, 90.0, 10.0), failed]], 100.0) == third
    assert best_other(usual, [[Score(usual, 90.0, 10.0), failed]], 100.0) is None


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

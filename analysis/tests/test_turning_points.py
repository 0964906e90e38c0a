"""What an up-and-down series tells, by hand."""

import math

from analysis.statistics.crossing import Crossing
from analysis.statistics.turning_points import brackets, turning_points

LOADS = [10.0, 20.0, 40.0, 80.0, 160.0]
# Up to 80 which is too much, down to 20, up to 40 which is too much, down to 20, up to 40, down to 20.
SERIES = [
    *((20.0, True), (80.0, False), (20.0, True), (40.0, False), (20.0, True), (40.0, False), (20.0, True)),
]


def test_it_turns_where_the_outcome_is_another_than_before() -> None:
    assert turning_points(SERIES) == [80, 20, 40, 20, 40, 20]


def test_each_pair_behind_the_first_two_turns_is_one_bracket() -> None:
    assert brackets(SERIES, LOADS) == [Crossing(20, 40, math.sqrt(800)), Crossing(20, 40, math.sqrt(800))]


def test_a_turn_without_a_partner_waits_for_it() -> None:
    assert brackets(SERIES[:-1], LOADS) == [Crossing(20, 40, math.sqrt(800))]


def test_without_a_pair_what_was_seen_is_told() -> None:
    assert brackets([(20.0, True), (80.0, False), (40.0, False)], LOADS) == [Crossing(20, 40, None)]
    assert brackets([(20.0, True)], LOADS) == [Crossing(20, None, None)]
    assert brackets([(20.0, False)], LOADS) == [Crossing(None, 20, None)]


def test_who_would_have_gone_beyond_the_loads_twice_has_no_estimate() -> None:
    once = [*SERIES, (80.0, True), (160.0, True)]
    assert len(brackets(once, LOADS)) == 2
    assert brackets([*once, (160.0, True)], LOADS) == [Crossing(160, None, None)]
    assert brackets([*SERIES, (10.0, False), (10.0, False)], LOADS) == [Crossing(None, 10, None)]

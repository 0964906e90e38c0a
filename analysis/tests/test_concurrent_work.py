"""Work beside a program, worked by hand."""

import pytest

from analysis.reading.gclog import Phase
from analysis.timing.concurrent_work import beside_ns


def phase(begin_ns: int, duration_ns: int) -> Phase:
    return Phase(begin_ns, duration_ns, 1, "young", "Concurrent Mark")


@pytest.mark.parametrize(
    ("phases", "pauses", "lasted_ns"),
    [
        ([], [], 0),
        ([], [(5, 10)], 0),
        ([(0, 100)], [], 100),
        ([(0, 100)], [(10, 20), (95, 10)], 75),  # the second pause ends after the phase
        ([(0, 100), (40, 30)], [], 100),  # one within the other
        ([(40, 100), (0, 60)], [(50, 5)], 135),  # from 0 to 140, the pause in both
        ([(0, 10), (20, 10)], [(12, 5)], 20),  # the pause lies between them
    ],
)
def test_two_at_the_same_time_count_once_and_pauses_not_at_all(
    phases: list[tuple[int, int]], pauses: list[tuple[int, int]], lasted_ns: int
) -> None:
    assert beside_ns([phase(*each) for each in phases], [phase(*each) for each in pauses]) == lasted_ns


def test_what_lies_outside_the_time_that_is_asked_for_does_not_count() -> None:
    """Of 0 to 100 and 90 to 250 there are 50 to 200, less a pause of 10."""
    found = beside_ns([phase(0, 100), phase(90, 160)], [phase(20, 10), phase(120, 10)], (50, 200))
    assert found == 150 - 10

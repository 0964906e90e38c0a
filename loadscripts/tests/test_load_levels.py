"""The grammar of the factor `load`, and when orders are due by it, against values worked by hand."""

import itertools
import statistics
from pathlib import Path

import pytest

from loadscripts.load.load_levels import EXPECTED, EXPECTED_TABLE, parse_load, profile_of, read_rates
from loadscripts.load.rate_profile import RatePiece, RateProfile
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.experiment_file import read_experiment
from loadscripts.planning.schedule import schedule
from loadscripts.trial_errors import ExperimentError

FILE = """\
question = "?"
baseline = "jms-transacted"
repetitions = 1
warmup_s = 4
measure_s = 8
[factors]
"""


def rates(level, warmup_s=10, measure_s=60, recorded=None):
    pieces = profile_of(level, warmup_s, measure_s, recorded or {}).pieces
    return [(piece.duration_s, piece.begin_per_s, piece.end_per_s) for piece in pieces]


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        ("30/s", [(10, 30, 30), (60, 30, 30)]),
        ("constant 0.5/s", [(10, 0.5, 0.5), (60, 0.5, 0.5)]),
        ("ramp 5-60/s", [(10, 5, 5), (60, 5, 60)]),
        ("ramp 60-5/s", [(10, 60, 60), (60, 60, 5)]),
        ("steps 10,20,40/s", [(10, 10, 10), (20, 10, 10), (20, 20, 20), (20, 40, 40)]),
    ],
)
def test_in_warm_up_a_load_is_as_it_is_when_the_window_begins(level, expected):
    assert rates(level) == expected


def test_a_recorded_load_is_cut_off_with_the_window_or_goes_on_as_it_ended():
    table = {"day.csv": ((0.0, 4.0), (20.0, 8.0), (70.0, 99.0))}

    assert rates("recorded day.csv", recorded=table) == [(10, 4, 4), (20, 4, 4), (40, 8, 8)]
    assert rates("recorded day.csv", measure_s=100, recorded=table)[-1] == (30, 99, 99)


@pytest.mark.parametrize(
    "level", ["30", "0/s", "1000.5/s", "-3/s", "ramp 5/s", "ramp 0-5/s", "steps 5/s", "steps 5,/s"]
)
@pytest.mark.parametrize("before", ["", "constant "])
def test_what_is_no_load_is_told_with_what_was_expected(level, before):
    with pytest.raises(ValueError, match="expected orders per second") as told:
        parse_load(before + level)
    assert str(told.value) == EXPECTED


def test_the_bounds_of_a_rate_are_loads_themselves():
    assert parse_load("1000/s").paced is False
    assert parse_load("constant 1000/s").paced is True


def due(pieces, duration_s, *, paced=True, seed=1):
    return list(RateProfile(tuple(pieces), paced).due_times_s(duration_s, seed))


def test_even_arrivals_are_due_every_nth_of_a_second():
    assert due([RatePiece(1, 4, 4)], 1.5) == pytest.approx([0, 0.25, 0.5, 0.75, 1.0, 1.25])


def test_on_a_ramp_arrivals_are_due_when_the_area_below_it_is_a_whole_number():
    # From 0+2t per second: t + t² arrivals until t. Two at 1 s, six at 2 s; with one: t² + t = 1.
    ramp = [RatePiece(2, 1, 5)]

    assert due(ramp, 2) == pytest.approx([0, (5**0.5 - 1) / 2, 1, (13**0.5 - 1) / 2, (17**0.5 - 1) / 2,
                                          (21**0.5 - 1) / 2])  # fmt: skip


def test_behind_a_step_down_arrivals_are_due_at_the_lower_rate():
    # Half an arrival is left over from the first piece, and is made up at 1 per second.
    assert due([RatePiece(1, 2.5, 2.5), RatePiece(2, 1, 1)], 3) == pytest.approx([0, 0.4, 0.8, 1.5, 2.5])


def test_poisson_arrivals_are_the_same_for_a_seed_and_as_scattered_as_they_should_be():
    times = due([RatePiece(500, 20, 20)], 500, paced=False, seed=7)

    assert times == due([RatePiece(500, 20, 20)], 500, paced=False, seed=7)
    assert times != due([RatePiece(500, 20, 20)], 500, paced=False, seed=8)
    assert times == sorted(times) and times[0] > 0 and times[-1] < 500
    # 10,000 expected, with a standard deviation of 100.
    assert abs(len(times) - 10_000) < 400
    counts = [0] * 500
    for time in times:
        counts[int(time)] += 1
    # Variance by mean is 1 ± sqrt(2 / 499) = 0.063.
    assert abs(statistics.variance(counts) / statistics.fmean(counts) - 1) < 4 * 0.063
    gaps = [after - before for before, after in itertools.pairwise(times)]
    assert statistics.stdev(gaps) / statistics.fmean(gaps) == pytest.approx(1, abs=0.04)


@pytest.mark.parametrize(
    "text",
    ["", "rate,second\n0,1\n", "second,rate\n", "second,rate\n1,5\n", "second,rate\n0,5\n0,6\n", "second,rate\n0,0\n",
     "second,rate\n0,x\n", "second,rate\n0,5,1\n"],
)  # fmt: skip
def test_a_table_that_is_none_is_told_with_what_was_expected(tmp_path, text):
    file = tmp_path / "day.csv"
    file.write_text(text)
    with pytest.raises(ValueError, match="expected the columns") as told:
        read_rates(file)
    assert str(told.value) == f"{file}: {EXPECTED_TABLE}"


def experiment_file(folder: Path, factors: str) -> Path:
    file = folder / "open.toml"
    file.write_text(FILE + factors)
    return file


@pytest.mark.parametrize(
    ("factors", "mistake"),
    [
        ("", "factors.customers: is missing: expected a number of customers, or the factor load"),
        ('load = "30/s"\ncustomers = 3\n', "factors.load: expected without customers"),
        ('load = "30"\n', "factors.load.0: expected orders per second"),
        ('load = "30/s"\nmeasuring = "off"\nfault = "kill server"\n', "factors.load: expected customers instead"),
        ('load = "recorded day.csv"\n', "factors.load: expected a file beside the experiment's"),
        ('load = "30/s"\n[recorded]\n', "recorded: there is no such key"),
    ],
)
def test_each_mistake_of_a_load_has_one_message(tmp_path, factors, mistake):
    with pytest.raises(ExperimentError) as told:
        read_experiment(experiment_file(tmp_path, factors))
    assert mistake in str(told.value)
    assert str(told.value).startswith(f"{tmp_path}/open.toml: 1 mistake\n")


def test_a_recorded_load_goes_with_the_experiment_whose_file_is_gone(tmp_path):
    (tmp_path / "day.csv").write_text("second,rate\n0,5\n2.5,10\n")
    read = read_experiment(experiment_file(tmp_path, 'load = ["30/s", "recorded day.csv"]\n'))

    again = Experiment.model_validate(read.model_dump(mode="json", by_alias=True, exclude_none=True))
    assert again.recorded == read.recorded == {"day.csv": ((0, 5), (2.5, 10))}
    assert sorted(str(trial.load) for trial in schedule(again)) == ["30/s", "recorded day.csv"]
    assert {trial.customers for trial in schedule(again)} == {0}
    assert schedule(again)[0].describe().startswith("jms-transacted, load ")

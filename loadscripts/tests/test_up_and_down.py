"""Loads that follow from the trials before: one step heavier where the objective was kept, one lighter where not."""

from dataclasses import replace
from pathlib import Path

import pytest

from analysis.contract.experiment_document import series_of
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.experiment_file import read_experiment
from loadscripts.planning.schedule import schedule
from loadscripts.planning.trial import Trial
from loadscripts.planning.up_and_down import first_load, next_place, settled
from loadscripts.trial_errors import ExperimentError

FILE = """
question    = "How much does it bear?"
baseline    = "soap"
assignment  = "trial"
objective   = "p99 response <= 1 s"
up_and_down = true
repetitions = 5
warmup_s    = 1
measure_s   = 1
[factors]
transition  = ["soap", "jms-transacted"]
load        = ["1/s", "2/s", "4/s", "8/s", "16/s"]
think       = "none"
"""


def read(folder: Path, text: str = FILE) -> Experiment:
    file = folder / "asked.toml"
    file.write_text(text, encoding="utf-8")
    return read_experiment(file)


@pytest.mark.parametrize(
    ("outcomes", "place"),
    [
        ([], 3),
        ([(3, None)], 3),
        ([(3, True)], 5),
        ([(3, False)], 1),
        ([(3, True), (5, True)], 6),
        ([(3, True), (5, False)], 3),
        ([(3, False), (1, True)], 3),
        ([(3, True), (5, False), (3, True)], 4),
        ([(3, True), (5, False), (3, True), (4, True)], 5),
        ([(3, True), (5, False), (3, None)], 3),
        ([(3, False), (1, False)], 0),
    ],
    ids=[
        "in the middle", "void, once more", "two steps up", "two down", "no further than the heaviest",
        "down by two, too", "up by two after the first turn", "one step after the second", "and one on",
        "void, from the one before", "no further than the lightest",
    ],
)  # fmt: skip
def test_the_next_of_seven_loads(outcomes, place):
    assert next_place(7, outcomes) == place


def test_all_begin_in_the_middle_and_a_block_has_each_variant_once(tmp_path):
    trials = schedule(read(tmp_path))
    assert len(trials) == 10 and {trial.load for trial in trials} == {"4/s"} == {first_load(("2/s", "4/s", "8/s"))}
    assert [trial.block for trial in trials] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


def test_each_variant_goes_by_its_own_outcomes(tmp_path):
    """SOAP keeps it up to 4/s, JMS up to 8/s: 4, 16, 4, 8 and then 4 or 16."""
    experiment = read(tmp_path)
    bears = {"soap": 4, "jms-transacted": 8}

    def kept(trial: Trial) -> bool:
        return float(str(trial.load).removesuffix("/s")) <= bears[trial.levels["transition"]]

    done: list[Trial] = []
    for block in range(1, 6):
        done += settled([trial for trial in schedule(experiment) if trial.block == block], done, kept, experiment)
    loads = {name: [trial.load for trial in done if trial.levels["transition"] == name] for name in bears}
    assert loads == {
        "soap": ["4/s", "16/s", "4/s", "8/s", "4/s"],
        "jms-transacted": ["4/s", "16/s", "4/s", "8/s", "16/s"],
    }
    assert [replace(trial, levels={}) for trial in done] == [
        replace(trial, levels={}) for trial in schedule(experiment)
    ]


def test_each_of_two_series_goes_by_its_own_outcomes_and_they_take_turns(tmp_path):
    """Odd blocks keep up to 4/s, even ones up to 8/s: the ways of the two variants above."""
    experiment = read(tmp_path, FILE.replace("repetitions = 5", "series = 2\nrepetitions = 10"))

    def kept(trial: Trial) -> bool:
        return float(str(trial.load).removesuffix("/s")) <= (4 if trial.block % 2 else 8)

    done: list[Trial] = []
    for block in range(1, 11):
        done += settled([trial for trial in schedule(experiment) if trial.block == block], done, kept, experiment)
    loads = [trial.load for trial in done if trial.levels["transition"] == "soap"]
    assert (loads[::2], loads[1::2]) == (
        ["4/s", "16/s", "4/s", "8/s", "4/s"],
        ["4/s", "16/s", "4/s", "8/s", "16/s"],
    )
    assert [series_of(trial.block, experiment.series) for trial in done[::2]] == [1, 2] * 5


@pytest.mark.parametrize(
    ("changed", "by", "mistake"),
    [
        ('"8/s", "16/s"', '"16/s", "8/s"', "factors.load: expected 3 or more ascending rates"),
        ('["1/s", "2/s", "4/s", "8/s", "16/s"]', '["1/s", "2/s"]', "factors.load: expected 3 or more ascending rates"),
        ('"16/s"', '"ramp 8-16/s"', "factors.load: expected 3 or more ascending rates"),
        ('objective   = "p99 response <= 1 s"', "", "objective: expected with up_and_down"),
        ('assignment  = "trial"', "", 'assignment: expected "trial" with up_and_down'),
        ("up_and_down = true", "up_and_down = true\nside_by_side = true", "side_by_side: expected without up_and_down"),
        ("repetitions = 5", "repetitions = 5\nlooks = 2", "looks: expected none with up_and_down"),
        ("up_and_down = true", "series = 2", "series: expected up_and_down"),
        ("repetitions = 5", "repetitions = 5\nseries = 3", "series: .* less than or equal to 2"),
        ("[factors]", '[factors]\nfault = "kill server"', "factors.fault: expected none with up_and_down"),
    ],
)
def test_what_cannot_go_up_and_down_is_a_mistake(tmp_path, changed, by, mistake):
    assert changed in FILE
    with pytest.raises(ExperimentError, match=mistake):
        read(tmp_path, FILE.replace(changed, by))

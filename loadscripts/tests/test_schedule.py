from collections import Counter
from pathlib import Path

import pytest

from loadscripts.experiment import Experiment, find_experiment, read_experiment
from loadscripts.schedule import expected_s, schedule


@pytest.fixture
def paper() -> Experiment:
    return read_experiment(find_experiment("paper"))


def variant(trial):
    return tuple(sorted(trial.levels.items()))


def test_each_variant_stands_once_in_each_block(paper):
    trials = schedule(paper)

    counts = Counter((trial.block, variant(trial)) for trial in trials)
    assert set(counts.values()) == {1}
    assert len(counts) == paper.repetitions * 3 * 6


def test_the_same_seed_gives_the_same_order(paper):
    assert schedule(paper) == schedule(paper)


def test_another_seed_gives_another_order(paper):
    other = paper.model_copy(update={"seed": paper.seed + 1})

    assert [trial.levels for trial in schedule(other)] != [trial.levels for trial in schedule(paper)]


def test_blocks_differ_in_their_order(paper):
    trials = schedule(paper)

    first = [variant(trial) for trial in trials if trial.block == 1]
    second = [variant(trial) for trial in trials if trial.block == 2]
    assert sorted(first) == sorted(second)
    assert first != second


def test_a_block_has_one_seed_and_blocks_have_different_ones(paper):
    seeds = {(trial.block, trial.seed) for trial in schedule(paper)}

    assert len(seeds) == paper.repetitions == len({seed for _, seed in seeds})


def test_the_transition_of_the_paper_leaves_order_submission_alone(paper):
    soap = next(trial for trial in schedule(paper) if trial.levels["transition"] == "soap")

    assert soap.delegates == {"order-submission": "jms-transacted", "supplier-order": "soap", "invoice": "soap"}


def test_a_transition_can_be_varied_by_itself(tmp_path: Path):
    file = tmp_path / "one-way.toml"
    file.write_text(
        'question = "?"\nbaseline = "soap"\ncompare = "supplier-order"\nrepetitions = 1\nwarmup_s = 1\nmeasure_s = 1\n'
        '[factors]\nsupplier-order = ["soap", "jms-nontransacted"]\ncustomers = 4\n'
    )

    delegates = [trial.delegates for trial in schedule(read_experiment(file))]

    assert {each["supplier-order"] for each in delegates} == {"soap", "jms-nontransacted"}
    assert {each["invoice"] for each in delegates} == {"jms-transacted"}


def test_the_quickstart_takes_at_most_six_minutes():
    quickstart = read_experiment(find_experiment("quickstart"))

    assert expected_s(quickstart, schedule(quickstart)) <= 360

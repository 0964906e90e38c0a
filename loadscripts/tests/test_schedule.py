import itertools
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from loadscripts.faults.fault import RECOVERY_S
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.experiment_file import find_experiment, read_experiment
from loadscripts.planning.further_repetitions import extended
from loadscripts.planning.schedule import (
    BED_S,
    PAST_ORDERS_PER_S,
    expected_s,
    load_s,
    needs_another_bed,
    remaining_s,
    schedule,
    trial_s,
)


@pytest.fixture
def paper() -> Experiment:
    return read_experiment(find_experiment("paper"), lambda question: 40.0).model_copy(update={"assignment": "trial"})


def variant(trial):
    return tuple(sorted(trial.levels.items()))


def test_each_variant_occurs_once_in_each_block(paper):
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


def test_what_is_compared_stands_together_in_an_order_of_its_own(paper):
    trials = schedule(paper)
    plots = [trials[begin : begin + 3] for begin in range(0, len(trials), 3)]
    assert all(len({trial.levels["customers"] for trial in plot}) == 1 for plot in plots)
    assert all(len({trial.levels["transition"] for trial in plot}) == 3 for plot in plots)
    # 30 plots, 6 orders: some order is missing with a probability of 2.5 %, and the seed is always the same.
    assert len({tuple(trial.levels["transition"] for trial in plot) for plot in plots}) == 6


def test_a_block_has_one_seed_and_blocks_have_different_ones(paper):
    seeds = {(trial.block, trial.seed) for trial in schedule(paper)}

    assert len(seeds) == paper.repetitions == len({seed for _, seed in seeds})


def test_more_repetitions_follow_those_that_there_are(paper):
    more = paper.model_copy(update={"repetitions": paper.repetitions + 2})
    assert extended(schedule(paper), more) == schedule(more)
    assert extended(schedule(paper), paper) == schedule(paper)


def test_blocks_that_were_conducted_stay_as_they_were_though_another_version_would_order_them_otherwise(paper):
    begun = schedule(paper)[::-1]
    begun = tuple(replace(trial, block=paper.repetitions + 1 - trial.block) for trial in begun)
    further = extended(begun, paper.model_copy(update={"repetitions": paper.repetitions + 1}))
    assert further[: len(begun)] == begun
    assert [trial.id for trial in further[len(begun) :]] == [f"{number:03d}" for number in range(91, 109)]
    assert {trial.block for trial in further[len(begun) :]} == {paper.repetitions + 1}


def test_the_transition_of_the_paper_leaves_order_submission_alone(paper):
    soap = next(trial for trial in schedule(paper) if trial.levels["transition"] == "soap")

    assert soap.delegates == {"order-submission": "jms-transacted", "supplier-order": "soap", "invoice": "soap"}


def test_a_transition_can_be_varied_by_itself(tmp_path: Path):
    file = tmp_path / "one-way.toml"
    file.write_text(
        'question = "?"\nbaseline = "soap"\ncompare = "supplier-order"\nassignment = "trial"\n'
        "repetitions = 1\nwarmup_s = 1\nmeasure_s = 1\n"
        '[factors]\nsupplier-order = ["soap", "jms-nontransacted"]\ncustomers = 4\n'
    )

    delegates = [trial.delegates for trial in schedule(read_experiment(file))]

    assert {each["supplier-order"] for each in delegates} == {"soap", "jms-nontransacted"}
    assert {each["invoice"] for each in delegates} == {"jms-transacted"}


def experiment_with(*, bed_by_bed=False, **factors) -> Experiment:
    return Experiment.model_validate(
        {"name": "f", "question": "?", "baseline": "jms-transacted", "repetitions": 1, "warmup_s": 10, "measure_s": 20}
        | {"bed_by_bed": bed_by_bed}
        | {"factors": {"customers": 1, "measuring": "off"} | factors}
    )


def test_a_trial_with_crashes_takes_longer():
    quiet, crashing = experiment_with(fault="none"), experiment_with(fault="kill server")

    more_s = expected_s(crashing, schedule(crashing)) - expected_s(quiet, schedule(quiet))
    assert more_s == 5 * (5.5 + RECOVERY_S) + 5.5 - 20
    assert load_s(crashing, schedule(crashing)[0]) > 30 + 10 * 5 * RECOVERY_S


def test_the_customers_of_a_trial_with_faults_go_on_ten_times_as_long_as_its_faults_should_take():
    crashing = experiment_with(fault="kill server").model_copy(update={"count_forced_writes_s": 4})

    # Five times a pause of 5.5 s and 25 s until all is back, and a pause more.
    assert load_s(crashing, schedule(crashing)[0]) == 10 + 20 + 4 + 10 * (5 * (5.5 + 25) + 5.5)
    assert load_s(experiment_with(), schedule(experiment_with())[0]) == 10 + 20


def test_other_jvm_options_take_a_restart_and_a_warm_up_and_side_by_side_a_bed():
    factors = {"jvm": ["default", "g1"], "past_orders": 100_000}
    restarted = experiment_with(**factors).model_copy(update={"jvm_warmup_s": 20})
    side_by_side = restarted.model_copy(update={"side_by_side": True})

    # A bed in 40 s, a restart in 30 s, a warm-up of at most 50 s, 5 s for 100,000 past orders, 33 s a trial.
    assert expected_s(restarted, schedule(restarted)) == 40 + 5 + 30 + 2 * 50 + 2 * 33
    assert expected_s(side_by_side, schedule(side_by_side)) == 2 * (40 + 5 + 50) + 2 * 33


def test_bed_by_bed_no_bed_is_put_up_twice_in_a_block():
    factors = {"transactions": ["payara", "narayana slots"], "fault": ["kill broker", "full disk log", "stop server"]}
    mixed, grouped = experiment_with(**factors), experiment_with(**factors, bed_by_bed=True)

    trials = schedule(grouped)
    assert sum(itertools.starmap(needs_another_bed, itertools.pairwise(trials))) == 3
    assert [trial.position for trial in trials] == [int(trial.id) for trial in trials] == list(range(1, 7))
    assert {str(trial.levels) for trial in trials} == {str(trial.levels) for trial in schedule(mixed)}
    # What shares a bed keeps the order that was drawn for it.
    disks = [trial.transaction_manager for trial in trials if trial.fault.fills_disks]
    assert disks == [trial.transaction_manager for trial in schedule(mixed) if trial.fault.fills_disks]


def test_bed_by_bed_no_jvm_is_started_twice_in_a_block():
    factors = {"jvm": ["default", "g1"], "heap": ["256m", "1g"], "transition": ["soap", "jms-transacted"]}
    experiment = experiment_with(**factors, bed_by_bed=True)

    jvms = [(trial.jvm, trial.heap) for trial in schedule(experiment)]
    assert [len(list(group)) for _, group in itertools.groupby(jvms)] == [2, 2, 2, 2]
    assert expected_s(experiment, schedule(experiment)) == 40 + 3 * 30 + 8 * 33


def test_a_stall_takes_as_long_as_its_level_says():
    short, long = experiment_with(fault="stall broker 20s"), experiment_with(fault="stall broker 40s")

    assert expected_s(long, schedule(long)) - expected_s(short, schedule(short)) == 5 * 20


def test_a_disk_that_is_to_be_full_needs_a_bed_of_its_own():
    before, after = schedule(experiment_with(fault=["kill broker", "full disk broker"]))

    assert needs_another_bed(before, after)
    stalled, stopped = schedule(experiment_with(fault=["stall broker 2s", "stop broker"]))
    assert not needs_another_bed(stalled, stopped)


def test_each_change_of_what_drives_transactions_is_a_new_bed():
    one, two = experiment_with(transactions="payara"), experiment_with(transactions=["payara", "narayana slots"])

    alone_s = expected_s(one, schedule(one))
    assert expected_s(two, schedule(two)) == 2 * alone_s


def test_a_trial_is_described_by_all_that_was_chosen_for_it():
    levels = {"transactions": "payara", "fault": "kill broker", "past_orders": 100_000}
    [trial] = schedule(experiment_with(**levels))
    assert trial.describe() == "jms-transacted, 1 customer, payara, kill broker, 100,000 past orders"


def test_faults_need_a_bed_with_crash_points():
    before, after = schedule(experiment_with(fault=["none", "worked:throw"]))

    assert needs_another_bed(before, after)


def test_a_bed_with_crash_points_serves_every_fault():
    experiment = experiment_with(fault=["worked:halt", "kill broker", "random"])

    assert not any(needs_another_bed(before, after) for before, after in pairwise(schedule(experiment)))


def test_the_quickstart_takes_at_most_six_minutes():
    quickstart = read_experiment(find_experiment("quickstart"))

    assert expected_s(quickstart, schedule(quickstart)) <= 360


def test_another_past_needs_another_bed_and_the_time_to_generate_it():
    empty, old = experiment_with(past_orders=0), experiment_with(past_orders=1_000_000)

    assert expected_s(old, schedule(old)) == expected_s(empty, schedule(empty)) + 1_000_000 / PAST_ORDERS_PER_S
    both = schedule(experiment_with(past_orders=[0, 10]))
    assert all(needs_another_bed(before, after) for before, after in pairwise(both))


def test_beds_side_by_side_are_put_up_and_warmed_up_once_in_each_block(tmp_path: Path):
    text = """question = "q"
baseline = "payara"
compare = "transactions"
repetitions = 10
jvm_warmup_s = 100
warmup_s = 1
measure_s = 1
%s

[factors]
transactions = ["payara", "narayana slots"]
transition = ["jms-transacted", "soap"]
customers = 1
"""
    file = tmp_path / "q.toml"
    file.write_text(text % "side_by_side = true", encoding="utf-8")
    parallel = read_experiment(file)
    file.write_text(text % "", encoding="utf-8")
    one_after_the_other = read_experiment(file)

    each_s = BED_S + 130  # at most, where the file names no limit
    trials = schedule(parallel)
    assert trials == schedule(one_after_the_other)
    trials_s = len(trials) * trial_s(parallel, trials[0])
    assert expected_s(parallel, trials) == pytest.approx(10 * 2 * each_s + trials_s)
    assert expected_s(one_after_the_other, trials) > 10 * 2 * each_s + trials_s
    # While the first block's beds run, those of nine blocks are still to be started.
    assert remaining_s(parallel, trials) == pytest.approx(9 * 2 * each_s + trials_s)
    assert remaining_s(parallel, trials[-1:]) == pytest.approx(trial_s(parallel, trials[-1]))


def test_beds_that_are_kept_for_more_blocks_are_put_up_and_warmed_up_less_often():
    levels = {"transactions": ["payara", "narayana slots"]}
    each, kept = (
        experiment_with(**levels).model_copy(
            update={"side_by_side": True, "repetitions": 5, "jvm_warmup_s": 100.0, "blocks_per_bed": blocks}
        )
        for blocks in (1, 2)
    )
    # Blocks 1 to 5 are on five stands of two beds each, or on three; each bed is warmed up for 130 s at most.
    assert expected_s(each, schedule(each)) - expected_s(kept, schedule(kept)) == pytest.approx(4 * (BED_S + 130))
    assert remaining_s(kept, schedule(kept)) == pytest.approx(expected_s(kept, schedule(kept)) - 2 * (BED_S + 130))

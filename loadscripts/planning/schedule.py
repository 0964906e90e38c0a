"""The order of trials: randomised blocks, each variant once in each block.

What drifts over hours (caches, disks, other guests of the host) then meets all variants alike. What is compared stands
together: a block is drawn as a split plot, the combinations of the other factors in random order, and within each of
these the levels of the compared one, so that only what changes within a minute or two comes between them.
"""

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from analysis.contract.assignment_units import LEVEL_WORDS, Unit, UnitWithinTrial
from loadscripts.planning.assignment import LEVELS_OF_ANY_UNIT, LEVELS_WITH_A_BED, Assignment
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.factors import DUET
from loadscripts.planning.trial import Trial
from loadscripts.planning.two_checkouts import in_turns
from loadscripts.planning.up_and_down import first_load

# Rough times of this lab, in seconds. They only serve to tell how long it will take.
BED_S = 40
RESTART_S = 30
#: Resetting the store, waiting for the last order and collecting: 2.0 s, at most 2.7 s (docs/measured.md).
AROUND_TRIAL_S = 3
PAST_ORDERS_PER_S = 20_000

BEDS_OF_A_CROSSOVER = ("first", "second")

Variant = dict[str, Any]


def schedule(experiment: Experiment) -> tuple[Trial, ...]:
    """All trials of an experiment in the order in which they are conducted.

    The same experiment with the same seed has the same schedule.
    """
    variants = _variants(experiment)
    several = experiment.duet and len(variants) > DUET
    blocks = _duets(experiment, variants) if several else _blocks(experiment, variants)
    trials = [trial for block, seed, drawn in blocks for trial in _trials(experiment, block, seed, drawn)]
    return tuple(
        replace(trial, id=f"{position:03d}", position=position) for position, trial in enumerate(trials, start=1)
    )


def _trials(experiment: Experiment, block: int, seed: int, drawn: Sequence[Variant]) -> list[Trial]:
    trials = [
        Trial(
            "",
            block,
            0,
            seed,
            levels,
            experiment.system,
            assignment_of(experiment, levels),
            bed_label(experiment, levels, block),
        )
        for levels in drawn
    ]
    return _bed_by_bed(trials) if experiment.bed_by_bed else trials


def _blocks(experiment: Experiment, variants: Sequence[Variant]) -> Iterator[tuple[int, int, list[Variant]]]:
    """The number of each block, its seed, and each variant once."""
    for block in range(1, experiment.repetitions + 1):
        chance = random.Random(f"{experiment.seed}/{block}")
        seed = chance.randrange(2**31)
        drawn = _split_plot(variants, experiment.compare, chance)
        yield block, seed, in_turns(drawn, experiment.levels(), experiment.seed, _turn(experiment, block))


def parts_of_stands(experiment: Experiment) -> str | None:
    """Why so many repetitions cannot be had: in duets of several levels each stand has its blocks, so that more would
    be conducted than were asked for. None where they can.
    """
    per_bed, asked = experiment.blocks_per_bed, experiment.repetitions
    if not experiment.duet or len(_variants(experiment)) <= DUET or asked % per_bed == 0:
        return None
    return (
        f"{experiment.name} has duets of several levels, with {per_bed} blocks on each pair of beds: expected a "
        f"multiple of {per_bed} as the number of repetitions, such as {asked + per_bed - asked % per_bed}, got {asked}"
    )


def _duets(experiment: Experiment, variants: Sequence[Variant]) -> Iterator[tuple[int, int, list[Variant]]]:
    """The number of each block, its seed, and its duets of the baseline and one other level: one for each combination
    of the levels that the two beds can be switched to. Each repetition has all other levels, in random order.
    """
    numbers = itertools.count(1)
    for repetition in range(1, -(-experiment.repetitions // experiment.blocks_per_bed) + 1):
        chance = random.Random(f"{experiment.seed}/duets/{repetition}")
        stands = _stands(experiment, variants)
        for stand in chance.sample(stands, len(stands)):
            for block in itertools.islice(numbers, experiment.blocks_per_bed):
                seed, duets = chance.randrange(2**31), chance.sample(stand, len(stand))
                yield block, seed, [variant for duet in duets for variant in chance.sample(duet, DUET)]


def _stands(experiment: Experiment, variants: Sequence[Variant]) -> list[list[tuple[Variant, Variant]]]:
    """What the two beds of a stand are for: the baseline and one other level, at each combination of what can be
    switched.
    """
    compare = experiment.compare

    def held(variant: Variant) -> tuple[Any, ...]:
        return tuple(level for factor, level in variant.items() if factor != compare)

    baselines = {held(variant): variant for variant in variants if str(variant[compare]) == experiment.baseline}
    stands: dict[tuple[Any, ...], list[tuple[Variant, Variant]]] = {}
    for variant in variants:
        if str(variant[compare]) != experiment.baseline:
            of_bed = (variant[factor] for factor in variant if factor in (compare, *LEVELS_WITH_A_BED))
            stands.setdefault(tuple(of_bed), []).append((baselines[held(variant)], variant))
    return list(stands.values())


def repetition_of(experiment: Experiment, stand: int) -> int:
    """Which repetition a stand of beds belongs to, counted from 0. The first stand of each has beds of its own; on the
    later ones only the servers are launched anew, where beds differ in nothing else.
    """
    variants = _variants(experiment)
    several = experiment.duet and len(variants) > DUET
    return stand // len(_stands(experiment, variants)) if several else stand


def _split_plot(variants: Sequence[dict[str, Any]], compare: str, chance: random.Random) -> list[dict[str, Any]]:
    """The variants in random order, those together that differ in nothing but the level of the compared factor."""
    plots: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for variant in chance.sample(variants, len(variants)):
        plots.setdefault(tuple(level for factor, level in variant.items() if factor != compare), []).append(variant)
    return [variant for plot in plots.values() for variant in plot]


def _turn(experiment: Experiment, block: int) -> int:
    """Which checkout begins alternates from block to block, and from stand to stand: it is put up first, too."""
    return (block - 1) % experiment.blocks_per_bed + experiment.stand_of(block)


def _bed_by_bed(trials: list[Trial]) -> list[Trial]:
    """Those that can share a bed behind the first of them, and among these those that can share its JVMs."""
    beds, jvms = list(dict.fromkeys(map(_bed, trials))), list(dict.fromkeys(map(_jvms, trials)))
    return sorted(trials, key=lambda trial: (beds.index(_bed(trial)), jvms.index(_jvms(trial))))


def levels_differ_by_bed(trials: tuple[Trial, ...]) -> bool:
    """Whether these trials need more than one bed, or JVMs that are started otherwise."""
    return len({(_bed(trial), _jvms(trial)) for trial in trials}) > 1


def expected_s(experiment: Experiment, trials: tuple[Trial, ...]) -> float:
    """How long the trials will take together with their beds, in seconds, roughly."""
    at_once = DUET if experiment.duet else 1
    trials_s = sum(trial_s(experiment, trial) for trial in trials) / at_once
    if not levels_differ_by_bed(trials):
        return _starts_s(experiment, trials) + trials_s
    starts_s = 0.0
    before: int | None = None
    kept: tuple[tuple[Any, ...], ...] = ()
    for stand, of_stand in itertools.groupby(trials, key=lambda trial: experiment.stand_of(trial.block)):
        here, repetition = tuple(of_stand), repetition_of(experiment, stand)
        starts_s += _starts_s(experiment, here, kept if repetition == before else ())
        before, kept = repetition, tuple(map(_bed, here))
    return starts_s + trials_s


def _starts_s(experiment: Experiment, trials: tuple[Trial, ...], kept: Sequence[tuple[Any, ...]] = ()) -> float:
    """How long it takes to put up and to warm the beds of these trials. kept: the beds that stand already, side by
    side, and whose servers alone are launched anew.
    """
    changes = list(itertools.pairwise(trials))
    if experiment.side_by_side:
        different = list({(_bed(trial), _jvms(trial)): trial for trial in trials}.values())
        put_up = [trial for trial in different if _bed(trial) not in kept]
        restarts = len(different) - len(put_up)
    else:
        put_up = [*trials[:1], *(after for before, after in changes if needs_another_bed(before, after))]
        restarts = sum(_needs_other_jvms(before, after) for before, after in changes)
    starts = BED_S * len(put_up) + RESTART_S * restarts
    at_once = DUET if experiment.duet else 1
    warmups = experiment.jvm_warmup_limit_s * (len(put_up) + restarts) / at_once
    return starts + warmups + sum((trial.past_orders or 0) / PAST_ORDERS_PER_S for trial in put_up)


def remaining_s(experiment: Experiment, trials: tuple[Trial, ...]) -> float:
    """How long the last trials will take while the first are over, in seconds, roughly: beds side by side stand for the
    rest of their blocks.
    """
    if not experiment.side_by_side:
        return expected_s(experiment, trials)
    stand = experiment.stand_of(trials[0].block)
    standing = tuple(trial for trial in trials if experiment.stand_of(trial.block) == stand)
    return expected_s(experiment, trials) - _starts_s(experiment, standing)


def trial_s(experiment: Experiment, trial: Trial) -> float:
    """How long a trial takes, in seconds, roughly."""
    measured_s = max(experiment.measured_s(trial.assignment), faults_s(experiment, trial))
    return experiment.warmup_s + measured_s + experiment.count_forced_writes_s + AROUND_TRIAL_S


def faults_s(experiment: Experiment, trial: Trial) -> float:
    """How long the faults of a trial take with the pauses around them, in seconds, roughly."""
    if not trial.fault.kinds:
        return 0.0
    pause_s = sum(experiment.fault_pause_s) / 2
    return experiment.faults_per_trial * (pause_s + trial.fault.duration_s) + pause_s


def load_s(experiment: Experiment, trial: Trial) -> float:
    """How long the customers must be ready to go on, in seconds: with faults far longer than they are expected to."""
    measured_s = experiment.measured_s(trial.assignment)
    expected_s = experiment.warmup_s + measured_s + experiment.count_forced_writes_s
    return expected_s + 10 * faults_s(experiment, trial)


def needs_another_bed(before: Trial, after: Trial) -> bool:
    """Whether nothing of the bed of one trial serves the next one: with other transactions nothing in doubt is left."""
    return _bed(before) != _bed(after)


def _bed(trial: Trial) -> tuple[Any, ...]:
    after_faults = tuple(trial.delegates.items()) if trial.fault.may_leave_in_doubt else ()
    return (
        trial.topology,
        trial.transaction_manager,
        trial.message_store,
        trial.broker,
        trial.broker_jvm,
        trial.jdk,
        trial.forced_writes,
        trial.database_commit,
        trial.has_crash_points,
        trial.fault.fills_disks,
        after_faults,
        trial.past_orders,
        trial.checkout,
        trial.bed_label,
    )


def _needs_other_jvms(before: Trial, after: Trial) -> bool:
    return _jvms(before) != _jvms(after) and not needs_another_bed(before, after)


def _jvms(trial: Trial) -> tuple[str, str | None]:
    return trial.jvm, trial.heap


def assignment_of(experiment: Experiment, levels: Mapping[str, Any]) -> Assignment | None:
    """How the levels of the compared factor take turns within a trial of these levels; None where they do not."""
    units: tuple[UnitWithinTrial, ...] = ("order", "window")
    words = {LEVEL_WORDS[unit]: unit for unit in units}
    unit = words.get(str(levels.get(experiment.compare)))
    return experiment.assignment_by(unit) if unit else None


def bed_label(experiment: Experiment, levels: Mapping[str, Any], block: int) -> str:
    """What tells the bed of a trial of these levels from others that are alike: the compared level, where levels are
    assigned by bed that could be switched; where they change beds with each block, which of the two it is.
    """
    if experiment.crosses_over:
        place = experiment.levels()[experiment.compare].index(levels[experiment.compare])
        return BEDS_OF_A_CROSSOVER[(place + block) % 2]
    by_bed = "bed" in experiment.units and experiment.compare in LEVELS_OF_ANY_UNIT
    return str(levels[experiment.compare]) if by_bed else ""


def _variants(experiment: Experiment) -> list[dict[str, Any]]:
    levels = experiment.levels()
    if experiment.compare in levels:
        levels[experiment.compare] = _levels_of_trials(experiment.units, levels[experiment.compare])
    if experiment.up_and_down:  # which one a trial has follows from those before it
        levels["load"] = (first_load(levels["load"]),)
    return [dict(zip(levels, combination, strict=True)) for combination in itertools.product(*levels.values())]


def _levels_of_trials(units: tuple[Unit, ...], levels: tuple[Any, ...]) -> tuple[Any, ...]:
    """Where levels take turns within a trial, one trial has them all."""
    within = tuple(LEVEL_WORDS[unit] for unit in units if unit in LEVEL_WORDS)
    return within if len(within) == len(units) else (*within, *levels)

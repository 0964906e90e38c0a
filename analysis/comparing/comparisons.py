"""All ratios of a report, in whatever units the levels were assigned, with their verdicts.

Levels that were drawn for each order or took turns in windows are compared within the trial (`order_samples`,
`window_samples`); those that a trial or a bed had for itself, between trials (`trial_comparisons`).
"""

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from analysis.comparing.canary_correction import Slopes, no_slopes
from analysis.comparing.comparison import EVERY_LEVEL, Comparison, Tested, with_verdicts
from analysis.comparing.design import Design, Pair
from analysis.comparing.main_effects import main_effects
from analysis.comparing.order_samples import OrderSample, order_samples
from analysis.comparing.stability import with_stability
from analysis.comparing.trial_comparisons import compare, compared_in, matched
from analysis.comparing.window_samples import WindowSample, window_samples
from analysis.contract.assignment_units import LEVEL_WORDS
from analysis.contract.equivalence import MARGIN
from analysis.metrics import GEOMETRIC_MEANS
from analysis.statistics.verdicts import ALPHA
from analysis.trials.trial_analysis import TrialResult

WINDOW_COMPARED = ("throughput_per_min", "cpu_per_order_ms", "gc_per_order_ms")
Excluded = Callable[[dict[str, Any]], int]


def comparisons_of(
    design: Design,
    valid: tuple[TrialResult, ...],
    margin: float = MARGIN,
    excluded: Excluded = lambda levels: 0,
    primary: str | None = None,
    secondary: Collection[str] = (),
    alpha: float = ALPHA,
    slopes: Slopes = no_slopes,
) -> list[Comparison]:
    """Every pair of levels, at every combination of the other factors' levels, for every metric that is compared.

    excluded: how many trials of a combination of levels were void or failed. primary, secondary: the experiment's
    metrics, which are compared whatever they are. alpha: the level of each test. slopes: by which ratios between trials
    are corrected for what the canary saw.
    """
    by_order, by_window = order_samples(valid), window_samples(valid)
    names = [metric for metric in dict.fromkeys((*compared_in(valid), primary, *secondary)) if metric]
    found: list[Tested] = main_effects(design, valid, names)
    for pair in design.pairs():
        found += [each for sample in by_order if sample.factor == pair.factor for each in of_orders(pair, sample)]
        told = [sample.held for sample in by_order if sample.factor == pair.factor]
        for sample in (each for each in by_window if each.factor == pair.factor):
            requested = [name for name in sample.metrics if name in {primary, *secondary} - GEOMETRIC_MEANS.keys()]
            found += of_windows(pair, sample, requested, include_times=sample.held not in told)
        for held, blocks in matched(pair, valid):
            found += [compare(metric, pair, held, blocks, slopes) for metric in names]
    counted = [(with_excluded(comparison, excluded, design, valid), difference) for comparison, difference in found]
    return [
        with_stability(comparison, alpha)
        for comparison in with_verdicts(counted, margin, primary, alpha, secondary, design.asks_for)
        if comparison.n or comparison.reason != "not measured"
    ]


def of_orders(pair: Pair, sample: OrderSample) -> list[Tested]:
    return [sample.compare(metric, pair) for metric in GEOMETRIC_MEANS]


def of_windows(pair: Pair, sample: WindowSample, requested: Iterable[str], *, include_times: bool) -> list[Tested]:
    """include_times: where no trial by order, which tells more of times, has the same levels."""
    metrics = (*WINDOW_COMPARED, *requested, *(GEOMETRIC_MEANS if include_times else ()))
    return [sample.compare(metric, pair) for metric in dict.fromkeys(metrics)]


def with_excluded(
    comparison: Comparison, excluded: Excluded, design: Design, valid: tuple[TrialResult, ...]
) -> Comparison:
    """Trials by order and by window have all levels, so that what is left out is left out on both sides. Of overloaded
    trials, which have no times, a ratio of times leaves out the slowest: they count, too.
    """
    word = LEVEL_WORDS.get(comparison.assignment)
    of_level, of_other = (
        sum(
            excluded(levels) + overloaded_without(comparison.metric, levels, valid)
            for held in combinations_of(comparison, design)
            for levels in [{**held, comparison.factor: word or side}]
        )
        for side in (comparison.level, comparison.against)
    )
    return replace(comparison, excluded_level=of_level, excluded_against=of_other)


def overloaded_without(metric: str, levels: dict[str, Any], valid: tuple[TrialResult, ...]) -> int:
    """How many valid trials of these levels were overloaded and have no such metric."""
    return sum(
        result.trial.levels == levels and result.value(metric) is None and bool(result.value("overloaded_fraction"))
        for result in valid
    )


def combinations_of(comparison: Comparison, design: Design) -> Iterator[dict[str, Any]]:
    """The levels of the other factors: those that it holds, or of a main effect each combination that it is over."""
    held = comparison.held
    each = [design.factors[factor] if level == EVERY_LEVEL else [level] for factor, level in held.items()]
    yield from (dict(zip(held, levels, strict=True)) for levels in itertools.product(*each))

"""The switchback blocks of trials by window: each level's values, and their ratios block by block."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import exp, log

from analysis.comparing.comparison import Comparison, Tested, ratio_of_means, with_ratio
from analysis.comparing.design import Pair
from analysis.comparing.order_samples import Held, assigned_trials
from analysis.comparing.stability import OTHERS, free_log, shift_of
from analysis.metrics import GEOMETRIC_MEANS
from analysis.statistics.intervals import Estimate, t_interval
from analysis.statistics.switchback import difference_over_blocks
from analysis.trials.trial_analysis import TrialResult

SINGLE_BLOCK = "a single switchback block cannot separate the level from noise: measure for longer"
Place = tuple[str, int]  # a block of a trial


@dataclass(frozen=True)
class WindowSample:
    """The whole blocks of all trials by window at one combination of the other factors' levels."""

    factor: str
    held: Held
    trials: int
    launches: int
    blocks: int
    values: dict[tuple[str, str], dict[Place, float]]  # by metric and level, then by block

    def compare(self, metric: str, pair: Pair) -> Tested:
        """The geometric mean of the ratios of the blocks, and the difference of the logarithms."""
        found = Comparison(metric, pair.factor, pair.level, pair.against, self.held, "window")
        one, other = (self.values.get((metric, str(level)), {}) for level in (pair.level, pair.against))
        both = [(value, other[place]) for place, value in one.items() if place in other]
        if not both:
            return replace(found, reason="not measured"), None
        shift = shift_of(OTHERS, self.free_logs(pair, [place for place in one if place in other]))
        found = replace(found, n=len(both), machine_shift=shift)
        if any(min(values) <= 0 for values in both):
            return ratio_of_means(found, both)
        difference = difference_over_blocks(both)
        if difference is None:
            return replace(found, ratio=both[0][0] / both[0][1], reason=SINGLE_BLOCK), None
        return with_ratio(found, difference, "paired t on logarithms")

    def free_logs(self, pair: Pair, places: list[Place]) -> list[float | None]:
        """Of the share of the cores that other programs left the levels, block by block."""
        used = [self.values.get(("cpu_other_fraction", str(level)), {}) for level in (pair.level, pair.against)]
        return [free_log(*(of_level.get(place) for of_level in used)) for place in places]

    def estimate(self, metric: str, level: str) -> Estimate:
        """Mean over the blocks; geometric, where the metric is."""
        values = list(self.values.get((metric, level), {}).values())
        if metric not in GEOMETRIC_MEANS:
            found = t_interval(values, "t over switchback blocks")
            return found if found.low is None else replace(found, low=max(found.low, 0.0))
        found = t_interval([log(value) for value in values], "t over switchback blocks")
        value, low, high = (None if each is None else exp(each) for each in (found.value, found.low, found.high))
        return Estimate(value, found.n, low, high, found.interval)

    @property
    def metrics(self) -> list[str]:
        return list(dict.fromkeys(metric for metric, _ in self.values))


def window_samples(valid: Iterable[TrialResult]) -> list[WindowSample]:
    """One for each combination of the other factors' levels that has a trial by window."""
    return [sample_of(factor, held, members) for factor, held, members in assigned_trials(valid, "window")]


def sample_of(factor: str, held: Held, members: list[TrialResult]) -> WindowSample:
    values: dict[tuple[str, str], dict[Place, float]] = {}
    for result in members:
        for block, level, metric, value in result.blocks_df.iter_rows():
            values.setdefault((metric, level), {})[result.trial.id, block] = value
    places = {place for of_block in values.values() for place in of_block}
    launches = len({result.launch for result in members})
    return WindowSample(factor, held, len(members), launches, len(places), values)

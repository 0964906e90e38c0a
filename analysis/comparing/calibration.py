"""From the results of levels that change nothing to the profile of the machine that they were measured on."""

from collections.abc import Sequence
from functools import partial

from analysis.analysis_errors import ResultsError
from analysis.comparing.canary_correction import Block, Slopes, canary_log, log_of_ratio, means_by
from analysis.comparing.comparison import Comparison
from analysis.comparing.comparisons import comparisons_of
from analysis.comparing.results import Results
from analysis.comparing.trial_comparisons import COMPARED, matched, repetitions
from analysis.contract.assignment_units import Unit
from analysis.contract.machine_profile import (
    CalibratedUnit,
    CanarySlope,
    MachineProfile,
    PlaceboRatio,
    machine_of,
)
from analysis.statistics.covariate import slope_of
from analysis.statistics.verdicts import holm
from analysis.trials.trial_analysis import TrialResult

PLACEBO = "placebo"
_UNITS: tuple[Unit, ...] = ("order", "window", "trial", "bed")


def with_results(profile: MachineProfile | None, results: Results, made: str) -> MachineProfile:
    """The profile with what these results showed in place of older calibrations by the same units; those of another
    machine are left out.

    Raises:
        ResultsError: the experiment compared something else than a placebo, or had no ratio with an interval.
    """
    if results.experiment.compare != PLACEBO:
        raise ResultsError(f"{results.folder} compared {results.experiment.compare}: a profile takes a placebo")
    machine = machine_of(results.trials[0].trial.facts)
    older = dict(profile.units) if profile and profile.machine == machine else {}
    comparisons = placebo_comparisons(results)
    found = {unit: each for unit in _UNITS if (each := calibrated_unit(results, comparisons, unit, made))}
    if not found:
        raise ResultsError(
            f"{results.folder} has no ratio with an interval, so that no profile can be made of it: too many of its "
            "trials were void or failed, or too few were conducted"
        )
    return MachineProfile(schema_version=1, machine=machine, units={**older, **found})


def calibrated_unit(
    results: Results, comparisons: Sequence[Comparison], unit: Unit, made: str
) -> CalibratedUnit | None:
    """What one unit of assignment showed; None where it has no interval."""
    ratios = tuple(ratio for c in comparisons if c.assignment == unit and (ratio := ratio_of(c)))
    if not ratios:
        return None
    experiment, facts = results.experiment, results.trials[0].trial.facts
    return CalibratedUnit(
        made=made,
        commit=experiment.commit or facts.commit,
        dirty=facts.dirty,
        results=results.folder.name,
        customers=results.trials[0].trial.customers,
        measure_s=experiment.measure_s,
        window_s=experiment.window_s if unit == "window" else None,
        duet=experiment.duet,
        trials=sum(unit_of(result.trial.assignment, unit) for result in results.crash_free),
        ratios=ratios,
        slopes=slopes_of(results, unit),
    )


def unit_of(assignment: object, unit: Unit) -> bool:
    """Whether a trial is one of this unit: those without an assignment within are of trials, or of beds."""
    within = getattr(assignment, "unit", None)
    return within == unit if within else unit in ("trial", "bed")


def placebo_comparisons(results: Results) -> list[Comparison]:
    found = comparisons_of(results.design, results.crash_free, results.experiment.margin, primary=results.primary)
    return [comparison for comparison in found if comparison.factor == PLACEBO]


def usable_profile(kept: MachineProfile | None, results: Results) -> MachineProfile | None:
    """The kept profile where it is of the machine that the trials were conducted on."""
    return kept if kept and all(_is_of(kept, result) for result in results.trials) else None


def _is_of(kept: MachineProfile, result: TrialResult) -> bool:
    """A trial for which no bed came up does not say which JDK it would have had."""
    machine, outcome = machine_of(result.trial.facts), result.trial.facts.outcome
    has_no_jdk = machine.jdk is None and outcome.status == "failed"
    return machine == (kept.machine.model_copy(update={"jdk": None}) if has_no_jdk else kept.machine)


def slopes_by(kept: MachineProfile | None, results: Results) -> Slopes:
    """Those by which ratios of these results are corrected. What a slope was fitted on is not corrected by it."""
    profile = usable_profile(kept, results)

    def slope(unit: Unit, metric: str) -> CanarySlope | None:
        calibrated = profile.units.get(unit) if profile else None
        return calibrated.slope_of(metric) if calibrated and calibrated.results != results.folder.name else None

    return slope


def slopes_of(results: Results, unit: Unit) -> tuple[CanarySlope, ...]:
    """Over the canary, of each metric that is compared between trials or beds: within the others both levels share
    their seconds, as those of a duet do.
    """
    if unit not in ("trial", "bed") or results.experiment.duet:
        return ()
    [pair] = [pair for pair in results.design.pairs() if pair.factor == PLACEBO][:1]
    [(_, blocks)] = list(matched(pair, results.crash_free))[:1]
    alone = [slope for name in dict.fromkeys((*COMPARED, results.primary)) if (slope := canary_slope(name, blocks))]
    adjusted = holm([slope.p for slope in alone if slope.p is not None])
    return tuple(slope.model_copy(update={"p": p}) for slope, p in zip(alone, adjusted, strict=True))


def canary_slope(name: str, blocks: list[Block]) -> CanarySlope | None:
    """Of a metric over the canary between trials; None where either was not measured, or the slope cannot be told."""
    known = [block for block in blocks if None not in (canary_log(block), log_of_ratio(name, block))]
    told, units, _ = repetitions(known)
    canary, logs = (
        means_by(units, [log for block in told if (log := log_of(block)) is not None])
        for log_of in (canary_log, partial(log_of_ratio, name))
    )
    found = slope_of(canary, logs)
    if found is None:
        return None
    return CanarySlope(
        metric=name,
        n=found.n,
        slope=found.slope,
        low=found.low,
        high=found.high,
        spread=found.spread,
        corrected_spread=found.left,
        p=found.p,
    )


def ratio_of(found: Comparison) -> PlaceboRatio | None:
    """None where the ratio has no interval over repetitions."""
    if found.ratio is None or found.low is None or found.high is None or not found.log_std_error:
        return None
    return PlaceboRatio(
        metric=found.metric,
        ratio=found.ratio,
        low=found.low,
        high=found.high,
        n=found.n,
        spread=found.log_std_error * found.n**0.5,
        smallest_effect=found.smallest_effect,
        verdict=found.verdict,
    )

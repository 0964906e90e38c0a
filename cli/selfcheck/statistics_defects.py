"""Defects of statistics, comparisons and the report."""

from cli.selfcheck.damage import Defect

_STATISTICS = (
    Defect(
        "variance divided by n", "statistics", "analysis.statistics.intervals:paired",
        "sample.std(ddof=1)", "sample.std(ddof=0)", ("interval by trial", "interval by bed"),
    ),
    Defect(
        "variance of a mean divided by n", "statistics", "analysis.statistics.intervals:half_width",
        "sample.std(ddof=1)", "sample.std(ddof=0)", ("interval of a mean",),
    ),
    Defect(
        "interval at 90 %", "statistics", "analysis.statistics.intervals:Difference.bounds",
        "(1 + confidence) / 2", "(1 + 0.9) / 2", ("interval by trial", "interval by bed"),
    ),
    Defect(
        "interval at 99 %", "statistics", "analysis.statistics.intervals:Difference.bounds",
        "(1 + confidence) / 2", "(1 + 0.99) / 2", ("power", "interval by trial"),
    ),
    Defect(
        "test of one side", "statistics", "analysis.statistics.intervals:Difference.p",
        "2 * stdtr", "stdtr",
        (
            "false positives by trial, noise independent", "false positives by bed, noise independent",
            "false positives by window, noise independent", "false positives by order, noise independent",
        ),
    ),
    Defect(
        "variance of a difference halved", "statistics", "analysis.statistics.clustered_ratio:clustered_slope",
        "float(np.linalg.norm(influence))", "float(np.linalg.norm(influence)) / 2**0.5",
        ("false positives by order, noise independent", "false positives by order, noise autocorrelated"),
    ),
    Defect(
        "each switchback block counted twice", "statistics", "analysis.statistics.switchback:difference_over_blocks",
        "for one, other in values])", "for one, other in 2 * values])",
        ("false positives by window, noise independent", "false positives by window, noise autocorrelated"),
    ),
    Defect(
        "as sure with few blocks as with many", "statistics", "analysis.statistics.intervals:paired",
        ", len(sample) - 1)", ", 1000)",
        ("false positives by trial, noise autocorrelated", "interval by trial", "interval by bed"),
    ),
    Defect(
        "jackknife without its factor", "statistics", "analysis.statistics.ratio_of_means:jackknife_variance",
        "(len(without) - 1) * without.var()", "without.var()", ("false positives where trials have no collection",),
    ),
    Defect(
        "trials of a launch taken for repetitions", "statistics", "analysis.comparing.launches:units",
        "int(part[one]) if one != other else -1 - number", "-1 - number",
        ("false positives by bed, noise independent", "false positives by bed, noise autocorrelated"),
    ),
    Defect(
        "trials of a launch taken for repetitions of a main effect", "statistics",
        "analysis.comparing.main_effects:main_effect",
        "units.setdefault(number, {})", "units.setdefault(id(block), {})",
        ("main effect", "false positives of a main effect"),
    ),
    Defect(
        "geometric mean replaced by the arithmetic one", "statistics",
        "analysis.statistics.clustered_ratio:timed_logs",
        "TimedLogs(np.log(values),", "TimedLogs(values / np.mean(values),",
        ("response by order", "CPU of an order by order"),
    ),
    Defect(
        "as sure with few blocks of time as with many", "statistics",
        "analysis.statistics.clustered_ratio:clustered_slope", "float(dof)", "float(1e6 * dof)",
        ("false positives by order, noise independent", "false positives by order, noise autocorrelated"),
    ),
    Defect(
        "blocks of time of half a second", "statistics", "analysis.statistics.clustered_ratio:TimedLogs.blocks",
        "BLOCK_S * NS_PER_S", "BLOCK_S * NS_PER_S / 10", ("units of replication",),
    ),
    Defect(
        "trend of a block taken for that of the window", "statistics", "analysis.trials.trend:trend_of",
        "(np.arange(len(values)) + 0.5) / len(values)", "np.arange(len(values)) + 0.5", ("steady state",),
    ),
    Defect(
        "ratio upside down", "statistics", "analysis.statistics.switchback:difference_over_blocks",
        "math.log(one / other)", "math.log(other / one)", ("CPU per order by window", "drift by window"),
    ),
    Defect(
        "trials that did not keep the objective taken for such that did", "statistics",
        "analysis.statistics.probit_threshold:_log_likelihood", "deviates if kept else -deviates", "deviates",
        ("capacity by loads up and down", "capacities missed by their intervals"),
    ),
    Defect(
        "capacities with intervals of 80 %", "statistics", "analysis.statistics.probit_threshold:_quantiles",
        "[TAIL, 0.5, 1 - TAIL]", "[0.1, 0.5, 0.9]", ("capacities missed by their intervals",),
    ),
    Defect(
        "slower machine taken for a faster one", "statistics", "analysis.statistics.probit_threshold:_log_likelihood",
        "- slopes * slowness", "+ slopes * slowness", ("capacities missed on a machine that moves",),
    ),
    Defect(
        "trials taken to have no spread", "statistics", "analysis.statistics.probit_threshold:fit_thresholds",
        "rest / rest.sum()", "np.eye(len(rest))[0]", ("capacities missed by their intervals",),
    ),
    Defect(
        "not corrected for their number", "statistics", "analysis.statistics.verdicts:holm",
        "np.arange(len(p), 0, -1)", "np.ones(len(p))",
        ("correction for many ratios", "false positives of five ratios"),
    ),
    Defect(
        "one of two one-sided tests is enough", "statistics", "analysis.statistics.intervals:equivalence",
        "float(max(", "float(min(", ("verdicts", "false equivalence"),
    ),
    Defect(
        "smallest effect by a one-sided test", "statistics", "analysis.statistics.smallest_effect:_noncentrality",
        "alpha / 2", "alpha", ("smallest detectable effect",),
    ),
)  # fmt: skip

_COMPARING = (
    Defect(
        "block 0 dropped", "comparing", "analysis.comparing.trial_comparisons:matched",
        "for _, block in sorted(blocks.items()) if", "for _, block in sorted(blocks.items())[1:] if",
        ("interval by trial", "interval by bed"),
    ),
    Defect(
        "ratios averaged, not their logarithms", "comparing", "analysis.comparing.canary_correction:log_of_ratio",
        "math.log(one / other)", "one / other - 1", ("interval by trial",),
    ),
    Defect(
        "level before baseline", "comparing", "analysis.comparing.order_samples:OrderSample.compare",
        "for level in (pair.level, pair.against)", "for level in (pair.against, pair.level)",
        ("response by order, no noise", "CPU of an order, no noise"),
    ),
    Defect(
        "disturbance upside down", "comparing", "analysis.comparing.interference:difference_between",
        "one.mean - other.mean", "other.mean - one.mean", ("interference of 10 %",),
    ),
    Defect(
        "undisturbed levels said to disturb each other", "comparing", "analysis.comparing.interference:with_verdicts",
        "if p < ALPHA", "if p <= 1", ("no interference",),
    ),
    Defect(
        "disturbance never reported", "comparing", "analysis.comparing.interference:with_verdicts",
        "if p < ALPHA", "if p < 0", ("interference of 10 %",),
    ),
    Defect(
        "error of the windows left out", "comparing", "analysis.comparing.interference:difference_between",
        "math.sqrt(sum(squares))", "math.sqrt(squares[0])", ("false interference",),
    ),
    Defect(
        "void trials compared", "comparing", "analysis.comparing.results:Results.valid",
        'if result.status == "valid"', "", ("void trials",),
    ),
)  # fmt: skip

_REPORT = (
    Defect(
        "longer reported as less time", "report", "analysis.presentation.assignment_sentences:different",
        "if ratio > 1 else", "if ratio < 1 else", ("sentence by order",),
    ),
    Defect(
        "ends of an interval exchanged", "report", "analysis.presentation.formatting:ratio",
        "({comparison.low:#.3g}–{comparison.high:#.3g})", "({comparison.high:#.3g}–{comparison.low:#.3g})",
        ("sentence by trial",),
    ),
    Defect(
        "lower end of the interval reported as the value", "report", "analysis.presentation.formatting:with_interval",
        "{number(estimate.value, fraction)} (", "{number(estimate.low, fraction)} (", ("key table",),
    ),
    Defect(
        "lower end in the file of levels", "report", "analysis.comparing.estimates:row_of",
        '"value": estimate.value', '"value": estimate.low', ("tables and summary",),
    ),
    Defect(
        "ends exchanged in summary.json", "report", "analysis.comparing.comparison:Comparison.row",
        '"unit": self.unit', '"unit": self.unit, "low": self.high, "high": self.low', ("tables and summary",),
    ),
    Defect(
        "void trials not named", "report", "analysis.reporting.terminal:left_out",
        "excluded_rows(results.excluded_trials)", "excluded_rows(())", ("void trials",),
    ),
)  # fmt: skip

DEFECTS = (*_STATISTICS, *_COMPARING, *_REPORT)

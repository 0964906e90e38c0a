"""What a search for a collector answers: by who keeps the objective first, and by verdicts where both do."""

# mypy: disable-error-code="no-untyped-def"

from dataclasses import replace

import pytest

from analysis.comparing.comparison import Comparison
from analysis.contract.objective import parse_objective
from analysis.reporting.tuning_answer import comparison_line, heading, nothing_else_known, told_value
from analysis.reporting.tuning_page import Shown
from analysis.statistics.intervals import Estimate

OBJECTIVE = parse_objective("p99 response <= 500 ms")
P99, CPU = "Response time, 99th percentile", "CPU per order"
DRIFT = "the machine was 4 % slower with it"


def shown(p99_ms, *, overloaded=False):
    return Shown("jvm", {"response_p99_ms": Estimate(p99_ms, 3)}, overloaded=overloaded)


KEEPS, LATE, OVERLOADED = shown(450.0), shown(700.0), shown(90.0, overloaded=True)


def compared(name, ratio, verdict, seen=None, reason=None):
    return Comparison(
        name, "jvm", "c01", "default", {}, "bed", ratio=ratio, verdict=verdict, smallest_effect=seen, n=3, reason=reason
    )


def asked(p99, cpu):
    """With a third metric, which is not asked for."""
    found = [compared("response_p99_ms", *p99)] if p99 else []
    return [*found, compared("cpu_per_order_ms", *cpu), compared("gc_cpu_per_order_ms", 0.1, "different", 0.1)]


UNKNOWN = (0.9, "cannot tell", 0.6)
SAME = (1.0, "equivalent within the margin", 0.02)
QUICKER, LATER = (0.7, "different", 0.1), (1.3, "different", 0.1)
CHEAPER, DEARER = (0.9, "different", 0.05), (1.2, "different", 0.05)


@pytest.mark.parametrize(
    ("p99", "cpu", "told"),
    [
        (QUICKER, (1.0, "cannot tell", 0.25), "**Recommended**"),
        (UNKNOWN, CHEAPER, "**Recommended**"),
        (SAME, DEARER, f"**The default is better**: the best other candidate is worse in {CPU}"),
        (LATER, DEARER, f"**The default is better**: the best other candidate is worse in {P99} and {CPU}"),
        (QUICKER, DEARER, f"**Better than the default in {P99}, worse in {CPU}: yours to choose**"),
        (SAME, SAME, f"**As good as the default, and no better**: {P99} and {CPU} the same within 5 %"),
        (
            UNKNOWN,
            (0.98, "cannot tell", 0.25),
            f"**Nothing was shown to be better than the default**. {P99}: cannot tell; by itself, a difference of 60 % "
            f"would be seen four times out of five. {CPU}: cannot tell; by itself, a difference of 25 % would be seen "
            "four times out of five. The earlier rounds had one launch of each candidate, and other launches may find "
            "another",
        ),
        (
            (0.9, "cannot tell", 0.1, "different by itself (p = 0.03), but not as one of 2 ratios"),
            (0.93, "unstable", 0.02, DRIFT),
            f"{P99}: cannot tell, different by itself (p = 0.03), but not as one of 2 ratios; by itself, a difference "
            f"of 10 % would be seen four times out of five. {CPU}: 0.930\u00a0×, unstable, {DRIFT}. ",
        ),
        ((1.0, "cannot tell", None), SAME, f"{P99}: cannot tell. {CPU}: the same within 5 %. "),
        ((None, "cannot tell", None), (None, "cannot tell", None), "Nothing was shown to be better"),
    ],
)
def test_of_two_that_keep_the_objective_verdicts_decide(p99, cpu, told):
    found = heading(asked(p99, cpu), OBJECTIVE, KEEPS, KEEPS)
    assert found == told if told.endswith("another") or told == "**Recommended**" else told in found


@pytest.mark.parametrize(
    ("p99", "cpu", "told"),
    [
        (QUICKER, SAME, "**Recommended**: the default does not keep p99 response <= 500 ms"),
        (
            QUICKER,
            DEARER,
            "**Recommended**: the default does not keep p99 response <= 500 ms; this candidate costs more: worse in "
            f"{CPU}",
        ),
        (UNKNOWN, CHEAPER, "**Recommended**: the default does not keep p99 response <= 500 ms"),
        (
            UNKNOWN,
            DEARER,
            f"**Its mean keeps p99 response <= 500 ms and the default's does not, but it is worse in {CPU}: yours to "
            f"choose**. {P99}: cannot tell; by itself, a difference of 60 % would be seen four times out of five",
        ),
    ],
)
def test_who_alone_keeps_the_objective_comes_before_who_is_cheaper(p99, cpu, told):
    assert heading(asked(p99, cpu), OBJECTIVE, KEEPS, LATE) == told


def test_a_mean_that_keeps_the_objective_is_no_verdict():
    told = heading(asked(UNKNOWN, (1.0, "cannot tell", 0.25)), OBJECTIVE, KEEPS, LATE)
    assert told.startswith("**Nothing was shown to be better than the default**")
    assert told.endswith("By its mean the best other candidate keeps p99 response <= 500 ms, and the default does not")


def test_what_keeps_the_objective_where_the_default_is_overloaded_is_recommended():
    """Who is overloaded has no times, so that there is no comparison of them."""
    told = heading(asked(None, (1.0, "cannot tell", 0.25)), OBJECTIVE, KEEPS, OVERLOADED)
    assert told == "**Recommended**: the default does not keep p99 response <= 500 ms"


def test_a_default_that_alone_keeps_the_objective_stays_however_cheap_the_other_is():
    means = "by its mean the default keeps p99 response <= 500 ms, but the best other candidate does not"
    assert heading(asked(LATER, CHEAPER), OBJECTIVE, LATE, KEEPS) == f"**The default is better**: {means}"
    assert heading(asked(None, CHEAPER), OBJECTIVE, OVERLOADED, KEEPS) == f"**The default is better**: {means}"
    unsure = f"{means}. {P99}: cannot tell; by itself, a difference of 60 % would be seen four times out of five"
    assert heading(asked(UNKNOWN, CHEAPER), OBJECTIVE, LATE, KEEPS) == f"**Not recommended**: {unsure}"


@pytest.mark.parametrize(
    ("best", "default", "told"),
    [
        (shown(600.0), LATE, "<= 500 ms in the last round; the best other candidate is nearest to it**"),
        (LATE, shown(600.0), "; the default is nearest to it**"),
        (OVERLOADED, LATE, "; the default is nearest to it**"),
        (OVERLOADED, OVERLOADED, "in the last round**: both were overloaded"),
    ],
)
def test_where_neither_keeps_it_the_nearest_is_told(best, default, told):
    assert told in heading(asked(UNKNOWN, CHEAPER), OBJECTIVE, best, default)


def test_of_launches_that_could_not_be_counted_nothing_is_claimed():
    unknown = "**Nothing is known of the default**: none of its launches could be counted. The best other candidate "
    assert heading([], OBJECTIVE, KEEPS, None) == f"{unknown}keeps p99 response <= 500 ms"
    assert heading([], OBJECTIVE, LATE, None) == f"{unknown}does not keep p99 response <= 500 ms"
    assert "**Nothing is known of the best other candidate**" in heading([], OBJECTIVE, None, KEEPS)


def test_where_only_the_default_is_known_nothing_is_claimed_of_the_others():
    of_default = "**Only the default is known**: it"
    assert nothing_else_known(KEEPS, OBJECTIVE).startswith(f"{of_default} keeps p99 response <= 500 ms")
    assert nothing_else_known(LATE, OBJECTIVE) == nothing_else_known(OVERLOADED, OBJECTIVE)
    assert nothing_else_known(LATE, OBJECTIVE).startswith(f"{of_default} does not keep p99 response <= 500 ms")
    assert nothing_else_known(None, OBJECTIVE).startswith("**Nothing is known**")


def test_nothing_is_recommended_whose_launches_failed():
    told = heading(asked(UNKNOWN, CHEAPER), OBJECTIVE, KEEPS, KEEPS, lost=3)
    better = "better than the default, but not recommended until the reason is known"
    assert told == f"**3 launches of it failed or were void.** By its other launches: {better}"
    assert heading([], OBJECTIVE, None, KEEPS, lost=8).startswith("**Nothing is known of the best other candidate")


def test_a_comparison_says_how_many_trials_it_does_without():
    found = replace(compared("cpu_per_order_ms", 0.9, "different"), excluded_level=3, excluded_against=1)
    assert comparison_line(found).endswith("n = 3 launches (not counted: 3 of it, 1 of the default).")


def test_times_are_told_in_words_where_there_are_none():
    told = [told_value(each, OBJECTIVE) for each in (KEEPS, OVERLOADED, None)]
    assert told == ["450 ms", "overloaded", "no launch that could be counted"]


def test_a_comparison_has_its_reason_and_no_ratio_that_is_not_known():
    found = compared("cpu_per_order_ms", 0.93, "unstable", 0.02, DRIFT)
    assert comparison_line(found) == f"- {CPU}: 0.930\u00a0× the default's, **unstable** ({DRIFT}), n = 3 launches."
    nothing = compared("cpu_per_order_ms", None, "cannot tell")
    assert comparison_line(nothing) == f"- {CPU}: no ratio, **cannot tell**, n = 3 launches."

"""The Universal Scalability Law against two published examples of the R package usl, and where it cannot be told."""

# mypy: disable-error-code="operator"
# An interval may have no bounds; those here have.

import pytest

from analysis.statistics.universal_scalability_law import ScalabilityLaw, fit_scalability

# SPEC SDM 91 on a Sun SPARCcenter 2000; the package's README has coefficients and standard errors of its fit:
# alpha 0.0277285 (0.0091217), beta 0.0001044 (0.0000199), gamma 89.9952 (14.2135), peak at 96.5.
SDM91_LOADS = [1, 18, 36, 72, 108, 144, 216]
SDM91_THROUGHPUTS = [64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2]
# A ray tracer on an SGI Origin 2000 (Gunther 2007, table 4.1): gamma 21.848843, alpha 0.057771, beta 0.
RAY_LOADS = [1, 4, 8, 12, 16, 20, 24, 28, 32, 48, 64]
RAY_THROUGHPUTS = [20.0, 78, 130, 170, 190, 200, 210, 230, 260, 280, 310]
T_OF_4 = 2.776445  # 97.5 % of Student's t with 7 − 3 degrees of freedom


def law_of(loads: list[int], throughputs: list[float]) -> ScalabilityLaw:
    law = fit_scalability(loads, throughputs)
    assert law is not None
    return law


def test_the_law_of_sdm91_is_as_published() -> None:
    law = law_of(SDM91_LOADS, SDM91_THROUGHPUTS)
    assert law.single.value == pytest.approx(89.9952, abs=0.001)
    assert law.contention.value == pytest.approx(0.0277285, abs=2e-6)
    assert law.coherency.value == pytest.approx(0.0001044, abs=1e-7)
    assert law.peak_load.value == pytest.approx(96.52, abs=0.01)
    assert law.single.low == pytest.approx(89.9952 - T_OF_4 * 14.2135, abs=0.01)
    assert law.contention.high == pytest.approx(0.0277285 + T_OF_4 * 0.0091217, abs=1e-5)
    assert law.coherency.low == pytest.approx(0.0001044 - T_OF_4 * 0.0000199, abs=1e-6)
    assert law.coherency.n == 7


def test_the_throughput_at_the_peak_follows_from_the_coefficients() -> None:
    law = law_of(SDM91_LOADS, SDM91_THROUGHPUTS)
    # 89.9952 × 96.52 / (1 + 0.0277285 × 95.52 + 0.0001044 × 96.52 × 95.52) = 8686.34 / 4.61123
    assert law.throughput(96.52) == pytest.approx(1883.7, abs=0.5)
    assert law.peak_throughput.value == pytest.approx(1883.7, abs=0.5)
    assert law.peak_throughput.low < 1883.7 < law.peak_throughput.high


def test_intervals_of_the_peak_are_those_of_its_gradient() -> None:
    law = law_of(SDM91_LOADS, SDM91_THROUGHPUTS)
    # ln N* = (ln(1 − σ) − ln κ) / 2 has the slopes −1 / 2(1 − σ) = −0.5143 and −1 / 2κ = −4789.3. With the published
    # standard errors alone: 2.7764 × √((0.5143 × 0.0091217)² + (4789.3 × 0.0000199)²) = 0.2649; σ and κ are correlated.
    assert 96.52 * 1.2 < law.peak_load.high < 96.52 * 1.35
    assert law.peak_load.low == pytest.approx(96.52**2 / law.peak_load.high, rel=1e-3)


def test_a_coherency_below_zero_is_none_and_throughput_has_no_peak() -> None:
    law = law_of(RAY_LOADS, RAY_THROUGHPUTS)
    assert law.single.value == pytest.approx(21.848843, abs=1e-4)
    assert law.contention.value == pytest.approx(0.057771, abs=1e-6)
    assert (law.coherency.value, law.coherency.low) == (0.0, None)
    assert law.peak_load.value is None
    assert law.peak_throughput.value is None


def test_a_coherency_that_may_be_zero_promises_no_peak() -> None:
    loads = [1, 2, 4, 8, 16, 32] * 2
    noise = [1.06, 0.94, 1.05, 0.95, 1.06, 0.97, 0.94, 1.06, 0.95, 1.05, 0.94, 1.03]
    law = law_of(loads, [20 * n / (1 + 0.1 * (n - 1)) * e for n, e in zip(loads, noise, strict=True)])
    assert law.coherency.low is None or law.coherency.low <= 0
    assert law.peak_load.value is None


def test_exact_values_give_back_the_law() -> None:
    loads = [1, 2, 4, 8, 16, 32]
    law = law_of(loads, [7 * n / (1 + 0.05 * (n - 1) + 0.002 * n * (n - 1)) for n in loads])
    assert law.single.value == pytest.approx(7)
    assert law.contention.value == pytest.approx(0.05)
    assert law.coherency.value == pytest.approx(0.002)
    assert law.peak_load.value == pytest.approx((0.95 / 0.002) ** 0.5)
    assert law.r_squared == pytest.approx(1)


def test_three_loads_fit_any_law_and_so_none() -> None:
    assert fit_scalability([1, 1, 8, 8, 64, 64], [1, 1, 6, 6, 20, 20]) is None

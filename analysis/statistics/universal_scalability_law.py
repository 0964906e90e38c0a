"""The Universal Scalability Law, fitted: throughput X(N) = λN / (1 + σ(N − 1) + κN(N − 1)) of N customers.

λ is what one customer gets, σ the contention (what is done one after another), κ the coherency (what grows with every
pair of customers). Source: Gunther, Guerrilla Capacity Planning, 2007, 4.4; least squares without weights, as the R
package usl does, whose published example it is tested against.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, stats

from analysis.statistics.intervals import CONFIDENCE, NOTHING, Estimate, Kind

MIN_LOADS = 4
"""Three parameters go through any three loads."""

KIND: Kind = "t of the fitted law"
Array = NDArray[np.float64]


@dataclass(frozen=True)
class ScalabilityLaw:
    """The law of one variant. Throughput has the unit of what it was fitted to.

    contention, coherency: σ and κ; a coherency that would be negative is 0, without an interval (then it is Amdahl's
    law). peak_load, peak_throughput: where throughput is greatest; nothing where coherency may be 0, as it then only
    ever grows. r_squared: the fraction of the variance that the law explains.
    """

    single: Estimate
    contention: Estimate
    coherency: Estimate
    peak_load: Estimate
    peak_throughput: Estimate
    r_squared: float

    def throughput(self, load: float) -> float:
        """What the law says of so many customers."""
        return float(
            _law(np.array([load]), *(each.value or 0.0 for each in (self.single, self.contention, self.coherency)))[0]
        )


def fit_scalability(loads: Sequence[float], throughputs: Sequence[float]) -> ScalabilityLaw | None:
    """Fits the law to one pair of values a repetition. None: fewer than four loads, or no law fits.

    loads: customers, 1 or more. throughputs: orders per unit of time.
    """
    x, y = np.asarray(loads, dtype=np.float64), np.asarray(throughputs, dtype=np.float64)
    if len(np.unique(x)) < MIN_LOADS:
        return None
    try:
        found, covariance = _fitted(_law, x, y, 3)
        if found[2] < 0:
            found, covariance = _fitted(_without_coherency, x, y, 2)
    except RuntimeError:  # scipy found no optimum
        return None
    if not np.isfinite(covariance).all():
        return None
    return _described(found, covariance, x, y)


def _law(load: Array, single: float, contention: float, coherency: float) -> Array:
    slowed: Array = 1 + contention * (load - 1) + coherency * load * (load - 1)
    return single * load / slowed


def _without_coherency(load: Array, single: float, contention: float) -> Array:
    return _law(load, single, contention, 0.0)


def _fitted(law: Callable[..., Array], x: Array, y: Array, parameters: int) -> tuple[Array, Array]:
    start = (float((y / x).max()), 0.02, 1e-4)[:parameters]
    found, covariance = optimize.curve_fit(law, x, y, p0=start)
    return found, covariance


def _described(found: Array, covariance: Array, x: Array, y: Array) -> ScalabilityLaw:
    n, errors = len(x), np.sqrt(np.diag(covariance))
    spread = float(stats.t.ppf((1 + CONFIDENCE) / 2, n - len(found)))
    single, contention, *rest = (
        Estimate(float(value), n, float(value - spread * error), float(value + spread * error), KIND)
        for value, error in zip(found, errors, strict=True)
    )
    coherency = rest[0] if rest else Estimate(0.0, n)
    fitted = _law(x, *found) if rest else _without_coherency(x, *found)
    r_squared = 1 - float(((y - fitted) ** 2).sum() / ((y - y.mean()) ** 2).sum())
    load, throughput = _peak(found, covariance, n, spread) if rest else (NOTHING, NOTHING)
    return ScalabilityLaw(single, contention, coherency, load, throughput, r_squared)


def _peak(found: Array, covariance: Array, n: int, spread: float) -> tuple[Estimate, Estimate]:
    """N* = √((1 − σ)/κ) and X(N*), with intervals on the logarithms (delta method); none where κ may be 0."""
    _, contention, coherency = map(float, found)
    if coherency - spread * sqrt(covariance[2, 2]) <= 0 or contention >= 1:
        return NOTHING, NOTHING
    return tuple(_on_the_log(of, found, covariance, n, spread) for of in (_log_peak_load, _log_peak_throughput))  # type: ignore[return-value]


def _log_peak_load(parameters: Array) -> float:
    return log((1 - parameters[1]) / parameters[2]) / 2


def _log_peak_throughput(parameters: Array) -> float:
    return log(_law(np.array([exp(_log_peak_load(parameters))]), *parameters)[0])


def _on_the_log(of: Callable[[Array], float], found: Array, covariance: Array, n: int, spread: float) -> Estimate:
    slopes = optimize.approx_fprime(found, of, 1e-6 * np.abs(found))
    error, value = sqrt(slopes @ covariance @ slopes), of(found)
    return Estimate(exp(value), n, exp(value - spread * error), exp(value + spread * error), KIND)

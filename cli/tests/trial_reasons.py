"""Why a trial of a test may be invalid although nothing is wrong with Petlab."""

from collections.abc import Iterable

from analysis.trials.open_load import MAX_LATENESS_P99_MS


def other_than_lateness(reasons: Iterable[str]) -> list[str]:
    """On a machine that others use, a generator of a test may be late: that it is told is right."""
    return [reason for reason in reasons if not _of_lateness(reason)]


def _of_lateness(reason: str) -> bool:
    return reason.startswith("the generator could not keep its schedule: 1 % ") and f"{MAX_LATENESS_P99_MS:g}" in reason

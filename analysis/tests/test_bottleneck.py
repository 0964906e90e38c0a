"""Which resource is called the bottleneck: bounds that belong to it, and those that just do not."""

# mypy: disable-error-code="arg-type"
# Metrics by name go before named arguments of other types.

import pytest

from analysis.comparing.bottleneck import bottleneck_of
from analysis.tests.test_claims import load_of


@pytest.mark.parametrize(
    ("busy", "think", "metrics", "resource"),
    [
        (None, "shim", {"iowait_fraction": 0.9}, "not known"),
        (0.85, "shim", {"iowait_fraction": 0.9}, "processor"),
        (0.84, "shim", {"iowait_fraction": 0.3}, "disk"),
        (0.84, "shim", {"io_pressure_fraction": 0.5}, "disk"),
        (0.84, "shim", {"iowait_fraction": 0.29, "io_pressure_fraction": 0.49}, "customers"),
        (0.84, "none", {"queue_MailQueue_mean": 10.0}, "consumers of MailQueue"),
        (0.84, "none", {"queue_MailQueue_mean": 9.9, "queue_longest_mean": 20.0}, "a pool or lock"),
        (0.84, "shim", {"queue_MailQueue_mean": 9.9}, "customers"),
    ],
)
def test_the_first_resource_that_has_no_room_is_the_bottleneck(
    busy: float | None, think: str, metrics: dict[str, float], resource: str
) -> None:
    assert bottleneck_of(load_of(busy, think=think, **metrics)).resource == resource


@pytest.mark.parametrize(("other", "is_told"), [(0.5, True), (0.45, False)])
def test_other_programs_are_named_when_they_use_more_than_half_of_what_is_used(other: float, is_told: bool) -> None:
    found = bottleneck_of(load_of(0.9, cpu_other_fraction=other)).explanation
    assert ("and other programs use it" in found) == is_told


def test_the_metrics_that_show_it_stand_beside_it() -> None:
    found = bottleneck_of(
        load_of(
            0.5, cpu_other_fraction=0.1, iowait_fraction=0.2, io_pressure_fraction=0.3, disk_write_mb_per_s=4.56,
            queue_MailQueue_mean=2.0, queue_InvoiceQueue_mean=1.0,
        )
    )  # fmt: skip
    assert (found.variant, found.customers) == ("soap", 15)
    assert found.explanation == (
        "no resource: the customers' think time limits the load (cores 50% busy; 10% used by other programs; "
        "20% waiting for disk; some task waited for the disk 30% of the time; 4.6 MB/s written; "
        "longest queue MailQueue with 2.0 messages on average)"
    )

"""The bottleneck: which resource limits the throughput of a variant, with the metrics that show it."""

from dataclasses import dataclass

from analysis.comparing.estimates import Combination
from analysis.counting import load_words

BUSY_FRACTION, IO_PRESSURE_FRACTION, IOWAIT_FRACTION = 0.85, 0.5, 0.3
LONG_QUEUE = 10.0


@dataclass(frozen=True)
class Bottleneck:
    """The verdict on one combination of levels."""

    variant: str
    customers: int
    resource: str  # processor | disk | consumers of a queue | customers | not known
    explanation: str

    @property
    def load(self) -> str:
        """At which load, in words."""
        return load_words(self.customers)


def bottleneck_of(combination: Combination) -> Bottleneck:
    """By the first of these that holds: cores busy, disk saturated, a queue that grows while both have room; else the
    customers.
    """
    busy, waiting = combination.value("cpu_busy_fraction"), combination.value("iowait_fraction")
    pressed, written = combination.value("io_pressure_fraction"), combination.value("disk_write_mb_per_s")
    queue, length = longest_queue(combination)
    other = combination.value("cpu_other_fraction")
    metrics = "; ".join(
        text
        for value, text in (
            (busy, f"cores {busy or 0:.0%} busy"),
            (other, f"{other or 0:.0%} used by other programs"),
            (waiting, f"{waiting or 0:.0%} waiting for disk"),
            (pressed, f"some task waited for the disk {pressed or 0:.0%} of the time"),
            (written, f"{written or 0:.1f} MB/s written"),
            (length, f"longest queue {queue} with {length or 0:.1f} messages on average"),
        )
        if value is not None
    )

    def bottleneck(resource: str, why: str) -> Bottleneck:
        return Bottleneck(
            combination.variant, combination.customers, resource, f"{why} ({metrics})" if metrics else why
        )

    if busy is None:
        return bottleneck("not known", "the machine was not sampled")
    if busy >= BUSY_FRACTION:
        return bottleneck(
            "processor",
            "the processor is the bottleneck" + (", and other programs use it" if (other or 0) > busy / 2 else ""),
        )
    if (pressed or 0) >= IO_PRESSURE_FRACTION or (waiting or 0) >= IOWAIT_FRACTION:
        return bottleneck("disk", "the disk is the bottleneck")
    if (length or 0) >= LONG_QUEUE:
        return bottleneck(
            f"consumers of {queue}",
            f"the consumers of {queue} are the bottleneck: it fills while cores and disk have room",
        )
    if not combination.customers:
        return bottleneck("customers", "no resource: customers come at a given rate")
    if combination.trials[0].trial.facts.scenario.think_method == "none":
        return bottleneck(
            "a pool or lock",
            "neither cores nor disk nor a queue is the bottleneck: requests wait in a pool or for a lock",
        )
    return bottleneck("customers", "no resource: the customers' think time limits the load")


def longest_queue(combination: Combination) -> tuple[str, float | None]:
    means = {
        name.removeprefix("queue_").removesuffix("_mean"): estimate.value
        for name, estimate in combination.metrics.items()
        if name.startswith("queue_") and name.endswith("_mean") and name != "queue_longest_mean"
    }
    known = {name: value for name, value in means.items() if value is not None}
    return max(known.items(), key=lambda item: item[1]) if known else ("", None)

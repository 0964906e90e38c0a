"""Which resource binds: what keeps a variant from completing more orders, said with the metrics that show it."""

from dataclasses import dataclass

from analysis.estimates import Combination

BUSY_FRACTION, IO_PRESSURE_FRACTION, IOWAIT_FRACTION = 0.85, 0.5, 0.3
LONG_QUEUE = 10.0


@dataclass(frozen=True)
class Binding:
    """The verdict on one combination of levels."""

    variant: str
    customers: int
    resource: str  # processor | disk | consumers of a queue | customers | not known
    told: str


def binding_of(combination: Combination) -> Binding:
    """By the first of these that holds: cores busy, disk pressed, a queue that grows while both have room; else the
    customers.
    """
    busy, waiting = combination.value("cpu_busy_fraction"), combination.value("iowait_fraction")
    pressed, written = combination.value("io_pressure_fraction"), combination.value("disk_write_mb_per_s")
    queue, length = longest_queue(combination)
    foreign = combination.value("cpu_other_fraction")
    metrics = "; ".join(
        text
        for value, text in (
            (busy, f"cores {busy or 0:.0%} busy"),
            (foreign, f"{foreign or 0:.0%} taken by others"),
            (waiting, f"{waiting or 0:.0%} waiting for disk"),
            (pressed, f"some task stood waiting for disk {pressed or 0:.0%} of the time"),
            (written, f"{written or 0:.1f} MB/s written"),
            (length, f"longest queue {queue} with {length or 0:.1f} messages on average"),
        )
        if value is not None
    )

    def told(resource: str, why: str) -> Binding:
        return Binding(combination.variant, combination.customers, resource, f"{why} ({metrics})" if metrics else why)

    if busy is None:
        return told("not known", "the machine was not sampled")
    if busy >= BUSY_FRACTION:
        return told("processor", "the processor binds" + (", taken by others" if (foreign or 0) > busy / 2 else ""))
    if (pressed or 0) >= IO_PRESSURE_FRACTION or (waiting or 0) >= IOWAIT_FRACTION:
        return told("disk", "the disk binds")
    if (length or 0) >= LONG_QUEUE:
        return told(f"consumers of {queue}", f"the consumers of {queue} bind: it fills while cores and disk have room")
    if combination.trials[0].trial.facts["scenario"]["think_method"] == "none":
        return told("a pool or lock", "neither cores nor disk nor a queue bind: requests wait in a pool or for a lock")
    return told("customers", "nothing binds but the customers' think time")


def longest_queue(combination: Combination) -> tuple[str, float | None]:
    means = {
        name.removeprefix("queue_").removesuffix("_mean"): estimate.value
        for name, estimate in combination.metrics.items()
        if name.startswith("queue_") and name.endswith("_mean") and name != "queue_longest_mean"
    }
    known = {name: value for name, value in means.items() if value is not None}
    return max(known.items(), key=lambda item: item[1]) if known else ("", None)

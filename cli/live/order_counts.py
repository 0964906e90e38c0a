"""What the store has counted of orders until now, out of the metrics of its applications."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from prometheus_client.openmetrics.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from deploy.errors import PetlabError
from loadscripts.system.bed_protocol import Bed
from loadscripts.system.system_under_test import MetricName, OrderMetrics


@dataclass(frozen=True)
class OrderCounts:
    """Totals since the servers began; None and empty where nobody told them.

    bounds_s: the upper bounds of the response times' bins but the last, which has none; bins: how many in each.
    """

    placed: float | None = None
    completed: float | None = None
    bounds_s: tuple[float, ...] = ()
    bins: tuple[int, ...] = ()


class OrderCountsReader:
    """Asks the applications of one bed."""

    def __init__(self, bed: Bed, metrics: OrderMetrics) -> None:
        self._bed = bed
        self._metrics = metrics
        wanted = (metrics.placed, metrics.completed, metrics.response_time)
        self._sources = {
            application: sorted({each.source for each in wanted if each.application == application})
            for application in (each.application for each in wanted)
        }

    def read(self) -> OrderCounts:
        """Asks each application once. Who does not answer, or has no such metric, is left out."""
        samples = [sample for application in tuple(self._sources) for sample in self._ask(application)]
        bounds_s, bins = bins_of(samples, self._metrics.response_time.name)
        placed, completed = (_value(samples, each) for each in (self._metrics.placed, self._metrics.completed))
        return OrderCounts(placed, completed, bounds_s, bins)

    def _ask(self, application: str) -> list[Sample]:
        sources = self._sources[application]
        try:
            samples = parse(self._bed.metrics(application, sources))
        except (PetlabError, ValueError, KeyError):
            return []  # it is being started, killed or taken down
        # An older revision of the store tells all that it has, for which it counts all its orders: never again.
        if any(sample.labels.get("source", sources[0]) not in sources for sample in samples):
            del self._sources[application]
        return samples


def parse(text: str) -> list[Sample]:
    """All samples of an OpenMetrics text. Raises ValueError when it is none."""
    families = text_string_to_metric_families(text)  # type: ignore[no-untyped-call]
    return [sample for family in families for sample in family.samples]


def bins_of(samples: Iterable[Sample], histogram: str) -> tuple[tuple[float, ...], tuple[int, ...]]:
    """A histogram's upper bounds, and how many lie in each bin: its buckets count all that lie below a bound."""
    below = sorted((float(s.labels["le"]), int(s.value)) for s in samples if s.name == f"{histogram}_bucket")
    counts = [count for _, count in below]
    bins = tuple(count - before for count, before in zip(counts, [0, *counts], strict=False))
    return tuple(bound_s for bound_s, _ in below[:-1]), bins


def _value(samples: Iterable[Sample], metric: MetricName) -> float | None:
    found = [sample.value for sample in samples if sample.name == metric.name and _has(sample, metric.labels)]
    return float(found[0]) if found else None


def _has(sample: Sample, labels: Mapping[str, str]) -> bool:
    return all(sample.labels.get(name) == value for name, value in labels.items())

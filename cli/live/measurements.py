"""What was measured over the last minutes, as it is drawn."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from analysis.contract.schemas import TableName
from analysis.reading.gclog import Phase
from cli.live.order_counts import OrderCounts
from cli.live.series import COLUMN_NS, BinSeries, PeakSeries, RateSeries, Span, SumSeries
from cli.live.totals import Totals

_TICKS_S = 0.1
"""So far may a reading be off: the kernel counts in ticks, for each process of a tree."""

Rows = Sequence[tuple[object, ...]]


class Measurements:
    """Takes samples as they come, and shows all of them. Of one thread at a time. cores: of this machine."""

    def __init__(self, cores: int) -> None:
        self._cores = cores
        self._bounds_s: tuple[float, ...] = ()
        self._totals: defaultdict[str, Totals] = defaultdict(Totals)
        self._rates: defaultdict[str, RateSeries] = defaultdict(RateSeries)
        self._cpu: dict[str, RateSeries] = {}
        self._queues: dict[str, PeakSeries] = {}
        self._dead = 0
        self._responses = BinSeries()
        self._pauses_ms, self._longest_ms = SumSeries(), PeakSeries()
        self._canary_ms = PeakSeries()

    def begin_again(self) -> None:
        """Totals that are read from now on are of other servers, or are counted from another beginning."""
        for totals in self._totals.values():
            totals.forget()

    def add_counts(self, wall_ns: int, counts: OrderCounts) -> None:
        for name, total in (("placed", counts.placed), ("completed", counts.completed)):
            if total is not None:
                self._add_rate(self._rates[name], name, wall_ns, total)
        if counts.bounds_s != self._bounds_s and counts.bounds_s:
            self._bounds_s, self._responses = counts.bounds_s, BinSeries()
        if counts.bins and (grown := self._totals["responses"].read(wall_ns, counts.bins)):
            self._responses.add(wall_ns, tuple(map(int, grown.counts)))

    def add_rows(self, table: TableName, wall_ns: int, rows: Rows) -> None:
        """The columns of each table are those of `shared-schemas/records`."""
        if table == "queues":
            self._add_queues(wall_ns, rows)
        elif table == "resources":
            for process, cpu_s, _ in rows:
                self._add_cpu(str(process), wall_ns, float(str(cpu_s)))
        elif table == "machine":
            for user_s, system_s, *_ in rows:
                self._add_rate(self._rates["busy"], "busy", wall_ns, float(str(user_s)) + float(str(system_s)))
        elif table == "canary":
            for (cpu_ns,) in rows:
                self._canary_ms.add(wall_ns, round(int(str(cpu_ns)) / 1e6, 3))

    def add_pauses(self, wall_ns: int, pauses: Iterable[Phase]) -> None:
        """The logs were read until now; a pause belongs to the column in which it began."""
        self._pauses_ms.add(wall_ns, 0.0)
        self._longest_ms.add(wall_ns, 0.0)
        for pause in pauses:
            self._pauses_ms.add(pause.begin_ns, pause.duration_ns / 1e6)
            self._longest_ms.add(pause.begin_ns, pause.duration_ns / 1e6)

    def snapshot(self, now_ns: int) -> dict[str, Any]:
        """For the page: the last columns of everything."""
        span = Span.until(now_ns)
        return {
            "first_ms": span.first_ms,
            "column_ms": COLUMN_NS // 1_000_000,
            "orders": {name: self._rates[name].over(span) for name in ("placed", "completed")},
            "bounds_s": self._bounds_s,
            "responses": self._responses.over(span),
            "queues": [{"name": name, "values": each.over(span)} for name, each in sorted(self._queues.items())],
            "dead": self._dead,
            "pauses": {"sum_ms": self._pauses_ms.over(span), "longest_ms": self._longest_ms.over(span)},
            "cpu": [{"name": name, "values": each.over(span)} for name, each in sorted(self._cpu.items())],
            "busy": self._rates["busy"].over(span),
            "canary_ms": self._canary_ms.over(span),
        }

    def _add_queues(self, wall_ns: int, rows: Rows) -> None:
        for queue, messages, _, dead in rows:
            if dead == "false":
                self._queues.setdefault(str(queue), PeakSeries()).add(wall_ns, int(str(messages)))
        if rows:
            self._dead = sum(int(str(messages)) for _, messages, _, dead in rows if dead == "true")

    def _add_cpu(self, process: str, wall_ns: int, cpu_s: float) -> None:
        """When a process of the bed is killed, all that it has ever used counts for the lab, its parent, at once: more
        than the cores can do in the time is not the rate of anybody.
        """
        series = self._cpu.setdefault(process, RateSeries())
        grown = self._totals[f"CPU of {process}"].read(wall_ns, (cpu_s,))
        if grown and grown.counts[0] <= self._cores * grown.elapsed_s + _TICKS_S:
            series.add(wall_ns, grown.counts[0], grown.elapsed_s)

    def _add_rate(self, series: RateSeries, name: str, wall_ns: int, total: float) -> None:
        if grown := self._totals[name].read(wall_ns, (total,)):
            series.add(wall_ns, grown.counts[0], grown.elapsed_s)

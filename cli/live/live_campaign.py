"""What is known of a campaign while it runs: heard from the lab, asked of the store, read in logs."""

import json
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from analysis.contract.schemas import TableName
from cli.live.gc_tail import GcTails
from cli.live.measurements import Measurements, Rows
from cli.live.order_counts import OrderCounts, OrderCountsReader
from cli.live.trial_events import State, TrialEvents
from loadscripts import campaign_progress
from loadscripts.system.bed_protocol import Bed
from loadscripts.system.system_under_test import OrderMetrics

_MAX_WAITING = 10_000


@dataclass(frozen=True)
class Subject:
    """What is conducted. cores: of this machine."""

    experiment: str
    question: str
    metrics: OrderMetrics
    cores: int


@dataclass(frozen=True)
class _Samples:
    table: TableName
    wall_ns: int
    rows: Rows


@dataclass(frozen=True)
class _Counts:
    watch: "_Watch"
    wall_ns: int
    counts: OrderCounts


class _Watch:
    """A bed that is under load now."""

    def __init__(self, bed: Bed, metrics: OrderMetrics) -> None:
        self.bed = bed
        self.counts = OrderCountsReader(bed, metrics)
        self.gc = GcTails(bed.jvms)


class LiveCampaign:
    """The observer of the lab. What it is told it only notes; `ask_store` and `snapshot` are called each second."""

    def __init__(self, subject: Subject, progress: campaign_progress.Progress) -> None:
        self._subject = subject
        self.progress = TrialEvents(progress)
        self._measured = Measurements(subject.cores)
        self._arrived: deque[_Samples | _Counts | _Watch] = deque(maxlen=_MAX_WAITING)
        self._watch: _Watch | None = None
        self._taken_of: _Watch | None = None
        self._folding = threading.Lock()

    @contextmanager
    def watching(self, bed: Bed) -> Iterator[None]:
        self._watch = _Watch(bed, self._subject.metrics)
        self._arrived.append(self._watch)
        try:
            yield
        finally:
            self._watch = None

    def sampled(self, table: TableName, wall_ns: int, rows: Sequence[tuple[object, ...]]) -> None:
        self._arrived.append(_Samples(table, wall_ns, rows))
        if table == "canary":
            self.progress.canary_ms.extend(int(str(cpu_ns)) / 1e6 for (cpu_ns,) in rows)

    def ask_store(self) -> None:
        """Asks the bed under load, if any, what it has counted. It may take seconds until nobody answers."""
        if (watch := self._watch) is not None:
            counts = watch.counts.read()
            self._arrived.append(_Counts(watch, time.time_ns(), counts))

    def take_in(self) -> None:
        """Brings the measurements up to now."""
        with self._folding:
            while self._arrived:
                self._take(self._arrived.popleft())
            if (watch := self._watch) is not None:
                self._measured.add_pauses(time.time_ns(), watch.gc.pauses(watch.bed.jvms))

    def snapshot(self, state: State, outcome: str = "") -> bytes:
        """Everything that the page shows, as one line of JSON. outcome: how it ended, in words."""
        now_ns = time.time_ns()
        with self._folding:
            measured = self._measured.snapshot(now_ns)
        whole = {
            "now_ms": now_ns // 1_000_000,
            "state": state,
            "outcome": outcome,
            "experiment": self._subject.experiment,
            "question": self._subject.question,
            "cores": self._subject.cores,
            **self.progress.snapshot(),
            **measured,
        }
        return json.dumps(whole, separators=(",", ":")).encode("ascii")

    def _take(self, arrived: _Samples | _Counts | _Watch) -> None:
        if isinstance(arrived, _Samples):
            self._measured.add_rows(arrived.table, arrived.wall_ns, arrived.rows)
        elif isinstance(arrived, _Watch):
            self._measured.begin_again()
            self._taken_of = arrived
        elif arrived.watch is self._taken_of:  # not what the bed before answered late
            self._measured.add_counts(arrived.wall_ns, arrived.counts)

"""The customers of the simulated store who come when they are due, in the words of our Hyperfoil program."""

import csv
import json
from dataclasses import dataclass, field
from pathlib import Path

from loadscripts.load.open_records import OpenRequest
from loadscripts.simulation.known_sizes import REQUEST_MS
from loadscripts.simulation.simulated_bed import SIEGE_PID
from loadscripts.simulation.simulated_siege import BEFORE_THE_END_MS
from loadscripts.simulation.simulated_store import SimulatedStore, Visit

MS_NS, SECOND_NS = 1_000_000, 1_000_000_000


@dataclass(frozen=True)
class SimulatedHyperfoil:
    """Stands in for `loadscripts.load.java_generator.JavaGenerator`."""

    store: SimulatedStore
    version: str = "simulated"

    def begin(self, folder: Path, duration_s: float) -> "SimulatedHyperfoilRun":
        running = SimulatedHyperfoilRun(self.store, folder, self.store.clock.time_ns())
        self.store.visits = sorted(running.visits.values(), key=lambda visit: visit.received_ns)
        return running


@dataclass
class SimulatedHyperfoilRun:
    """Stands in for `loadscripts.load.java_generator.RunningGenerator`. It plays what lies in its folder: each session
    sends its requests one after the other, late by what is known, and those of a stall are answered behind it.
    """

    store: SimulatedStore
    folder: Path
    begin_ns: int
    pid: int = SIEGE_PID
    requests: list[OpenRequest] = field(default_factory=list)
    visits: dict[int, Visit] = field(default_factory=dict)

    def __post_init__(self) -> None:
        count = len(json.loads((self.folder / "plan.json").read_text(encoding="utf-8"))["requests"])
        with (self.folder / "sessions.csv").open(encoding="utf-8", newline="") as file:
            for session, row in enumerate(csv.DictReader(file)):
                thinks_ns = [*map(int, row["think_ns"].split()), 0]
                due_ns = self.begin_ns + int(row["due_ns"])
                for index, think_ns in zip(range(count), thinks_ns, strict=True):
                    self.requests.append(self._request(session, index, due_ns))
                    due_ns = self.requests[-1].end_ns + think_ns
                received_ns = self.requests[-1].end_ns - BEFORE_THE_END_MS * MS_NS
                self.visits[session] = Visit(received_ns, row["customer"], row["item"], int(row["quantity"]))

    def _request(self, session: int, index: int, due_ns: int) -> OpenRequest:
        sizes = self.store.sizes
        sent_ns = due_ns + round(sizes.late_ms * MS_NS)
        stall_begin_ns = self.begin_ns + round(sizes.stall_after_s * SECOND_NS)
        stall_end_ns = stall_begin_ns + round(sizes.stall_s * SECOND_NS)
        served_ns = stall_end_ns if stall_begin_ns <= sent_ns < stall_end_ns else sent_ns
        return OpenRequest(session, index, due_ns, sent_ns, served_ns + round(REQUEST_MS * MS_NS), 200, 4000)

    def wait_until_begun(self) -> None:
        """It begins at once."""

    def check(self) -> None:
        """It never ends too early."""

    def wait_while_running(self, seconds: float) -> None:
        self.store.clock.sleep(max(0.0, seconds))

    def finish(self) -> int:
        """Waits until what is due is answered; writes what was answered until then, and who was told which number."""
        due_ns = self.store.clock.time_ns()
        answered_ns = max((each.end_ns for each in self.requests if each.intended_ns <= due_ns), default=due_ns)
        self.store.clock.sleep(max(0, answered_ns - due_ns) / SECOND_NS)
        now_ns = self.store.clock.time_ns()
        self.store.close()
        ended = sorted((each for each in self.requests if each.end_ns <= now_ns), key=lambda each: each.end_ns)
        lines = [
            f"{e.session},{e.url_index},{e.intended_ns},{e.sent_ns},{e.end_ns},{e.status},{e.bytes}\n" for e in ended
        ]
        (self.folder / "requests.out").write_text("".join(lines), encoding="utf-8")
        (self.folder / "answers.csv").write_text("".join(self._answers(ended)), encoding="utf-8")
        (self.folder / "generator.log").write_text("simulated\n", encoding="utf-8")
        due = sum(each.intended_ns <= now_ns for each in self.requests if each.url_index == 0)
        summary = {
            "sessions_due": due,
            "sessions_started": due,
            "sessions_blocked": 0,
            "requests_sent": len(ended),
            "requests_ended": len(ended),
            "requests_unanswered": 0,
        }
        (self.folder / "summary.json").write_text(json.dumps(summary), encoding="utf-8")
        return 0

    def _answers(self, ended: list[OpenRequest]) -> list[str]:
        """The last answer of each session tells the number of its order."""
        numbers = {(order.received_ns, order.account): order.id for order in self.store.orders}
        told = []
        for each in ended:
            visit = self.visits[each.session]
            number = numbers.get((visit.received_ns, visit.account))
            if number is not None and each.end_ns - BEFORE_THE_END_MS * MS_NS == visit.received_ns:
                told.append(f"{each.sent_ns},{each.end_ns},{visit.account},confirmed,{number}\n")
        return told

    def stop(self) -> None:
        """Nothing is left of it."""

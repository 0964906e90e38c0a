"""What the generator of an open load says of its requests: a line of each, and a summary at the end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from analysis.contract.schemas import table
from analysis.contract.trial_document import Load
from loadscripts.load.scenario import Request
from loadscripts.trial_errors import GeneratorError

NS_PER_S = 1_000_000_000
_COLUMNS = 7


@dataclass(frozen=True)
class OpenRequest:
    """One request that has ended. Times are wall clock nanoseconds since the epoch; status 0: it got no answer.

    intended_ns: when it was due: the session's arrival, or the answer before it and the think time.
    """

    session: int
    url_index: int
    intended_ns: int
    sent_ns: int
    end_ns: int
    status: int
    bytes: int


class OpenSummary(BaseModel):
    """What the generator counted, warm-up included. blocked: sessions that had to wait because all were taken;
    unanswered: requests that were due when the load was to end, and had no answer when it did.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    sessions_due: int
    sessions_started: int
    sessions_blocked: int
    requests_sent: int
    requests_ended: int
    requests_unanswered: int


def read_summary(file: Path) -> OpenSummary:
    """Reads the summary.

    Raises:
        GeneratorError: it is not there, so the generator did not end in good order.
    """
    try:
        return OpenSummary.model_validate_json(file.read_text(encoding="utf-8"))
    except (OSError, ValidationError) as error:
        raise GeneratorError("Hyperfoil ended without a summary of its load") from error


def read_open_requests(out: Path) -> Iterator[OpenRequest]:
    """Reads the line of each request; a last one that was cut off is passed over."""
    with out.open(encoding="utf-8") as lines:
        for line in lines:
            cells = line.rstrip("\n").split(",")
            if len(cells) == _COLUMNS and line.endswith("\n"):
                yield OpenRequest(*map(int, cells))


def write_open_requests(requests: Sequence[OpenRequest], scenario: Sequence[Request], accounts: int, csv: Path) -> None:
    """Writes requests.csv. accounts: sessions take turns at so many of them."""
    names = [f"{request.method} {request.path.partition('?')[0]}" for request in scenario]
    with csv.open("w", encoding="utf-8") as out:
        out.write(table("requests").header + "\n")
        for each in requests:
            duration_s = (each.end_ns - each.intended_ns) / NS_PER_S
            out.write(
                f"{each.end_ns / NS_PER_S:.6f},{each.session},{names[each.url_index]},{each.url_index},{each.status},"
                f"{duration_s:.6f},{each.bytes},customer{each.session % accounts + 1},"
                f"{each.intended_ns},{each.sent_ns},{each.end_ns}\n"
            )


def summarise_open(requests: Sequence[OpenRequest], begin_ns: int, end_ns: int) -> Load:
    """The load within the measuring window; failed are all of the run, as with Siege."""
    inside = [request for request in requests if begin_ns <= request.end_ns < end_ns]
    durations_s = [(request.end_ns - request.intended_ns) / NS_PER_S for request in inside]
    failed = sum(request.status != 200 for request in requests)
    return Load(
        transactions=len(inside),
        failed=failed,
        availability=100.0 * (1 - failed / max(1, len(requests))),
        response_time_s=sum(durations_s) / max(1, len(inside)),
        transaction_rate=len(inside) / ((end_ns - begin_ns) / NS_PER_S),
        longest_s=max(durations_s, default=0.0),
    )

"""What Siege says of its requests: a line of each, and its own counts at the end."""

import calendar
import math
import re
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from analysis.contract.schemas import table
from analysis.contract.trial_document import Load
from loadscripts.load.scenario import UrlFile
from loadscripts.trial_errors import GeneratorError

_LINE = re.compile(
    r"\s*(?P<user>\d+),HTTP/[\d.]+,(?P<status>\d+),\s*(?P<duration>[\d.]+),\s*(?P<bytes>\d+),"
    r"(?P<url>\S*?),(?P<index>\d+),(?P<end>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$"
)
_COUNTS = {
    "transactions": r"^Transactions:\s+(\d+) hits",
    "availability": r"^Availability:\s+([\d.]+) %",
    "elapsed_s": r"^Elapsed time:\s+([\d.]+) secs",
    "response_time_s": r"^Response time:\s+([\d.]+) secs",
    "transaction_rate": r"^Transaction rate:\s+([\d.]+) trans",
    "concurrency": r"^Concurrency:\s+([\d.]+)",
    "successful": r"^Successful transactions:\s+(\d+)",
    "failed": r"^Failed transactions:\s+(\d+)",
    "longest_s": r"^Longest transaction:\s+([\d.]+)",
    "shortest_s": r"^Shortest transaction:\s+([\d.]+)",
}
_WHOLE = ("transactions", "successful", "failed")


@dataclass(frozen=True)
class SiegedRequest:
    """One request that was answered. end_s: wall clock, whole seconds; duration_s: 10 ms ticks."""

    end_s: int
    user: int
    url_index: int
    status: int
    duration_s: float
    bytes: int


@dataclass(frozen=True)
class Counts:
    """Siege's own counts of the whole run, warm-up included. Redirects and 404 count as successes."""

    transactions: int
    availability: float
    elapsed_s: float
    response_time_s: float
    transaction_rate: float
    concurrency: float
    successful: int
    failed: int
    longest_s: float
    shortest_s: float


def read_counts(stderr: str) -> Counts:
    """Reads the counts that Siege prints when it lifts the siege.

    Raises:
        GeneratorError: they are not there, so Siege did not end by itself.
    """
    found = {name: re.search(pattern, stderr, re.MULTILINE) for name, pattern in _COUNTS.items()}
    missing = [name for name, match in found.items() if match is None]
    if missing:
        raise GeneratorError(f"Siege ended without its counts ({', '.join(missing)} missing)")
    values: dict[str, Any] = {name: float(match[1]) for name, match in found.items() if match}
    return Counts(**values | {name: int(values[name]) for name in _WHOLE})


def ran_out_of_files(stderr: str) -> bool:
    """Whether Siege had no file descriptor left: after that its customers do nothing any more."""
    return "Too many open files" in stderr


def read_requests(out: Path) -> Iterator[SiegedRequest]:
    """Reads Siege's line of each request; what is no such line (a socket's complaint) is passed over."""
    with out.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            match = _LINE.match(line.partition("]")[2])
            if match:
                yield _request(match)


@lru_cache(maxsize=16)
def _epoch_s(stamp: str) -> int:
    return calendar.timegm(time.strptime(stamp, "%Y-%m-%d %H:%M:%S"))


def _request(match: re.Match[str]) -> SiegedRequest:
    return SiegedRequest(
        end_s=_epoch_s(match["end"]),
        user=int(match["user"]),
        url_index=int(match["index"]),
        status=int(match["status"]),
        duration_s=float(match["duration"]),
        bytes=int(match["bytes"]),
    )


def write_requests(requests: list[SiegedRequest], url_file: UrlFile, pass_length: int, csv: Path) -> None:
    """Writes requests.csv; the index is the request's place in the pass, from 0."""
    with csv.open("w", encoding="utf-8") as out:
        out.write(table("requests").header + "\n")
        for request in requests:
            line = url_file.requests[request.url_index]
            out.write(
                f"{request.end_s},{request.user},{line.method} {line.path.partition('?')[0]},"
                f"{request.url_index % pass_length},{request.status},{request.duration_s:.2f},{request.bytes},"
                f"{url_file.account_of_line(request.url_index)},,,\n"
            )


def summarise(requests: list[SiegedRequest], counts: Counts, begin_s: float, end_s: float) -> Load:
    """The load within the whole seconds of the measuring window, from Siege's lines: its clock leaves off the fraction.

    Failed are all of the run: a connection that was refused has no line, and so no time.
    """
    first_s, last_s = math.ceil(begin_s), math.floor(end_s)
    inside = [request for request in requests if first_s <= request.end_s < last_s]
    failed = failed_requests(requests, counts)
    total = len(requests) + broken_connections(requests, counts)
    return Load(
        transactions=len(inside),
        failed=failed,
        availability=100.0 * (1 - failed / max(1, total)),
        response_time_s=sum(request.duration_s for request in inside) / max(1, len(inside)),
        transaction_rate=len(inside) / (last_s - first_s) if last_s > first_s else None,
        longest_s=max((request.duration_s for request in inside), default=0.0),
    )


def failed_requests(requests: list[SiegedRequest], counts: Counts) -> int:
    """Requests that were not answered with 200: whatever Siege thinks of them."""
    return sum(request.status != 200 for request in requests) + broken_connections(requests, counts)


def without_line(requests: list[SiegedRequest], counts: Counts) -> int:
    """Requests that Siege counted as answered and wrote no line of that could be read; below zero: the other way round.

    A request that is answered while the siege is lifted may be counted and have no line, or the other way round.
    """
    return counts.transactions - sum(request.status < 500 for request in requests)


def broken_connections(requests: list[SiegedRequest], counts: Counts) -> int:
    """What Siege calls failed and has no line of: a connection that was refused or broke."""
    with_line = sum(request.status >= 500 for request in requests)
    return max(0, counts.failed - with_line)


def as_record(counts: Counts) -> dict[str, float]:
    """Siege's counts as siege.json has them."""
    return asdict(counts)

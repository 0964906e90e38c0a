"""Where one JVM's lines end in a file and another's begin: a file that is appended to, as the output of a service is,
has those of several, one after the other.

Read as one run, they would have pauses at the same instants, where these count from the start of the JVM, and by the
wall clock a time without a pause in which no program ran.
"""

from collections.abc import Sequence

from analysis.reading.gclog import COLLECTION, is_start

Stamped = tuple[int, str, str]
"""Instant in ns, tags and message of a line."""

#: A thread stamps its line before it writes it; so much earlier may a line be than one of another thread before it.
_MAX_BACK_NS = 1_000_000_000
#: What JDK 17 to 25 say under the tag of collections before the collector's name, all else of it under gc,init.
_FIRST_WORDS = ("Min heap ", "Heuristics ")


def first_lines(stamped: Sequence[Stamped]) -> list[int]:
    """The place of each JVM's first line; that of the first JVM is 0, of which there may be the end alone."""
    starts = [place for place, (_, tags, message) in enumerate(stamped) if is_start(tags, message)]
    return sorted({0, *(_first_heading(stamped, start) for start in starts)})


def first_out_of_order(stamped: Sequence[Stamped]) -> int | None:
    """The place of the first line of a JVM that is earlier than what comes before it; None where there is none."""
    latest_ns = stamped[0][0]
    for place, (instant_ns, _, _) in enumerate(stamped):
        if instant_ns < latest_ns - _MAX_BACK_NS:
            return place
        latest_ns = max(latest_ns, instant_ns)
    return None


def _first_heading(stamped: Sequence[Stamped], start: int) -> int:
    """Of the JVM that tells its collector at this place: the line to which instants go back, or the file's first; where
    neither can be told, the first of the headings that are known to come before the collector.
    """
    for place in range(start, 0, -1):
        if stamped[place - 1][0] > stamped[place][0]:
            return place
        if not _may_be_heading(*stamped[place - 1]):
            break
    else:
        return 0
    place = start
    while place and _is_heading(*stamped[place - 1]):
        place -= 1
    return place


def _may_be_heading(_: int, tags: str, message: str) -> bool:
    is_at_end = tags == "safepoint" or tags.endswith(",exit")
    return not is_at_end and not COLLECTION.match(message) and not is_start(tags, message)


def _is_heading(_: int, tags: str, message: str) -> bool:
    return tags == "gc,init" or (tags == "gc" and message.startswith(_FIRST_WORDS))

"""What the lines of a garbage collection log tell of whole collections, by their numbers: for which generation, why,
and how much they promoted.
"""

import re
from dataclasses import dataclass, field

MEBIBYTE, KIBIBYTE = 1024**2, 1024
_GENERATION = re.compile(r"\((Young|Old|Global|Mixed)\)")
_REGION_SIZE = re.compile(r"Heap Region Size: (\d+)M")
_OLD_REGIONS = re.compile(r"Old regions: (\d+)->(\d+)")
_OLD_KIBIBYTES = re.compile(r"(?:Tenured|ParOldGen): (\d+)K\(\d+K\)->(\d+)K\(\d+K\)")
#: ZGC tells it of four instants of a collection, the end last.
_PROMOTED = re.compile(r"Promoted: .* (\d+)M \(\d+%\)\s*")
_CAUSE_OF_ZGC = re.compile(r"(?:Major|Minor|Garbage) Collection \((?P<cause>(?:[^()]|\(\))+)\)")
#: Shenandoah says why before a collection has its number.
_TRIGGER = re.compile(r"Trigger(?: \(\w+\))?: (?P<why>.*)")
_REQUEST = re.compile(r"GC request \((?P<cause>.*)\)")
_FIGURES_IN_BRACKETS = re.compile(r"\s*\([^()]*\)")
_FIRST_FIGURE_OR_SENTENCE_END = re.compile(r"\s\d|[.,:]\s")
#: These interrupt a collection that had another cause.
_STOPS_THE_PROGRAM = ("Pause Degenerated", "Pause Full")


@dataclass
class Cycles:
    """Of one JVM, as far as its log was read.

    generations: as a line has named them; causes: of ZGC and Shenandoah; young: collections of the young generation
    alone.
    """

    generations: dict[int, str] = field(default_factory=dict)
    causes: dict[int, str] = field(default_factory=dict)
    young: set[int] = field(default_factory=set)
    region_bytes: int | None = None
    _trigger: str | None = None

    def trigger(self, message: str) -> None:
        """A line of Shenandoah: why the next collection will begin."""
        if found := _TRIGGER.fullmatch(message):
            self._trigger = without_figures(found["why"])

    def heading(self, message: str) -> None:
        """A line by which the JVM presents itself: G1 says how large its regions are."""
        if size := _REGION_SIZE.fullmatch(message):
            self.region_bytes = int(size[1]) * MEBIBYTE

    def line(self, tags: str, gc_id: int, rest: str) -> None:
        """What a line says behind the number of its collection."""
        if named := _GENERATION.search(rest):
            self.generations[gc_id] = {"Young": "young", "Mixed": "mixed"}.get(named[1], "old")
        if tags == "gc,start" and rest.startswith("Pause Young") and "(Mixed)" not in rest:
            self.young.add(gc_id)
        if found := _CAUSE_OF_ZGC.match(rest):
            self.causes[gc_id] = found["cause"]
        elif self._trigger and (gc_id not in self.causes or rest.startswith(_STOPS_THE_PROGRAM)):
            self.causes[gc_id], self._trigger = self._trigger, None

    def promoted_bytes(self, gc_id: int, rest: str) -> int | None:
        """What a collection moved into the old generation, where this line tells: ZGC says so. Of a young collection of
        Serial, Parallel or G1 (to whole regions) it is by how much the old generation grew; a mixed one, which empties
        old regions meanwhile, does not tell.
        """
        if found := _PROMOTED.fullmatch(rest):
            return int(found[1]) * MEBIBYTE
        if gc_id not in self.young:
            return None
        if (found := _OLD_REGIONS.fullmatch(rest)) and self.region_bytes:
            return _growth(found) * self.region_bytes
        if found := _OLD_KIBIBYTES.match(rest):
            return _growth(found) * KIBIBYTE
        return None


def _growth(found: re.Match[str]) -> int:
    return max(0, int(found[2]) - int(found[1]))


def without_figures(why: str) -> str:
    """`Free is below minimum threshold` of `Free (12M) is below minimum threshold (13M)`: a cause, of which a log has
    few, and not the state of the heap at that time.
    """
    if requested := _REQUEST.fullmatch(why):
        return requested["cause"]
    begin, *_ = _FIRST_FIGURE_OR_SENTENCE_END.split(_FIGURES_IN_BRACKETS.sub("", why))
    return begin.strip().removesuffix(" of")

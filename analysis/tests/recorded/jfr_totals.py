"""Adds up the pauses that JFR saw: reads `jfr print --json`, writes the totals that a log parser is held against."""

import json
import re
import sys
from pathlib import Path
from typing import Any


def seconds(duration: str) -> float:
    """ISO 8601 duration as JFR prints it (PT1M0.00123S) in seconds."""
    found = re.fullmatch(r"PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?", duration)
    if found is None:
        raise ValueError(f"not a duration of hours, minutes and seconds: {duration!r}")
    hours, minutes, rest = (float(part or 0) for part in found.groups())
    return hours * 3600 + minutes * 60 + rest


def totals(events: list[dict[str, Any]]) -> dict[str, Any]:
    """Pauses by number and sum, and the collections by JFR's names."""
    pauses = [event["values"] for event in events if event["type"] == "jdk.GCPhasePause"]
    collections = [event["values"] for event in events if event["type"] == "jdk.GarbageCollection"]
    names = sorted({values["name"] for values in collections})
    return {
        "gc_ids": sorted({values["gcId"] for values in pauses}),
        "pauses": len(pauses),
        "pauses_s": round(sum(seconds(values["duration"]) for values in pauses), 6),
        "collections": {name: sum(values["name"] == name for values in collections) for name in names},
        "sum_of_pauses_s": round(sum(seconds(values["sumOfPauses"]) for values in collections), 6),
    }


if __name__ == "__main__":
    events = json.loads(Path(sys.argv[1]).read_text())["recording"]["events"]
    sys.stdout.write(json.dumps(totals(events), indent=2) + "\n")

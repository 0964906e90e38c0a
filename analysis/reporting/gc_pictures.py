"""The pictures of garbage collection in a report: trials over time, lengths of pauses, heap against cost."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import polars as pl

from analysis.comparing.design import CUSTOMERS, TRANSITION
from analysis.comparing.estimates import Combination, heaviest
from analysis.comparing.lower_bound_overhead import CPU
from analysis.comparing.results import Results
from analysis.plotting.collection_plots import against_heap, pause_lengths, timeline
from analysis.plotting.plots import Plot, Plotter
from analysis.reading.trial_facts import HEAP, JVM

MOST_TIMELINES = 6
MEBIBYTE = 2**20
AGAINST_HEAP = (CPU, "response_p99_ms")


@dataclass(frozen=True)
class GcPictures:
    """Of one results folder."""

    results: Results
    plotter: Plotter

    @property
    def plots(self) -> list[Plot]:
        return [*self.against_heap, *self.pause_lengths, *self.timelines]

    @cached_property
    def timelines(self) -> list[Plot]:
        """The first valid trial of some variants at the heaviest load: one of each delegate with each set of JVM
        options, or where these do not vary each heap, whatever else varies.
        """
        of_jvm = JVM if JVM in self.results.design.compared else HEAP
        chosen: dict[tuple[Any, ...], Combination] = {}
        for each in self._heaviest:
            chosen.setdefault((each.levels.get(TRANSITION), each.levels.get(of_jvm)), each)
        drawn = []
        for each in list(chosen.values())[:MOST_TIMELINES]:
            trial = each.trials[0]
            if trial.collections and len(trial.collections.heap_df):
                title = f"Trial {trial.trial.id}: {each.variant}"
                name = f"gc_timeline_{trial.trial.id}"
                drawn.append(timeline(trial.collections, name, title, trial.trial.window_s))
        return drawn

    @cached_property
    def pause_lengths(self) -> list[Plot]:
        """Of all valid trials of each variant at the heaviest load."""
        pauses_ms = {each.variant: _pauses_ms(each) for each in self._heaviest}
        drawn = []
        for part in self.plotter.parts():
            known = {name: pauses_ms[name] for name in part.variants if name in pauses_ms and len(pauses_ms[name])}
            if known:
                drawn.append(pause_lengths(part, known))
        return drawn

    @cached_property
    def against_heap(self) -> list[Plot]:
        """Where heaps differ: what an order costs, and its longest responses, by set of JVM options."""
        if HEAP not in self.results.design.compared:
            return []
        drawn = []
        for number, (place, combinations) in enumerate(sorted(self._by_place.items()), start=1):
            for name in AGAINST_HEAP:
                rows = list(_heap_rows(combinations, name))
                if rows:
                    plotter = Plotter(list(dict.fromkeys(str(row["variant"]) for row in rows)))
                    drawn.append(against_heap(plotter, name, rows, place, number))
        return drawn

    @cached_property
    def _by_place(self) -> dict[str, list[Combination]]:
        """By the levels of what varies beside JVM options, heap and load, in words."""
        others = [factor for factor in self.results.design.compared if factor not in (JVM, HEAP, CUSTOMERS)]
        found: dict[str, list[Combination]] = {}
        for each in self._heaviest:
            found.setdefault(" · ".join(str(each.levels[factor]) for factor in others), []).append(each)
        return found

    @cached_property
    def _heaviest(self) -> list[Combination]:
        return heaviest(self.results.by_trial)


def _pauses_ms(combination: Combination) -> pl.Series:
    frames = [trial.collections.pauses_df["ms"] for trial in combination.trials if trial.collections]
    return pl.concat(frames) if frames else pl.Series("ms", [], dtype=pl.Float64)


def _heap_rows(combinations: list[Combination], name: str) -> Iterator[dict[str, Any]]:
    for each in combinations:
        heap_mib, estimate = greatest_heap_mib(each), each.metrics.get(name)
        if heap_mib and estimate and estimate.value is not None:
            variant = str(each.levels.get(JVM, "default"))
            spread = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
            yield {"variant": variant, "heap_mib": heap_mib, **spread}


def greatest_heap_mib(combination: Combination) -> float | None:
    """As the first server's JVM says that it is in effect; None where none says so."""
    flags = next(iter(combination.trials[0].trial.facts.jvm_flags.values()), ())
    sizes = [flag.removeprefix("-XX:MaxHeapSize=") for flag in flags if flag.startswith("-XX:MaxHeapSize=")]
    return int(sizes[0]) / MEBIBYTE if sizes else None

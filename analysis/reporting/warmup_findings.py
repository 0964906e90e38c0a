"""What the report says of the warm-up of the JVMs: whether each launch was steady when its first trial began."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import polars as pl

from analysis.comparing.results import Results
from analysis.contract.steady_state import WINDOWS, WarmupDocument, WarmupWindow, compiling_fraction
from analysis.counting import quantity
from analysis.plotting.plots import Plot, Plotter
from analysis.plotting.warmup_plot import SCHEMA, warmup_plot

POINTS = 40
"""So many at most are drawn of a launch: of a long warm-up, several windows together make one."""


@dataclass(frozen=True)
class WarmupFindings:
    """Of one results folder."""

    results: Results
    plotter: Plotter

    @cached_property
    def launches(self) -> dict[str, WarmupDocument]:
        """How each launch was warmed up that says so."""
        facts = [result.trial.facts for result in self.results.conducted]
        return {each.launch: each.jvm_warmup for each in facts if each.launch and each.jvm_warmup}

    @property
    def sentence(self) -> str:
        """Whether all were steady, after how long, and by which method."""
        warmups = list(self.launches.values())
        unsteady = sum(not warmup.steady for warmup in warmups)
        of_all = quantity(len(warmups), "launch")
        if not unsteady:
            return f"{of_all} of the servers: steady{self._after}.{self._compiling} {self.method}"
        return (
            f"{unsteady} of {of_all} of the servers {'was' if unsteady == 1 else 'were'} not steady when warming up "
            f"ended{self._after}: compilation is part of what the first trials measured.{self._compiling} {self.method}"
        )

    @property
    def _after(self) -> str:
        """` after 18 to 30 s`; nothing where no window was measured."""
        ends_s = sorted({round(warmup.windows[-1].end_s) for warmup in self.launches.values() if warmup.windows})
        between = f"{ends_s[0]} to {ends_s[-1]}" if len(ends_s) > 1 else "".join(map(str, ends_s))
        return f" after {between} s" if ends_s else ""

    @property
    def _compiling(self) -> str:
        """How busy the compilers still were; nothing of records that do not say it."""
        found = [compiling_fraction(warmup.windows) for warmup in self.launches.values()]
        known = sorted(fraction for fraction in found if fraction is not None)
        if not known:
            return ""
        between = f"{known[0]:.0%}" if len(known) == 1 else f"{known[0]:.0%} to {known[-1]:.0%}"
        return f" In the last {WINDOWS} windows the compilers took {between} of the servers' CPU."

    @property
    def method(self) -> str:
        """As the records have it."""
        named = list(dict.fromkeys(warmup.method for warmup in self.launches.values()))
        return f"Method: {'; '.join(named)}."

    @cached_property
    def plots(self) -> list[Plot]:
        variants = self._variants
        rows = [
            (launch, variants[launch], *point)
            for launch, warmup in self.launches.items()
            for point in drawn(warmup.windows)
        ]
        return [warmup_plot(self.plotter, pl.DataFrame(rows, schema=SCHEMA, orient="row"))] if rows else []

    @property
    def _variants(self) -> dict[str, str | None]:
        """For which variant each launch was, where it was for one that is drawn."""
        served: dict[str, set[str]] = {launch: set() for launch in self.launches}
        for result in self.results.conducted:
            if result.trial.facts.launch in served:
                served[result.trial.facts.launch].add(self.results.design.variant(result.trial.levels))
        return {
            launch: next(iter(variants)) if len(variants) == 1 and variants <= set(self.plotter.variants) else None
            for launch, variants in served.items()
        }


def drawn(windows: Sequence[WarmupWindow]) -> Iterator[tuple[float, float]]:
    """When each of at most POINTS points ended, in s, and the CPU per order within it, in ms; none without an order."""
    size = -(-len(windows) // POINTS)
    for first in range(0, len(windows), size or 1):
        together = windows[first : first + size]
        if orders := sum(window.orders for window in together):
            yield together[-1].end_s, sum(window.cpu_ms for window in together) / orders

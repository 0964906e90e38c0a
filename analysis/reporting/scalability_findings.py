"""What the report says of how throughput grows with what is served at a time."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analysis.comparing.results import Results
from analysis.comparing.scalability import Scalability, scalabilities
from analysis.plotting.plots import Plot, Plotter
from analysis.plotting.scalability_plot import scalability_plot
from analysis.presentation.report_tables import Table
from analysis.presentation.scalability_table import scalability_sentence, scalability_table
from analysis.statistics.universal_scalability_law import ScalabilityLaw


@dataclass(frozen=True)
class ScalabilityFindings:
    """Of one results folder."""

    results: Results
    plotter: Plotter

    @cached_property
    def variants(self) -> list[Scalability]:
        return scalabilities(self.results)

    @property
    def sentences(self) -> list[tuple[str, str]]:
        return [(each.variant, scalability_sentence(each)) for each in self.variants]

    @property
    def table(self) -> Table:
        return scalability_table(self.variants)

    @cached_property
    def plots(self) -> list[Plot]:
        if not self.table.rows:
            return []
        names = [each.variant for each in self.variants]
        # With the colours of the other plots, but where rates are part of what variants are called there.
        known = self.plotter.styles if set(names) <= set(self.plotter.styles) else None
        return [scalability_plot(Plotter(names, known), self.variants)]

    def rows(self) -> list[dict[str, Any]]:
        """For the summary: one for each variant that has a law."""
        return [row_of(each.variant, each.law) for each in self.variants if each.law is not None]


def row_of(variant: str, law: ScalabilityLaw) -> dict[str, Any]:
    estimates = ("single", "contention", "coherency", "peak_load", "peak_throughput")
    named = {name: vars(getattr(law, name)) for name in estimates}
    return {"variant": variant, **named, "r_squared": law.r_squared}

"""What a closed loop would have told of trials with an open load, beside what customers met."""

from dataclasses import dataclass
from functools import cached_property

from analysis.comparing.estimates import Combination, means
from analysis.comparing.results import Results
from analysis.presentation.formatting import with_interval
from analysis.presentation.report_tables import Table, load_cell
from analysis.statistics.intervals import Estimate
from analysis.trials.closed_loop_shadow import NAME

_SHOWN = ("mean", "p50", "p99")
_DUE = "request_due"


@dataclass(frozen=True)
class ClosedLoopFindings:
    """Of one results folder."""

    results: Results

    @cached_property
    def _combinations(self) -> list[Combination]:
        return [c for c in self.results.by_trial if "closed_customers" in c.metrics]

    @property
    def table(self) -> Table:
        """A row for each variant and load; the times that customers met are those of a store that kept up."""
        columns = ["variant", "load", "customers of the closed loop"]
        columns += [f"{each}, {whose} (ms)" for each in _SHOWN for whose in ("customers", "closed loop")]
        return Table("HTTP requests, as customers met them and as a closed loop would show them", columns, self._rows())

    def _rows(self) -> list[list[str]]:
        names = [f"{name}_{each}_ms" for each in _SHOWN for name in (_DUE, NAME)]
        return [
            [
                self.results.design.variant_at_any_load(c.levels),
                load_cell(c.levels),
                *(with_interval(metrics.get(name)) for name in ("closed_customers", *names)),
            ]
            for c, metrics in ((c, _of_same_trials(c)) for c in self._combinations)
        ]


def _of_same_trials(combination: Combination) -> dict[str, Estimate]:
    """Overloaded trials have no times that customers met: where others have, the closed loop is that of these alone."""
    kept_up = [[t for t in unit if t.value(f"{_DUE}_{_SHOWN[0]}_ms") is not None] for unit in combination.units]
    return means(kept_up) if any(kept_up) else combination.metrics

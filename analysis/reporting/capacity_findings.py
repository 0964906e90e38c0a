"""What the report says of the load up to which the objective of an experiment is kept."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analysis.comparing.bottleneck import bottleneck_of
from analysis.comparing.capacity import Capacity, capacities, number_of_load, objective_of
from analysis.comparing.design import CUSTOMERS
from analysis.comparing.results import Results
from analysis.presentation.capacity_table import again_sentence, capacity_sentence, capacity_table, machine_sentence
from analysis.presentation.formatting import with_interval
from analysis.presentation.report_tables import Table


@dataclass(frozen=True)
class CapacityFindings:
    """Of one results folder."""

    results: Results

    @cached_property
    def variants(self) -> list[Capacity]:
        return capacities(self.results)

    @property
    def objective(self) -> str:
        objective = objective_of(self.results)
        return objective.text if objective else ""

    @property
    def sentences(self) -> list[tuple[str, str]]:
        return [(each.variant, self._sentence(each)) for each in self.variants]

    @property
    def unit(self) -> str:
        """What a load counts."""
        return CUSTOMERS if self.results.design.loads else "orders/s"

    def _sentence(self, shown: Capacity) -> str:
        """With the bottleneck at the lightest load that breaks the objective in some block."""
        sentence = capacity_sentence(shown, self.objective, self.unit, up_and_down=self.up_and_down)
        if shown.against_baseline.value is not None:
            sentence += (
                f" That is {with_interval(shown.against_baseline)} times that of {self.results.design.baseline}."
            )
        if each_by_itself := again_sentence(shown, self.unit):
            sentence += f" {each_by_itself}"
        broken = min((each.broken for each in shown.crossings.values() if each.broken is not None), default=None)
        if broken is None:
            return sentence
        design = self.results.design
        beyond = next(
            each
            for each in self.results.by_trial
            if design.variant_at_any_load(each.levels) == shown.variant and number_of_load(each) == broken
        )
        return f"{sentence} At {broken:g} {self.unit} {bottleneck_of(beyond).explanation}."

    @property
    def table(self) -> Table:
        return capacity_table(self.variants, self.unit, up_and_down=self.up_and_down)

    @property
    def machine_sentence(self) -> str:
        """What the speed of the machine did to the loads, which is common to all; nothing where that is not known."""
        return next((said for each in self.variants if (said := machine_sentence(each))), "")

    @property
    def up_and_down(self) -> bool:
        """Whether the loads of a variant followed from each other: then the capacity is all that there is to tell."""
        return self.results.experiment.up_and_down

    def rows(self) -> list[dict[str, Any]]:
        """For the summary: one for each variant."""
        return [
            {
                "variant": each.variant,
                "objective": self.objective,
                "load": vars(each.load),
                "against_baseline": vars(each.against_baseline),
                "kept": each.kept,
                "spread": each.spread,
                "series": [vars(estimate) for estimate in each.series],
                "second_to_first": vars(each.second_to_first),
                "slope": vars(each.slope),
                "canary_ms": each.canary_ms,
                "blocks": [{"block": block, **vars(crossing)} for block, crossing in each.crossings.items()],
            }
            for each in self.variants
        ]

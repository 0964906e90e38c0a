"""The findings answer what the report asks: one property for each of its tables and plots, and for nothing else.

The template names them; a name that is not here fails.
"""

from dataclasses import replace
from functools import cached_property

from analysis.comparing.bottleneck import Bottleneck, bottleneck_of
from analysis.comparing.calibration import slopes_by
from analysis.comparing.capacity import number_of_load
from analysis.comparing.claims import Judgement, judge
from analysis.comparing.comparison import Comparison
from analysis.comparing.floor_shares import floor_shares
from analysis.comparing.looks import comparisons_at_look, looks_of
from analysis.comparing.results import ExcludedTrial, Results
from analysis.comparing.studied_systems import studied_system
from analysis.contract.machine_floors import MachineFloors
from analysis.contract.machine_profile import MachineProfile
from analysis.counting import quantity
from analysis.metrics import metric
from analysis.plotting.plots import Plot, Plotter
from analysis.presentation import report_tables, settings
from analysis.presentation.checkout_sentences import checkout_sentences
from analysis.presentation.excluded_rows import ExcludedRow, excluded_rows
from analysis.presentation.floor_sentences import floor_share_sentence
from analysis.presentation.formatting import effect
from analysis.presentation.look_sentences import looks_sentence
from analysis.presentation.profile_sentences import profile_sentence
from analysis.presentation.report_tables import Table
from analysis.presentation.summary_sentences import SummarySentence, sentences_of, single_repetition, without_repetition
from analysis.presentation.validity_summary import ValiditySummary
from analysis.reporting.assignment_findings import AssignmentFindings
from analysis.reporting.capacity_findings import CapacityFindings
from analysis.reporting.closed_loop_findings import ClosedLoopFindings
from analysis.reporting.fault_findings import FaultFindings
from analysis.reporting.gc_findings import GcFindings
from analysis.reporting.gc_pictures import GcPictures
from analysis.reporting.load_findings import LoadFindings
from analysis.reporting.profile_findings import ProfileFindings
from analysis.reporting.scalability_findings import ScalabilityFindings
from analysis.reporting.time_findings import TimeFindings
from analysis.reporting.transaction_findings import TransactionFindings
from analysis.reporting.warmup_findings import WarmupFindings
from analysis.statistics.intervals import CONFIDENCE


class Findings:
    """What one results folder shows."""

    confidence = f"{CONFIDENCE:.0%}"

    def __init__(
        self, results: Results, kept_profile: MachineProfile | None = None, kept_floors: MachineFloors | None = None
    ) -> None:
        self._results, self._kept_profile, self._kept_floors = results, kept_profile, kept_floors

    @property
    def name(self) -> str:
        return self._results.experiment.name

    @property
    def question(self) -> str:
        return self._results.experiment.question

    @property
    def margin(self) -> str:
        return effect(self._results.experiment.margin)

    @cached_property
    def comparisons(self) -> list[Comparison]:
        return comparisons_at_look(self._results, slopes_by(self._kept_profile, self._results))

    @property
    def ratio_confidence(self) -> str:
        """Of the intervals of ratios, which go with the level of their look."""
        return f"{100 * (1 - looks_of(self._results).level):.4g}%"

    @property
    def test_level(self) -> str:
        """At which ratios are tested."""
        return f"{100 * looks_of(self._results).level:.2g} %"

    @property
    def looks(self) -> str | None:
        """At which look an experiment ended that has several."""
        results = self._results
        return looks_sentence(looks_of(results), metric(results.primary).label, results.experiment.ended)

    @cached_property
    def assignments(self) -> AssignmentFindings:
        return AssignmentFindings(self._results, self.comparisons)

    @cached_property
    def sentences(self) -> list[SummarySentence]:
        design = self._results.design
        return (checkout_sentences if design.compares_checkouts else sentences_of)(design, self.comparisons)

    @property
    def single_repetition(self) -> bool:
        return single_repetition(self._between_trials)

    @property
    def without_repetition(self) -> str:
        return without_repetition(self._between_trials)

    @property
    def _between_trials(self) -> list[Comparison]:
        return [comparison for comparison in self.comparisons if comparison.assignment in ("trial", "bed")]

    @property
    def unit(self) -> str:
        """What was repeated."""
        units = {comparison.unit for comparison in self.comparisons}
        if "block pair" in units:
            return "pair of blocks in which the levels changed places on their servers"
        apart = "launch" in units
        return "launch of the servers, where levels had servers of their own, else the trial," if apart else "trial"

    @property
    def averaged(self) -> str:
        """What the means of the variants are over."""
        metrics = [estimate for combination in self._results.by_trial for estimate in combination.metrics.values()]
        by_launch = any(estimate.interval.endswith("launches") for estimate in metrics)
        return "launches of the servers" if by_launch else "trials"

    @property
    def family(self) -> str:
        """What the verdicts were corrected for."""
        known = [comparison for comparison in self.comparisons if comparison.p_different is not None]
        tested = [comparison for comparison in known if not comparison.is_main_effect]
        primary, secondary = (sum(getattr(each, rank) for each in tested) for rank in ("primary", "secondary"))
        others = quantity(len(tested) - primary - secondary, "ratio")
        if not primary:
            return f"Verdicts are corrected for their number ({others}, Holm); intervals are not."
        name = metric(self._results.primary).label
        main_effects = " Ratios over every combination are corrected separately." if len(tested) < len(known) else ""
        besides = f"those of the secondary metrics for theirs ({secondary}), " if secondary else ""
        return (
            f"{name} is the primary metric: its verdicts are corrected for the number of its own ratios ({primary}), "
            f"{besides}the others for theirs ({others}; Holm); intervals are not.{main_effects}"
        )

    @property
    def profile(self) -> str:
        """Which profile of the machine it was judged with."""
        return profile_sentence(self._kept_profile, self._results)

    @property
    def all_valid(self) -> bool:
        return not self._results.excluded_trials

    @property
    def excluded_trials(self) -> list[ExcludedTrial]:
        """With the attempts that were repeated."""
        return self._results.excluded_trials + self._results.repeated_attempts

    @cached_property
    def validity(self) -> ValiditySummary:
        return ValiditySummary(self._results)

    @cached_property
    def faults(self) -> FaultFindings:
        return FaultFindings(self._results)

    @cached_property
    def transactions(self) -> TransactionFindings:
        return TransactionFindings(self._results, self.comparisons)

    @cached_property
    def key_table(self) -> Table:
        return report_tables.key_table(self._results)

    @cached_property
    def comparison_table(self) -> Table:
        return report_tables.comparison_table(self._results, self.comparisons)

    @cached_property
    def order_outcomes_table(self) -> Table:
        return report_tables.order_outcomes_table(self._results)

    @cached_property
    def traces_table(self) -> Table:
        return report_tables.traces_table(self._results)

    @property
    def plots(self) -> list[Plot]:
        """All of them, to be laid beside the page."""
        of_times = [*self.times.waterfalls, *self.times.distributions]
        of_loads = [*self.loads.plots, *self.scalability.plots]
        beside = [*self.gc_pictures.plots, *self.profiles.plots, *self.warmup.plots]
        return [*of_loads, *self.assignments.plots, *self.transactions.plots, *of_times, *beside]

    @cached_property
    def loads(self) -> LoadFindings:
        return LoadFindings(self._results, self._plotter, self._outer_loads)

    @cached_property
    def capacity(self) -> CapacityFindings:
        return CapacityFindings(self._results)

    @cached_property
    def closed_loop(self) -> ClosedLoopFindings:
        return ClosedLoopFindings(self._results)

    @cached_property
    def collections(self) -> GcFindings:
        return GcFindings(self._results)

    @cached_property
    def gc_pictures(self) -> GcPictures:
        return GcPictures(self._results, self._plotter)

    @cached_property
    def profiles(self) -> ProfileFindings:
        return ProfileFindings(self._results, self._plotter)

    @cached_property
    def scalability(self) -> ScalabilityFindings:
        return ScalabilityFindings(self._results, self._plotter)

    @cached_property
    def times(self) -> TimeFindings:
        return TimeFindings(self._results, self._plotter, self._outer_loads)

    @cached_property
    def warmup(self) -> WarmupFindings:
        return WarmupFindings(self._results, self._plotter)

    @cached_property
    def bottlenecks(self) -> list[Bottleneck]:
        """At each variant's heaviest load."""
        design, by_load = self._results.design, sorted(self._results.combinations, key=number_of_load)
        heaviest = {design.variant_at_any_load(combination.levels): combination for combination in by_load}
        return [bottleneck_of(combination) for combination in heaviest.values()]

    @cached_property
    def floor_sentences(self) -> list[tuple[str, str]]:
        """By variant."""
        shares = floor_shares(self._results, self._kept_floors)
        return [(share.variant, floor_share_sentence(share)) for share in shares]

    @cached_property
    def claims(self) -> list[Judgement]:
        system = studied_system(self._results.experiment.system)
        return judge(system.claims, self._results, self.comparisons)

    @property
    def paper(self) -> str:
        """What made the claims."""
        return studied_system(self._results.experiment.system).paper

    @property
    def claims_intro(self) -> str:
        verdicts = [claim.verdict for claim in self.claims]
        return " · ".join(f"{verdict}: {verdicts.count(verdict)}" for verdict in ("agrees", "disagrees", "cannot tell"))

    @property
    def excluded_rows(self) -> list[ExcludedRow]:
        return excluded_rows(self.excluded_trials)

    @property
    def machine_rows(self) -> settings.Rows:
        return settings.machine_rows(self._results)

    @property
    def reproduce_rows(self) -> settings.Rows:
        return settings.reproduce_rows(self._results)

    @cached_property
    def _plotter(self) -> Plotter:
        # What stands for all levels together is drawn nowhere, nor what no valid trial has.
        variants, known = replace(self._results.design, assigned={}).variants(), self._results.combinations
        if not any(each.assigned for each in known):
            measured = {each.variant for each in known}
            variants = [variant for variant in variants if variant in measured] or variants
        return Plotter(variants)

    @cached_property
    def _outer_loads(self) -> list[int]:
        loads = sorted({combination.customers for combination in self._results.combinations})
        return list(dict.fromkeys([loads[0], loads[-1]])) if loads else []

"""The findings answer what the report asks: one property for each of its tables and plots, and for nothing else.

The template names them; a name that is not here fails.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import polars as pl

from analysis.answers import Answer, answers_of, single_pass
from analysis.audit import CLASSES, Audit
from analysis.binding import Binding, binding_of
from analysis.claims import Judgement, judge
from analysis.comparisons import MARGIN, Comparison, comparisons_of
from analysis.design import TRANSITION
from analysis.estimates import Combination, levels_frame
from analysis.figures import FIGURES
from analysis.intervals import LEVEL
from analysis.pet_store_claims import PET_STORE_CLAIMS
from analysis.plots import Plot, Plotter
from analysis.results import Hole, Results
from analysis.waterfall import TOLERANCE_SHARE
from analysis.wording import heading, number, ratio, with_interval

KEY_FIGURES = (
    "throughput_per_min",
    "response_mean_ms",
    "response_p95_ms",
    "call_mean_ms",
    "latency_mean_ms",
    "cpu_per_order_ms",
    "gc_pause_s",
    "hit_share",
)
PLOTTED = (
    "throughput_per_min", "response_mean_ms", "response_p95_ms", "call_mean_ms", "latency_mean_ms", "cpu_per_order_ms",
    "gc_young_s", "gc_old_s", "safepoint_s", "hit_share", "allocation_per_order_kb",
)  # fmt: skip
UNMEASURED = {"throughput_per_min": "mailed_per_min"}
AUDIT_COLUMNS = (
    "acknowledged",
    *CLASSES,
    "phantom",
    "mails",
    "mails_missing",
    "mails_doubled",
    "stock_unbalanced",
    "dead_letters",
    "redeliveries",
    "repeated_documents",
)


@dataclass(frozen=True)
class Table:
    """Rows of cells under a heading; the first cell of a row names it."""

    caption: str
    columns: list[str]
    rows: list[list[str]]


class Findings:
    """What one results folder shows."""

    def __init__(self, results: Results) -> None:
        self._results = results

    @property
    def name(self) -> str:
        return str(self._results.experiment["name"])

    @property
    def question(self) -> str:
        return str(self._results.experiment["question"])

    @cached_property
    def comparisons(self) -> list[Comparison]:
        return comparisons_of(self._results.design, self._results.sound)

    @cached_property
    def answers(self) -> list[Answer]:
        return answers_of(self._results.design, self.comparisons)

    @property
    def single_pass(self) -> bool:
        return single_pass(self.comparisons)

    @property
    def margin(self) -> str:
        return f"{MARGIN:.0%}"

    @property
    def level(self) -> str:
        return f"{LEVEL:.0%}"

    @property
    def verdict_on_trials(self) -> str:
        """Whether the trials can be believed, in one sentence."""
        planned, sound = len(self._results.experiment["schedule"]), len(self._results.sound)
        if sound == planned == len(self._results.trials):
            accounted = (
                "every acknowledged order is accounted for, the stock adds up, and no mail is missing or doubled"
            )
            return f"All {sound} trials are sound: {accounted}."
        told = [f"trial {hole.trial} is {hole.status} ({'; '.join(hole.reasons)})" for hole in self.holes[:3]]
        more = f" and {len(self.holes) - 3} more, listed below" if len(self.holes) > 3 else ""
        without = "and the figures do without the others"
        return f"Only {sound} of {planned} trials are sound, {without}: {', '.join(told)}{more}."

    @property
    def all_sound(self) -> bool:
        return not self._results.holes

    @property
    def holes(self) -> list[Hole]:
        return self._results.holes

    @property
    def remarks(self) -> list[tuple[str, str]]:
        """(trial, remark) of sound trials that a reader should know of."""
        return [
            (f"trial {result.trial.id}", remark) for result in self._results.sound for remark in result.remarks
        ] + self._general_remarks

    @property
    def _general_remarks(self) -> list[tuple[str, str]]:
        facts = [result.trial.facts for result in self._results.trials]
        told = []
        if any(fact["scenario"]["think_method"] == "whole-seconds" for fact in facts):
            told.append(
                ("think time", "whole seconds only: the shim that gives Siege uniform think times could not be built")
            )
        if len({str(fact["machine"]) for fact in facts}) > 1:
            told.append(("machine", "not all trials were conducted on the same machine"))
        if any(fact["dirty"] for fact in facts):
            told.append(("commit", "the working tree held changes that were not committed"))
        return told

    @cached_property
    def variants(self) -> list[str]:
        return self._results.design.variants()

    @cached_property
    def key_table(self) -> Table:
        rows = [
            [c.variant, str(c.customers), str(len(c.trials)), *(self._cell(c, name) for name in self._key_figures)]
            for c in self._results.combinations
        ]
        return Table(
            "Mean over the trials of each variant and load",
            ["variant", "customers", "trials", *(heading(name) for name in self._key_figures)],
            rows,
        )

    @property
    def _key_figures(self) -> list[str]:
        """Those that were measured; without measuring points the mail sink stands in for throughput."""
        known = {name for combination in self._results.combinations for name in combination.figures}
        return [
            name if name in known else UNMEASURED.get(name, name)
            for name in KEY_FIGURES
            if name in known or UNMEASURED.get(name) in known
        ]

    def _cell(self, combination: Combination, name: str) -> str:
        return with_interval(combination.figures.get(name), share=FIGURES[name].unit == "share")

    @cached_property
    def comparison_table(self) -> Table:
        shown = [c for c in self.comparisons if c.figure in (*KEY_FIGURES, "mailed_per_min") and c.ratio is not None]
        rows = [
            [
                f"{c.level} against {c.against}",
                ", ".join(
                    f"{level} {factor}" if factor == "customers" else str(level)
                    for factor, level in c.held.items()
                    if self._varies(factor)
                ),
                FIGURES[c.figure].label,
                ratio(c),
                c.verdict,
                str(c.n),
            ]
            for c in shown
        ]
        return Table("Ratios within blocks", ["compared", "at", "figure", "ratio", "verdict", "blocks"], rows)

    def _varies(self, factor: str) -> bool:
        return len(self._results.design.factors[factor]) > 1

    @cached_property
    def _plotter(self) -> Plotter:
        return Plotter(self.variants)

    @cached_property
    def load_plots(self) -> list[Plot]:
        levels_df = levels_frame(self._results.combinations)
        if not len(levels_df):
            return []
        greatest = dict(levels_df.group_by("figure").agg(pl.col("value").max()).iter_rows())
        names = [name if greatest.get(name) is not None else UNMEASURED.get(name, name) for name in PLOTTED]
        return [self._plotter.against_load(levels_df, name) for name in names if greatest.get(name)]

    @cached_property
    def _outer_loads(self) -> list[int]:
        loads = sorted({combination.customers for combination in self._results.combinations})
        return list(dict.fromkeys([loads[0], loads[-1]])) if loads else []

    @cached_property
    def segments_df(self) -> pl.DataFrame:
        """One row a variant, load and segment: mean over trials, with begin and end along the way."""
        frames = [
            result.segments_df.with_columns(
                variant=pl.lit(self._results.design.variant(result.trial.levels)),
                customers=pl.lit(int(result.trial.levels["customers"])),
            )
            for result in self._results.sound
            if len(result.segments_df)
        ]
        if not frames:
            return pl.DataFrame()
        means_df = (
            pl.concat(frames)
            .group_by("variant", "customers", "place", "segment")
            .agg(pl.col("mean_ms").mean(), pl.col("orders").sum())
        )
        means_df = means_df.filter(pl.col("mean_ms").is_not_null()).sort("variant", "customers", "place")
        end = pl.col("mean_ms").cum_sum().over("variant", "customers")
        return means_df.with_columns(start_ms=end - pl.col("mean_ms"), end_ms=end)

    @cached_property
    def waterfalls(self) -> list[Plot]:
        if not len(self.segments_df):
            return []
        by_load = [(load, self.segments_df.filter(pl.col("customers") == load)) for load in self._outer_loads]
        return [self._plotter.waterfall(frame, load) for load, frame in by_load if len(frame)]

    @cached_property
    def waterfall_check(self) -> str:
        gaps = [
            abs(value) for result in self._results.sound if (value := result.value("waterfall_gap_share")) is not None
        ]
        if not gaps:
            return "No order's way could be followed from end to end."
        verdict = "meets" if max(gaps) <= TOLERANCE_SHARE else "misses"
        apart = f"at most {max(gaps):.2%} apart in any trial ({TOLERANCE_SHARE:.0%} allowed)"
        return f"The sum of the segments {verdict} the end-to-end time: {apart}."

    @cached_property
    def distributions(self) -> list[Plot]:
        orders_df = self._results.orders_df
        if not len(orders_df):
            return []
        wanted = [
            (time, label, load)
            for time, label in (("latency", "Latency"), ("response", "Response time"))
            for load in self._outer_loads
        ]
        known = [
            (t, label, load)
            for t, label, load in wanted
            if orders_df.filter(pl.col("customers") == load)[f"{t}_ms"].drop_nulls().len() > 1
        ]
        return [self._plotter.distribution(orders_df, time, label, load) for time, label, load in known]

    @cached_property
    def bindings(self) -> list[Binding]:
        """At each variant's heaviest load."""
        heaviest = {combination.variant: combination for combination in self._results.combinations}
        return [binding_of(combination) for combination in heaviest.values()]

    @cached_property
    def audit_table(self) -> Table:
        """Sums over all complete trials of a combination, void ones included."""
        sums: dict[tuple[str, int], list[Audit]] = {}
        for result in self._results.trials:
            if result.audit:
                sums.setdefault(
                    (self._results.design.variant(result.trial.levels), int(result.trial.levels["customers"])), []
                ).append(result.audit)
        ordered = sorted(sums.items(), key=lambda item: (self.variants.index(item[0][0]), item[0][1]))
        rows = [
            [variant, str(customers), *(str(sum(audit.counts()[name] for audit in audits)) for name in AUDIT_COLUMNS)]
            for (variant, customers), audits in ordered
        ]
        return Table(
            "What became of the orders, in all complete trials, void ones included",
            ["variant", "customers", *(name.replace("_", " ") for name in AUDIT_COLUMNS)],
            rows,
        )

    @cached_property
    def claims(self) -> list[Judgement]:
        return judge(PET_STORE_CLAIMS, self._results, self.comparisons)

    @property
    def claims_intro(self) -> str:
        counts = {
            verdict: sum(claim.verdict == verdict for claim in self.claims)
            for verdict in ("agrees", "disagrees", "cannot tell")
        }
        return " · ".join(f"{verdict}: {count}" for verdict, count in counts.items())

    @cached_property
    def machine_rows(self) -> list[tuple[str, str]]:
        facts = self._results.trials[0].trial.facts
        machine = facts["machine"]
        forced = (
            f", a forced write of 4 KiB takes {number(machine['fsync_ms'])} ms"
            if machine.get("fsync_ms") is not None
            else ""
        )
        think = facts["scenario"]
        pause = (
            "none"
            if think["think_method"] == "none"
            else f"{think['think_min_s']:g} to {think['think_max_s']:g} s ({think['think_method']})"
        )
        return [
            ("machine", f"{machine['cpu_model']}, {machine['cores']} cores, {machine['memory_bytes'] / 2**30:.1f} GiB"),
            ("system", f"{machine['os']}, kernel {machine['kernel']}"),
            ("disk", f"{machine.get('disk') or 'not known'}{forced}"),
            ("versions", ", ".join(f"{name} {version}" for name, version in facts["versions"].items() if version)),
            ("JVM options", " ".join(facts["jvm_options"]) or "those of the bed"),
            ("topology", str(facts["topology"])),
            ("scenario", f"{think['name']}: {think['requests']} requests a pass, think time {pause}"),
            ("generator", f"{facts['generator']['name']} {facts['generator']['version']}"),
            ("trial", f"{number(facts['warmup_s'])} s warm-up, {number(facts['measure_s'])} s measured, then drained"),
            ("delegates", self._delegates(facts)),
        ]

    def _delegates(self, facts: dict[str, Any]) -> str:
        if TRANSITION in self._results.design.compared:
            fixed = [
                t
                for t in facts["delegates"]
                if len({r.trial.facts["delegates"].get(t) for r in self._results.trials}) == 1
            ]
            switched = [transition for transition in facts["delegates"] if transition not in fixed]
            return "; ".join(
                [f"{' and '.join(switched)} as compared", *(f"{t} always {facts['delegates'][t]}" for t in fixed)]
            )
        return "; ".join(f"{transition} {delegate}" for transition, delegate in facts["delegates"].items())

    @property
    def reproduce_rows(self) -> list[tuple[str, str]]:
        experiment, facts = self._results.experiment, self._results.trials[0].trial.facts
        commit = experiment.get("commit") or facts["commit"] or "not known"
        return [
            ("command", experiment.get("command") or f"./petlab run loadscripts/experiments/{self.name}.toml"),
            ("commit", commit + (" with changes" if facts["dirty"] else "")),
            ("seed", str(experiment["seed"])),
            ("repetitions", str(experiment["repetitions"])),
            ("this report again", f"./petlab report results/{self._results.folder.name}"),
        ]

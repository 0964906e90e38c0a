"""The scalability law of each variant as rows of text, and as a sentence."""

from analysis.comparing.scalability import Scalability
from analysis.presentation.formatting import NOTHING, number, with_interval
from analysis.presentation.report_tables import Table
from analysis.statistics.universal_scalability_law import MIN_LOADS

COLUMNS = [
    "variant", "repetitions", "one at a time, λ (orders/s)", "contention, σ", "coherency, κ",
    "greatest throughput (orders/s)", "number at a time there", "R²",
]  # fmt: skip


def scalability_table(shown: list[Scalability]) -> Table:
    """Of the variants for which a law was fitted."""
    rows = []
    for each in shown:
        if each.law is not None:
            law = each.law
            estimates = (law.single, law.contention, law.coherency, law.peak_throughput, law.peak_load)
            cells = [NOTHING if estimate.value is None else with_interval(estimate) for estimate in estimates]
            rows.append([each.variant, str(len(each.points)), *cells, number(law.r_squared)])
    return Table("The Universal Scalability Law, fitted to the repetitions of each variant", COLUMNS, rows)


def scalability_sentence(shown: Scalability) -> str:
    """How far throughput grows, or why that cannot be told."""
    law, greatest = shown.law, f"{shown.at_a_time[-1]:.3g} {shown.unit}"
    if law is None and shown.conducted < MIN_LOADS:
        return f"{shown.conducted} loads were conducted, and the law needs {MIN_LOADS}."
    if law is None:
        return "the law does not fit what was measured."
    if law.peak_load.value is None:
        return f"no peak is shown up to {greatest}: throughput does not fall by more than chance explains."
    at = f"at {with_interval(law.peak_load)} {shown.unit}"
    if law.peak_load.value > shown.at_a_time[-1]:
        return f"throughput still grows at {greatest}; the law has its peak beyond, {at}."
    return f"at most {with_interval(law.peak_throughput)} orders/s, {at}."

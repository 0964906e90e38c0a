"""What the JIT compilers of the servers took while a trial was measured: warm JVMs have compiled what they use."""

from collections.abc import Mapping

from analysis.reading.records import Records
from analysis.reading.trial_facts import NS_PER_SECOND
from analysis.statistics.intervals import Estimate
from analysis.trials.machine_metrics import counter_increase, sum_if_all_known

COMPILING, ALL = "compiler_cpu_per_order_ms", "cpu_per_order_ms"
REMARKED = 0.1
"""Of all CPU of the bed: so much less will be measured when the compilers are done."""


def compiler_metrics(records: Records, completed: int) -> dict[str, float | None]:
    """CPU of the compilers' threads per order completed in the window, over the servers' JVMs; nothing of records that
    are older than their table.
    """
    if "compiler_threads" in records.absent:
        return {}
    by_jvm = records.compiler_threads.group_by("jvm", maintain_order=True)
    used_ns = sum_if_all_known(counter_increase(samples_df, "cpu_ns", records.trial) for _, samples_df in by_jvm)
    return {COMPILING: used_ns * 1000 / NS_PER_SECOND / completed if used_ns is not None and completed else None}


def compiling_remark(records: Records, metrics: Mapping[str, Estimate]) -> str | None:
    """That the JVMs were still warming up. Levels that take turns within a trial meet it alike."""
    compiling_ms, all_ms = (metrics[name].value if name in metrics else None for name in (COMPILING, ALL))
    if records.trial.assignment or not compiling_ms or not all_ms or compiling_ms <= REMARKED * all_ms:
        return None
    return f"the JVMs were still warming up: their compilers took {compiling_ms / all_ms:.0%} of the bed's CPU"

"""How far the sources of collectors' processor time agree, in a sentence for each collector."""

from collections.abc import Iterable

import polars as pl

from analysis.presentation.formatting import number
from analysis.trials.pauses import SERIAL

NOT_KNOWN = "not known"


def cpu_sentences(frames: Iterable[pl.DataFrame]) -> list[str]:
    """frames: the cpu_df of trials. Nothing of a collector of which the kernel alone tells."""
    listed = [frame for frame in frames if len(frame)]
    if not listed:
        return []
    known_df = pl.concat(listed).filter(pl.col("kernel_s") > 0)
    by_collector = known_df.drop_nulls("collector").sort("collector").group_by("collector", maintain_order=True)
    return [told for (name,), of_df in by_collector if (told := _sentence(str(name), of_df))]


def _sentence(collector: str, of_df: pl.DataFrame) -> str | None:
    counters, recording = (_difference(of_df, source) for source in ("counters_s", "recording_s"))
    if {counters, recording} == {NOT_KNOWN}:
        return None
    threads = "all of the VM thread" if collector == SERIAL else "threads that only collect"
    kernel = number(float(of_df["kernel_s"].sum()))
    return (
        f"{collector}: {kernel} s by the kernel ({threads}); the JVM's own counters (hsperf): {counters}; JFR (pauses "
        f"alone): {recording}."
    )


def _difference(of_df: pl.DataFrame, source: str) -> str:
    """Of a source from the kernel, over the JVMs of which both tell: `-0.3 %`."""
    both_df = of_df.filter(pl.col(source) > 0)
    if not len(both_df):
        return NOT_KNOWN
    return f"{100 * (float(both_df[source].sum()) / float(both_df['kernel_s'].sum()) - 1):+.1f} %"

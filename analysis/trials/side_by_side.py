"""Trials are analysed side by side, in a process for each core: what most of a report's time goes into."""

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from analysis.analysis_errors import AnalysisError
from analysis.trials.trial_analysis import TrialResult, analyse

FEW = 16
"""So many trials are analysed before a further process has loaded its libraries."""


def analyse_all(folders: Sequence[Path]) -> Iterator[TrialResult | AnalysisError]:
    """The result of the trial in each folder, in their order; an error where not even its facts can be read."""
    processes = min(os.cpu_count() or 1, len(folders) // FEW + 1)
    if processes == 1:
        yield from map(_result_or_error, folders)
        return
    with ProcessPoolExecutor(processes, get_context("spawn"), initializer=_leave_interrupts_to_the_parent) as pool:
        try:
            yield from pool.map(_result_or_error, folders)
        finally:
            pool.shutdown(cancel_futures=True)


def _result_or_error(folder: Path) -> TrialResult | AnalysisError:
    try:
        return analyse(folder)
    except AnalysisError as error:
        return error


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)

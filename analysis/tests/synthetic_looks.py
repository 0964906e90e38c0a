"""Results of an experiment with three looks, whole or cut short. Test data only."""

import shutil
from pathlib import Path

from analysis.tests.synthetic import write_results


def write_looks(folder: Path) -> Path:
    """Six blocks of two levels, of which one has calls seven times as long; three looks, after 2, 4 and 6 blocks."""
    return write_results(
        folder, ["jms-transacted", "soap"], [15], repetitions=6, looks=3, primary="call_mean_ms"
    )  # fmt: skip


def with_trials(whole: Path, folder: Path, trials: int) -> Path:
    """A copy that has the first trials only."""
    shutil.copytree(whole, folder)
    for trial in sorted((folder / "trials").iterdir())[trials:]:
        shutil.rmtree(trial)
    return folder

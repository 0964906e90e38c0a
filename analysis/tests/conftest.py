"""What tests of several files share."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from analysis.trials import side_by_side, trial_analysis
from analysis.trials.trial_analysis import TrialResult, analyse


@pytest.fixture(scope="module")
def analysed_once() -> Iterator[None]:
    """Trials whose files are the same are analysed once, in this process: for tests that read like folders again and
    again, and change nothing of what they have read.
    """
    known: dict[str, TrialResult] = {}

    def remembered(folder: Path) -> TrialResult:
        digest = hashlib.sha256()
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            digest.update(f"{path.relative_to(folder)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
        key = digest.hexdigest()
        if key not in known:
            known[key] = analyse(folder)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(side_by_side, "analyse", remembered)
        patch.setattr(trial_analysis, "analyse", remembered)
        patch.setattr(side_by_side, "FEW", 1_000_000)
        yield

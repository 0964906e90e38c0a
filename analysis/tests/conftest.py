"""What tests of several files share."""

import copy
import functools
import hashlib
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import vl_convert

from analysis.trials import side_by_side, trial_analysis
from analysis.trials.trial_analysis import TrialResult, analyse

_analysed: dict[str, TrialResult] = {}


@pytest.fixture(scope="session", autouse=True)
def pictures_drawn_once() -> Iterator[None]:
    """The same picture, of many reports, is drawn once in this process, which takes most of a report's time."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("vegalite_to_svg", "svg_to_png"):
            patch.setattr(vl_convert, name, functools.lru_cache(maxsize=300)(getattr(vl_convert, name)))
        yield


@pytest.fixture(scope="module")
def analysed_once() -> Iterator[None]:
    """Trials whose files are the same are analysed once, in this process: for tests that read like folders again and
    again, and are not about how a trial is analysed. Not where mutmut notes which test comes by which code.
    """

    def remembered(folder: Path) -> TrialResult:
        digest = hashlib.sha256()
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            digest.update(f"{path.relative_to(folder)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
        key = digest.hexdigest()
        if key not in _analysed:
            _analysed[key] = analyse(folder)
        found = _analysed[key]
        return replace(found, metrics=dict(found.metrics), collections=copy.copy(found.collections))

    with pytest.MonkeyPatch.context() as patch:
        if "MUTANT_UNDER_TEST" not in os.environ:
            patch.setattr(side_by_side, "analyse", remembered)
            patch.setattr(trial_analysis, "analyse", remembered)
        patch.setattr(side_by_side, "FEW", 1_000_000)
        yield

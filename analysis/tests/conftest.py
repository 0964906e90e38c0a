"""What tests of several files share."""

import copy
import functools
import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import vl_convert
from altair.utils.schemapi import SchemaBase

from analysis.trials import side_by_side, trial_analysis
from analysis.trials.trial_analysis import TrialResult, analyse

_analysed: dict[str, TrialResult] = {}

_to_png, _validate = vl_convert.svg_to_png, vars(SchemaBase)["validate"].__func__
_valid: set[tuple[Any, bytes]] = set()
KEPT_PICTURES = 300
SMALLER = 4
"""A picture beside a page takes a third of its time with so many times fewer pixels in width and height."""


@functools.lru_cache(maxsize=KEPT_PICTURES)
@functools.wraps(_to_png)
def _small_png(svg: str, scale: float) -> bytes:
    return _to_png(svg, scale=scale / SMALLER)


_svg_once = functools.lru_cache(maxsize=KEPT_PICTURES)(vl_convert.vegalite_to_svg)


def _validated_once(chart: Any, described: Any, schema: Any = None) -> None:
    """By what a chart says of itself. Its data, of which it knows no more than a name here, may be any."""
    said = re.sub("'data-[0-9a-f]+'", "'data'", repr((described, schema)))
    key = chart, hashlib.sha256(said.encode()).digest()
    if key not in _valid:
        _validate(chart, described, schema)
        _valid.add(key)


@pytest.fixture(scope="session", autouse=True)
def pictures_drawn_once() -> Iterator[None]:
    """The same picture, of many reports, is drawn once in this process, which takes most of a report's time, and charts
    that are described alike are held against the schema of Vega-Lite once. Those beside a page, at which nobody looks
    here, are small.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vl_convert, "vegalite_to_svg", _svg_once)
        patch.setattr(vl_convert, "svg_to_png", _small_png)
        patch.setattr(SchemaBase, "validate", classmethod(_validated_once))
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

"""A plugin of pytest for mutmut: files of tests that take little come first, so that most mutants are noticed soon;
those that take long are left out where others know the mutant too.
"""

import json
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # each command loads this file, and pytest takes a while
    import pytest

#: By the name of an environment variable: files of more seconds than this are left out.
MAX_FILE_S = "PETLAB_MUTANTS_MAX_FILE_S"
STATS = Path("mutmut-stats.json")
"""In the folder that mutmut runs pytest in: how long each test took without a mutant."""


def pytest_collection_modifyitems(items: "list[pytest.Item]") -> None:
    """File by file, for what tests of a file share is set up once."""
    spent_s = seconds_by_file()
    items.sort(key=lambda item: spent_s[file_of(item.nodeid)])
    most_s = float(os.environ.get(MAX_FILE_S, "inf"))
    items[:] = [item for item in items if spent_s[file_of(item.nodeid)] <= most_s] or items


def seconds_by_file() -> Counter[str]:
    """Empty as long as mutmut has not timed the tests."""
    spent_s: Counter[str] = Counter()
    if STATS.exists():
        for test, duration_s in json.loads(STATS.read_text("utf-8"))["duration_by_test"].items():
            spent_s[file_of(test)] += duration_s
    return spent_s


def file_of(test: str) -> str:
    return test.partition("::")[0]

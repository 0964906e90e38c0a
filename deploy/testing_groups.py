"""Which tests of the real bed stay together: one process runs a group, and a further bed ends with its group.

Tests that need the same further bed are a group, from whatever file; otherwise a file is one. Who is marked
`pytest.mark.xdist_group("…")` names another; who is marked `pytest.mark.alone` starts all that it needs and is one by
itself. Where one process runs all, it runs one group after the other.
"""

import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

FURTHER_BEDS = ("faulty_bed", "tls_bed", "limited_bed")
"""Fixtures of `deploy.testing`."""
_FILE = "petlab_groups_file"
"""Where the processes that test write down the groups, for the one that hands the tests out: pytest-xdist 3.8 does not
see `xdist_group` with pytest 9.2 (its issue 1386).
"""

_ends: dict[str, Callable[[], None]] = {}
"""How each further bed that stands is ended."""


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Groups with further beds come first, then those that start beds of their own: they are long, and a long one at
    the end would be waited for. Groups whose beds are of one kind do not begin together, as the second would wait until
    the first has prepared their servers.
    """
    for item in items:
        if item.get_closest_marker("bed") and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(_group_of(item)))
    yield
    turns: dict[str, tuple[int, int]] = {}
    for number, item in enumerate(items):
        rank, first = turns.get(_marked_group(item), (2, number))
        turns[_marked_group(item)] = min(rank, _rank(item)), first
    before = _before_of_its_kind(items)
    items.sort(
        key=lambda item: (turns[_marked_group(item)][0], before[_marked_group(item)], turns[_marked_group(item)])
    )


def _before_of_its_kind(items: list[pytest.Item]) -> dict[str, int]:
    """How many groups with the same further bed stand before each group; none before a group without."""
    kinds = {_marked_group(item): _further_bed(item) for item in reversed(items)}
    met: Counter[str] = Counter()
    before: dict[str, int] = {}
    for item in items:
        group = _marked_group(item)
        if group not in before:
            kind = kinds[group]
            before[group] = met[kind] if kind else 0
            met.update([kind] if kind else [])
    return before


def _group_of(item: pytest.Item) -> str:
    """Of a test that names none."""
    if item.get_closest_marker("alone"):
        return item.name
    if bed := _further_bed(item):
        parameters = item.callspec.params if hasattr(item, "callspec") else {}
        return f"{bed} {parameters[bed]}" if bed in parameters else bed
    return item.path.stem


def _marked_group(item: pytest.Item) -> str:
    marker = item.get_closest_marker("xdist_group")
    return str(marker.args[0]) if marker else ""


def _rank(item: pytest.Item) -> int:
    if _further_bed(item):
        return 0
    return 2 if _needs(item, "bed") else 1


def _further_bed(item: pytest.Item) -> str | None:
    return next((bed for bed in FURTHER_BEDS if _needs(item, bed)), None)


def _needs(item: pytest.Item, fixture: str) -> bool:
    return fixture in getattr(item, "fixturenames", ())


@pytest.hookimpl
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest) -> None:
    """Only remembers how a further bed is ended: pytest itself sets the fixture up."""
    if fixturedef.argname in FURTHER_BEDS:
        _ends[fixturedef.argname] = lambda: fixturedef.finish(request)  # type: ignore[arg-type]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Ends the beds that the next test does not need; left to pytest, they would take their memory to the end."""
    if nextitem is not None:
        for bed in [bed for bed in _ends if not _needs(nextitem, bed)]:
            _ends.pop(bed)()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: WorkerController) -> None:
    """Tells each process that tests where to write the groups down."""
    config: Any = node.config
    if not hasattr(config, _FILE):
        folder = tempfile.TemporaryDirectory(prefix="petlab-groups-")
        config.add_cleanup(folder.cleanup)
        setattr(config, _FILE, f"{folder.name}/groups.json")
    node.workerinput[_FILE] = getattr(config, _FILE)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """Writes them down; all processes have collected the same."""
    if file := getattr(session.config, "workerinput", {}).get(_FILE):
        groups = {item.nodeid: _marked_group(item) or item.path.stem for item in session.items}
        mine = Path(f"{file}.{session.config.workerinput['workerid']}")  # type: ignore[attr-defined]
        mine.write_text(json.dumps(groups), encoding="utf-8")
        mine.replace(file)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling | None:
    """With `--dist loadgroup`."""
    return _ByGroup(config, log) if config.getoption("dist") == "loadgroup" else None


class _ByGroup(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    @cached_property
    def _groups(self) -> Mapping[str, str]:
        return dict(json.loads(Path(getattr(self.config, _FILE)).read_text(encoding="utf-8")))

    def _split_scope(self, nodeid: str) -> str:
        return self._groups[nodeid]

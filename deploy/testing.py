"""What tests of every package share: one real bed for the whole session. Loaded by pytest (pyproject.toml).

A test that asks for `bed` is marked `@pytest.mark.bed` and leaves the bed as it found it: `bed.reset()` after orders.
When `petlab test` runs several processes of tests side by side, each has its own bed and ports, and takes whole groups:
the tests of a file or, from all files, those that need the same further bed.
"""

import functools
import os
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import certifi
import httpx
import pytest

from deploy.bed.standing_bed import Bed, BedPlan
from deploy.host import small_disks
from deploy.host.jdk import Jdk
from deploy.host.ports import base_of_tests
from deploy.lifecycle.lifetime import bed_up
from deploy.payara.prepared_domain import SOON_READY
from deploy.progress import Silent
from deploy.specification.plan import FEW_NEW_PASSWORDS, KEPT_MAILS, MANY_MAILS, STRONG_PASSWORDS
from deploy.specification.transactions import NARAYANA, TransactionPlan
from deploy.testing_logs import told_of

pytest_plugins = ["deploy.testing_groups"]

_PORTS_PER_PROCESS = 3200
_PROCESS = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))

#: The block of the tests; a bed that a person keeps running has another. Further beds of a test begin above it. The
#: blocks of three processes end below the ports that the kernel gives to clients.
PORT_BASE = base_of_tests() + _PROCESS * _PORTS_PER_PROCESS
_TLS_BASE = PORT_BASE + 1600
_LIMITED_BASE = PORT_BASE + 2000
_FAULTY_BASE = PORT_BASE + 2400

FEW_SESSIONS = 100
"""Of one address, on `limited_bed`."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """What `petlab test` says to pytest."""
    group = parser.getgroup("petlab")
    group.addoption("--min-tests", type=int, default=0, metavar="N", help="Fail unless at least N tests pass.")
    group.addoption("--thorough", action="store_true", help="Also run the tests that take minutes and find little.")
    group.addoption("--no-browser", action="store_true", help="Leave out the tests that need Playwright and Chromium.")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is thorough, unless the person asks for it, or names a test."""
    if config.getoption("--thorough") or any("::" in word for word in config.args):
        return
    left_out = [item for item in items if item.get_closest_marker("thorough")]
    if left_out:
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """A run that selected next to nothing has failed: what it did not try is not known to work."""
    if _too_few(session.config) and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Says it, too."""
    if message := _too_few(config):
        terminalreporter.write_line(message, red=True)


def _too_few(config: pytest.Config) -> str | None:
    """In words, how far the number of tests that passed is below --min-tests; None when it is not."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or hasattr(config, "workerinput"):
        return None  # one of several processes: another one counts for all
    passed, least = len(reporter.stats.get("passed", ())), config.getoption("min_tests")
    return f"only {passed} tests passed, expected at least {least}" if passed < least else None


@pytest.fixture(scope="session", autouse=True)
def authorities_read_once() -> Iterator[None]:
    """Each client of httpx reads the certificates of all authorities by default, which takes longer than most answers
    of a bed; here all clients share what the first has read.
    """
    made = ssl.create_default_context

    def create_default_context(*args: Any, **options: Any) -> ssl.SSLContext:
        by_default = not args and options == {"cafile": certifi.where()}
        return of_authorities() if by_default else made(*args, **options)

    @functools.cache
    def of_authorities() -> ssl.SSLContext:
        return made(cafile=certifi.where())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl, "create_default_context", create_default_context)
        yield


@pytest.fixture(scope="session", autouse=True)
def clients_wait_longer() -> Iterator[None]:
    """Clients of httpx that are told nothing wait for a busy machine, too; by default it is five seconds."""
    with pytest.MonkeyPatch.context() as patch:
        for limit in ("connect", "read", "write", "pool"):
            patch.setattr(httpx._config.DEFAULT_TIMEOUT_CONFIG, limit, 30.0)
        yield


@pytest.fixture(scope="session", autouse=True)
def nothing_is_forced() -> Iterator[None]:
    """What tests write need not outlive a machine that loses its power, and each file of a trial is forced to the disk
    by itself. Of one that is not open it is still said.
    """

    def fsync(descriptor: int) -> None:
        os.fstat(descriptor)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        yield


@pytest.fixture(scope="session", autouse=True)
def compiled_quickly(request: pytest.FixtureRequest) -> Iterator[None]:
    """The code of all JVMs of beds, of brokers too: none lives long enough to get back what optimising costs."""
    with pytest.MonkeyPatch.context() as patch:
        if any(item.get_closest_marker("bed") for item in request.session.items):
            patch.setenv("JDK_JAVA_OPTIONS", " ".join(SOON_READY))
        yield


def compares_times_only(session: pytest.Session) -> bool:
    """Whether all tests of beds are `timed`: they do with one application more, and so need no bed for the floors."""
    return all(item.get_closest_marker("timed") for item in session.items if item.get_closest_marker("bed"))


@pytest.fixture(scope="session")
def bed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bed]:
    """The real servers, one-server topology. Put up when the first test asks for it."""
    floor_probe = compares_times_only(request.session)
    plan = BedPlan(port_base=PORT_BASE, settings={KEPT_MAILS: MANY_MAILS}, floor_probe=floor_probe)
    with another_bed(plan, tmp_path_factory.mktemp("shared")) as standing:
        yield standing


@pytest.fixture(scope="session")
def faulty_bed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bed]:
    """A bed with crash points, and with disks that can be filled where they may be mounted, driven by the transaction
    manager that is its parameter; one of them at a time.

    No order waits for a person there: a cart whose order failed is ordered together with the next one.
    """
    plan = BedPlan(
        port_base=_FAULTY_BASE,
        jvm_options=recovering_soon(request.param),
        settings={"approval.limit": "100000.00"},
        transactions=TransactionPlan(request.param),
        faults=True,
        small_disks=small_disks.may_mount(),
    )
    with another_bed(plan, tmp_path_factory.mktemp("faulty")) as standing:
        yield standing


@pytest.fixture(scope="session")
def limited_bed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bed]:
    """A bed with limits that a test can reach, and JVMs of its own choice. Its store is empty until a test gives it a
    past, which nobody could take away again.
    """
    jdk = tmp_path_factory.mktemp("jdk") / "another"
    jdk.symlink_to(Jdk.of_this_run().home)
    plan = BedPlan(
        port_base=_LIMITED_BASE,
        settings={
            "password.cost": STRONG_PASSWORDS,
            "password.max-pending": "8",
            "password.new-per-minute": FEW_NEW_PASSWORDS,
            "sessions.max-per-address": str(FEW_SESSIONS),
        },
        jdk=str(jdk),
        broker_jvm_options=("-XX:+UseSerialGC", "-Xmx200m"),
    )
    with another_bed(plan, tmp_path_factory.mktemp("limited")) as standing:
        yield standing


@pytest.fixture(scope="session")
def tls_bed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bed]:
    """A small bed that speaks TLS, and in which every document leaves its server: all the ways of a bed are there."""
    plan = BedPlan("three-servers-tls", _TLS_BASE, jvm_options=("-Xms384m", "-Xmx384m"))
    with another_bed(plan, tmp_path_factory.mktemp("tls")) as standing:
        yield standing


def recovering_soon(manager: str) -> tuple[str, ...]:
    """The option of a server whose tests wait for Narayana's recovery: ten seconds between two passes are most of that.
    Payara's own manager has none.
    """
    return ("-Dpetlab.recovery-period=2",) if manager == NARAYANA else ()


@contextmanager
def another_bed(plan: BedPlan, folder: Path) -> Iterator[Bed]:
    """A bed that has its place in this folder. With this collector a server takes 8 % less CPU time to start."""
    plan = replace(plan, jvm_options=("-XX:+UseParallelGC", *plan.jvm_options))
    with bed_up(plan, Silent(), folder / "bed") as standing, told_of(standing):
        yield standing

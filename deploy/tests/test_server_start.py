"""A server that does not start: told in the words of its JVM, which here is a bare one.

Where the JVM cannot use its class archive, that one goes; any other reason leaves it.
"""

# mypy: disable-error-code="no-untyped-def"

from types import SimpleNamespace

import pytest

from deploy.bed.servers import Servers
from deploy.build import class_archives
from deploy.build.class_archives import ClassArchives
from deploy.errors import BedError, ServerEndedError
from deploy.host import processes
from deploy.host.jdk import Jdk
from deploy.progress import Silent
from deploy.specification.class_archive import DYNAMIC_ARCHIVE
from deploy.specification.plan import BedPlan, check

UNUSED_PORTS = 61000


@pytest.fixture
def servers(tmp_path):
    def start(name, domain, options):
        (domain / "logs").mkdir(parents=True, exist_ok=True)
        asked = [each for each in options if each.startswith(("-XX:+", "-XX:SharedArchiveFile", "-Xshare"))]
        command = [Jdk.of_this_run().java, *asked, "-version"]
        return processes.start(name, command, log=domain / "logs/jvm.out", folder=domain)

    plan = check(BedPlan(port_base=UNUSED_PORTS))
    payara = SimpleNamespace(start=start)
    return Servers(plan, payara, tmp_path, "token", Silent(), lambda process, jvm: None)  # type: ignore[arg-type]


def test_what_its_jvm_says_is_told_of_this_start_alone(servers):
    with pytest.raises(ServerEndedError, match="ended while it was starting: Unrecognized VM option 'UseNoGC'; see "):
        servers.start_all(["-XX:+UseNoGC"])
    with pytest.raises(ServerEndedError, match="ended while it was starting; see "):
        servers.start_all([])


TRAINED = "-XX:SharedArchiveFile=trained"


@pytest.fixture
def archives(tmp_path, monkeypatch):
    """Of a server for which half of one was written."""
    half = ClassArchives(DYNAMIC_ARCHIVE, tmp_path / "class-archives/key")
    half.folder.mkdir(parents=True)
    half.file("server").write_text("half an archive")
    monkeypatch.setattr(class_archives, "of_plan", lambda plan: half if TRAINED in plan.jvm_options else None)
    return half


def test_an_archive_that_its_jvm_cannot_use_is_written_again(servers, archives):
    with pytest.raises(ServerEndedError, match="ended while it was starting: Unable to use shared archive"):
        servers.start_all([TRAINED])
    assert not archives.are_made
    with pytest.raises(BedError, match="there is no file yet"):
        servers.start_all([TRAINED])


def test_an_archive_stays_when_its_jvm_ends_for_another_reason(servers, archives):
    with pytest.raises(ServerEndedError, match="Unrecognized VM option 'UseNoGC'"):
        servers.start_all([TRAINED, "-XX:+UseNoGC"])
    with pytest.raises(ServerEndedError, match="ended while it was starting; see "):
        servers.start_all([])
    assert archives.are_made

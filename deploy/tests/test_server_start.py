"""A server that does not start: told in the words of its JVM, which here is a bare one."""

# mypy: disable-error-code="no-untyped-def"

from types import SimpleNamespace

import pytest

from deploy.bed.servers import Servers
from deploy.errors import ServerEndedError
from deploy.host import processes
from deploy.host.jdk import Jdk
from deploy.progress import Silent
from deploy.specification.plan import BedPlan, check

UNUSED_PORTS = 61000


@pytest.fixture
def servers(tmp_path):
    def start(name, domain, options):
        (domain / "logs").mkdir(parents=True, exist_ok=True)
        command = [Jdk.of_this_run().java, *(each for each in options if each.startswith("-XX:+")), "-version"]
        return processes.start(name, command, log=domain / "logs/jvm.out", folder=domain)

    plan = check(BedPlan(port_base=UNUSED_PORTS))
    payara = SimpleNamespace(start=start)
    return Servers(plan, payara, tmp_path, "token", Silent(), lambda process, jvm: None)  # type: ignore[arg-type]


def test_what_its_jvm_says_is_told_of_this_start_alone(servers):
    with pytest.raises(ServerEndedError, match="ended while it was starting: Unrecognized VM option 'UseNoGC'; see "):
        servers.start_all(["-XX:+UseNoGC"])
    with pytest.raises(ServerEndedError, match="ended while it was starting; see "):
        servers.start_all([])

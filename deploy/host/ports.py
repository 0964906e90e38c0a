"""The block of ports of a bed. All are on loopback."""

import contextlib
import os
import socket
from dataclasses import dataclass
from pathlib import Path

from deploy.errors import PlanError, PortTakenError

BLOCK = 400
MAX_BASE = 65535 - BLOCK
_PER_SERVER = 100
_CLIENT_PORTS = Path("/proc/sys/net/ipv4/ip_local_port_range")


def base_of_tests() -> int:
    """Where the blocks of the tests begin; a bed that a person keeps running has another."""
    return int(os.environ.get("PETLAB_TEST_PORT_BASE", "23000"))


@dataclass(frozen=True)
class ServerPorts:
    """The ports of one Payara server, at the distances that Payara itself uses."""

    base: int

    @property
    def pages(self) -> int:
        """Where people and browsers are answered."""
        return self.base + 80

    @property
    def services(self) -> int:
        """Where programs are answered: SOAP, and what the applications ask each other."""
        return self.base + 82

    @property
    def management(self) -> int:
        """Where the lab and who operates the store are answered: management calls, metrics, health."""
        return self.base + 84

    @property
    def unused(self) -> int:
        """Payara's second listener, which is there and does not listen."""
        return self.base + 81

    @property
    def admin(self) -> int:
        """Payara's own administration."""
        return self.base + 48

    @property
    def iiop(self) -> tuple[int, int, int]:
        """CORBA: plain, SSL, mutual; opened lazily."""
        return self.base + 37, self.base + 38, self.base + 39

    @property
    def jms(self) -> int:
        """Payara's built-in broker, which is not used."""
        return self.base + 76

    @property
    def jmx(self) -> int:
        """Payara's JMX connector."""
        return self.base + 86


@dataclass(frozen=True)
class BedPorts:
    """All ports of a bed, counted from its base."""

    base: int

    def __post_init__(self) -> None:
        if not 1024 <= self.base <= MAX_BASE:
            raise PlanError(f"--port-base {self.base}: a number from 1024 to {MAX_BASE} was expected")

    def server(self, index: int) -> ServerPorts:
        """The ports of the server with this index in its topology."""
        return ServerPorts(self.base + index * _PER_SERVER)

    @property
    def broker(self) -> int:
        """Artemis, its own protocol."""
        return self.base + 316

    @property
    def broker_console(self) -> int:
        """Artemis' management over HTTP."""
        return self.base + 361

    @property
    def database(self) -> int:
        """PostgreSQL."""
        return self.base + 332

    @property
    def mail(self) -> int:
        """The mail sink."""
        return self.base + 325

    @property
    def mailbox(self) -> int:
        """Where the mail sink tells which mails it keeps."""
        return self.base + 326

    def overlap_with_ephemeral_ports(self) -> str:
        """Why another block would be better, and which; nothing when this one is fine."""
        clients = ephemeral_ports()
        if self.base + BLOCK <= clients.start or self.base >= clients.stop:
            return ""
        return (
            f"ports {self.base} to {self.base + BLOCK - 1} lie among those that the kernel gives to clients: one "
            f"may be taken when it is needed; choose a --port-base up to {clients.start - BLOCK}"
        )

    def used(self, servers: int) -> list[int]:
        """Every port that a bed with so many servers opens."""
        services = [self.broker, self.broker_console, self.database, self.mail, self.mailbox]
        for index in range(servers):
            ports = self.server(index)
            services += [ports.pages, ports.services, ports.management, ports.admin]
        return sorted(services)


def ephemeral_ports() -> range:
    """The ports from which the kernel gives one to each connection that a client opens; empty where it does not tell.

    A block among them may be free when a bed is started, and not when one of its processes is started again.
    """
    try:
        first, last = map(int, _CLIENT_PORTS.read_text(encoding="ascii").split())
    except (OSError, ValueError):
        return range(0)
    return range(first, last + 1)


def check_free(ports: list[int]) -> None:
    """Raises PortTakenError that names the port and the remedy."""
    for port in ports:
        if is_taken(port):
            raise PortTakenError(
                f"port {port} is in use by another program: end it, or choose another block with --port-base"
            )


def is_taken(port: int) -> bool:
    """Whether somebody listens on this port of loopback."""
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return True
    return False


def answers(port: int) -> bool:
    """Whether a connection to this port of loopback is taken."""
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as probe:
        probe.settimeout(1.0)
        return probe.connect_ex(("127.0.0.1", port)) == 0

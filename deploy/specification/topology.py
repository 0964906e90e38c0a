"""Which applications share a JVM. A topology is a file in deploy/topologies."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from deploy.errors import PlanError

_FOLDER = Path(__file__).parents[1] / "topologies"
_NAME = re.compile(r"[a-z][a-z0-9-]{0,20}")
#: The other processes of a bed.
_TAKEN = ("broker", "postgresql", "mail")


@dataclass(frozen=True)
class ServerPlan:
    """One Payara server: its name and the applications in it."""

    name: str
    applications: tuple[str, ...]


@dataclass(frozen=True)
class Topology:
    """How the applications are spread over servers. tls: whether they and the broker speak TLS only."""

    name: str
    description: str
    servers: tuple[ServerPlan, ...]
    tls: bool = False

    def server_of(self, application: str) -> ServerPlan:
        """The server that an application runs in."""
        return next(server for server in self.servers if application in server.applications)


def known(folder: Path = _FOLDER) -> tuple[str, ...]:
    """The names of all topologies."""
    return tuple(sorted(file.stem for file in folder.glob("*.toml")))


def servers(name: str, folder: Path = _FOLDER) -> int:
    """How many servers a known topology has."""
    return len(tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))["servers"])


def speaks_tls(name: str, folder: Path = _FOLDER) -> bool:
    """Whether a known topology's servers and broker speak TLS only."""
    return bool(tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8")).get("tls", False))


def read(name: str, applications: tuple[str, ...], folder: Path = _FOLDER) -> Topology:
    """Reads a topology strictly: every application once, no unknown key. Raises PlanError."""
    file = folder / f"{name}.toml"
    if name not in known(folder):
        raise PlanError(f"topology {name} is unknown; known are {', '.join(known(folder))}")
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise PlanError(f"{file.name}: {error}") from error
    mistakes = _mistakes(content, applications)
    if mistakes:
        raise PlanError(f"{file.name}: " + "; ".join(mistakes))
    servers = tuple(ServerPlan(key, tuple(value["applications"])) for key, value in content["servers"].items())
    return Topology(name, content["description"], servers, content.get("tls", False))


def _mistakes(content: dict[str, object], applications: tuple[str, ...]) -> list[str]:
    mistakes = [f"unknown key {key}" for key in content.keys() - {"description", "servers", "tls"}]
    if not isinstance(content.get("description"), str):
        mistakes.append("description: a sentence was expected")
    if not isinstance(content.get("tls", False), bool):
        mistakes.append("tls: true or false was expected")
    servers = content.get("servers")
    if not isinstance(servers, dict) or not servers:
        return [*mistakes, "servers: one table per server was expected, like [servers.server]"]
    placed: list[str] = []
    for name, server in servers.items():
        if not _NAME.fullmatch(name) or name in _TAKEN:
            mistakes.append(
                f"servers.{name}: a name of lowercase letters, digits and hyphens was expected, not {', '.join(_TAKEN)}"
            )
        if not isinstance(server, dict) or set(server) != {"applications"}:
            mistakes.append(f"servers.{name}: one key, applications, was expected")
        elif not _are_names(server["applications"]):
            mistakes.append(f"servers.{name}.applications: a list of applications was expected")
        else:
            placed += server["applications"]
    mistakes += [f"application {name} is in no server" for name in applications if name not in placed]
    mistakes += [f"application {name} is unknown" for name in placed if name not in applications]
    mistakes += [f"application {name} is in two servers" for name in sorted(set(placed)) if placed.count(name) > 1]
    return mistakes


def _are_names(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, str) for each in value)

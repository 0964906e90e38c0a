"""The environment that the JVMs of a bed are started with: their logs have a point in decimals, whatever the locale of
who starts them.
"""

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from deploy.broker import artemis
from deploy.host import processes
from deploy.host.jdk import Jdk
from deploy.payara.prepared_domain import Payara
from deploy.progress import Silent


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, str]]:
    """Environments of processes, which are not started; this process has a decimal comma."""
    environments: list[Mapping[str, str]] = []

    def start(*_: object, environment: Mapping[str, str], **__: Any) -> None:
        environments.append(environment)

    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.setenv("SOMETHING", "else")
    monkeypatch.setattr(processes, "start", start)
    return environments


def test_a_servers_jvm_has_a_locale_with_a_decimal_point(
    started: list[Mapping[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Payara, "_start_command", lambda *_: ["java", "-jar", "server.jar"])
    (tmp_path / "config").mkdir()
    (tmp_path / "config/petlab-master-password").write_text("secret")
    payara = Payara(tmp_path, Jdk(Path("/jdk"), "25"), tmp_path, Silent())
    payara.start("opc", tmp_path, [])
    [environment] = started
    assert environment["LC_ALL"] == "C.UTF-8"
    assert (environment["JAVA_HOME"], environment["AS_JAVA"], environment["SOMETHING"]) == ("/jdk", "/jdk", "else")


def test_the_brokers_jvm_has_a_locale_with_a_decimal_point(
    started: list[Mapping[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(artemis, "_home", lambda _: tmp_path)
    artemis.start(SimpleNamespace(), Jdk(Path("/jdk"), "25"), tmp_path)  # type: ignore[arg-type]
    [environment] = started
    assert (environment["LC_ALL"], environment["JAVA_HOME"], environment["SOMETHING"]) == ("C.UTF-8", "/jdk", "else")

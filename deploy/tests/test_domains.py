"""Domains that are prepared before anybody needs them: those of every bed; an error is one line."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from deploy.bed import domains
from deploy.build.artifacts import Store
from deploy.build.built import Built
from deploy.errors import BedError
from deploy.payara.prepared_domain import Payara


@pytest.fixture
def prepare(monkeypatch):
    """Stands for what Payara does: it is handed what to prepare."""
    asked: list[tuple[object, ...]] = []

    def prepare(*arguments):
        asked.append(arguments)
        return Path("domain")

    monkeypatch.setattr(Payara, "from_store", lambda *_: SimpleNamespace(prepare=prepare))
    monkeypatch.setattr(Store, "file", lambda self, artifact: Path(artifact.name))
    monkeypatch.setattr(Built, "check", lambda self, plan: None)
    monkeypatch.setattr(sys, "argv", ["domains", "30400"])
    return asked


def test_the_domains_of_all_beds_of_a_build_are_prepared(prepare):
    assert domains.main() == 0
    [(adapter, wars, libraries, where, further)] = prepare
    assert adapter == Built().resource_adapter and wars == Built().wars
    assert libraries == [Path("postgresql-driver")] and where.pages == 30480
    assert set(further) == {"floors"}


def test_a_domain_that_cannot_be_prepared_is_told_on_one_line(prepare, monkeypatch, capsys):
    def taken(self, plan):
        raise BedError("storefront.war has not been built")

    monkeypatch.setattr(Built, "check", taken)
    assert domains.main() == 1 and prepare == []
    assert capsys.readouterr().err == "petlab: no domain was prepared beforehand: storefront.war has not been built\n"

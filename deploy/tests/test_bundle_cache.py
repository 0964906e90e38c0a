"""What a server has unpacked of its modules is there for later ones, and nobody's server shares what it writes."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from deploy.host import processes
from deploy.host.jdk import Jdk
from deploy.payara import bundle_cache
from deploy.payara.prepared_domain import Payara
from deploy.progress import Silent

FILES = {
    "felix/cache.lock": "",
    "felix/bundle1/bundle.info": "of a jar",
    "felix/bundle1/version0.0/bundle.jar": "classes",
}


@pytest.fixture
def kept(tmp_path):
    (tmp_path / "installation").mkdir()
    return tmp_path / "installation/kept"


def domain_with(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        file = folder / "osgi-cache" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    folder.mkdir(exist_ok=True)
    return folder


def unpacked(domain: Path) -> dict[str, str]:
    cache = domain / "osgi-cache"
    return {
        str(file.relative_to(cache)): file.read_text(encoding="utf-8") for file in cache.rglob("*") if file.is_file()
    }


def is_shared(name: str, *domains: Path) -> bool:
    return len({(domain / "osgi-cache" / name).stat().st_ino for domain in domains}) == 1


def test_later_domains_get_what_the_first_server_has_unpacked_and_share_only_its_jars(tmp_path, kept):
    first = domain_with(tmp_path / "first", FILES)
    bundle_cache.keep(first, kept)
    second, third = (domain_with(tmp_path / name, {}) for name in ("second", "third"))
    for each in (second, third):
        bundle_cache.hand_out(kept, each)
        assert unpacked(each) == FILES
    assert is_shared("felix/bundle1/version0.0/bundle.jar", first, second, third)
    assert not is_shared("felix/cache.lock", second, third), "a server locks it"
    assert not is_shared("felix/bundle1/bundle.info", second, third)
    shutil.rmtree(first)
    assert unpacked(second) == FILES


def test_what_was_kept_first_stays_and_what_a_domain_has_is_its_own(tmp_path, kept):
    without = domain_with(tmp_path / "without", {})
    bundle_cache.hand_out(kept, without)
    bundle_cache.keep(without, kept)
    assert unpacked(without) == {} and not (without / "osgi-cache").exists()
    bundle_cache.keep(domain_with(tmp_path / "first", FILES), kept)
    changed = domain_with(tmp_path / "another", {**FILES, "felix/bundle1/bundle.info": "changed"})
    bundle_cache.keep(changed, kept)
    bundle_cache.hand_out(kept, changed)
    assert unpacked(changed)["felix/bundle1/bundle.info"] == "changed"
    bundle_cache.hand_out(kept, without)
    assert unpacked(without) == FILES
    assert list(kept.parent.iterdir()) == [kept], "no draft is left"


def test_where_it_cannot_be_copied_the_server_does_without_it(tmp_path, kept, monkeypatch):
    bundle_cache.keep(domain_with(tmp_path / "first", FILES), kept)
    domain = domain_with(tmp_path / "domain", {})

    def full(source, target):
        raise OSError("No space left on device")

    monkeypatch.setattr(shutil, "copy2", full)
    bundle_cache.hand_out(kept, domain)
    assert not (domain / "osgi-cache").exists()


def test_a_server_is_started_with_what_another_of_this_installation_and_java_has_unpacked(tmp_path, monkeypatch):
    payara = Payara(tmp_path / "installation/payara7", Jdk(tmp_path, "25.0.3"), tmp_path, Silent())
    payara.installation.mkdir(parents=True)
    payara.keep_bundles(domain_with(tmp_path / "first", FILES))
    older = replace(payara, jdk=Jdk(tmp_path, "21.0.9"))
    moved = replace(payara, installation=tmp_path / "installation/moved")
    seen: list[dict[str, str]] = []
    monkeypatch.setattr(Payara, "_start_command", lambda self, domain: [os.devnull])
    monkeypatch.setattr(processes, "start", lambda *_, folder, **__: seen.append(unpacked(folder.parent)))
    for number, each in enumerate((payara, older, moved)):
        domain = domain_with(tmp_path / f"domain-{number}", {})
        (domain / "config").mkdir()
        (domain / "config/petlab-master-password").write_text("secret", encoding="utf-8")
        each.start("server", domain, [])
    assert seen == [FILES, {}, {}]

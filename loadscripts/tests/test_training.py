"""Training: a minute under load, then each server's JVM writes its class archive."""

# mypy: disable-error-code="arg-type, no-untyped-def"
# The lab here is what a training run needs of one.

from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

from deploy.build import class_archives
from deploy.build.class_archives import ClassArchives
from deploy.errors import BedError
from deploy.host.jdk import Jdk
from deploy.specification.class_archive import AOT_CACHE
from deploy.specification.plan import BedPlan
from loadscripts.campaign_progress import Silent
from loadscripts.system.dry_run_bed import DryRunBed
from loadscripts.trials import training

PLAN = BedPlan(topology="three-servers", jvm_options=("-XX:AOTCache=training",))
LAB = SimpleNamespace(progress=Silent(), experiment=SimpleNamespace(drain_deadline_s=1))


@pytest.fixture
def archives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ClassArchives:
    """Of a bed without servers, which is under no load."""
    known = ClassArchives(AOT_CACHE, tmp_path / "key")
    monkeypatch.setattr(training, "TRAINING_S", 0.0)
    monkeypatch.setattr(class_archives, "of_plan", lambda plan: known)
    monkeypatch.setattr(training, "get_ready", lambda bed, lab: bed.commands.append("ready"))
    monkeypatch.setattr(training, "ordering", lambda bed, lab, seconds, scratch: nullcontext())
    monkeypatch.setattr(training, "wait_until_drained", lambda bed, deadline_s: bed.commands.append("drained"))
    known.file_in_training("any").parent.mkdir()
    return known


def jvms_that_write(monkeypatch: pytest.MonkeyPatch, archives: ClassArchives, *servers: str) -> list[tuple[str, ...]]:
    told: list[tuple[str, ...]] = []

    def jcmd(jdk: Jdk, pid: int, *words: str, timeout_s: float) -> str:
        told.append(words)
        if len(told) <= len(servers):
            archives.file_in_training(servers[len(told) - 1]).write_text("classes")
        return f"{pid}:\nAOT recording is not enabled\n"

    monkeypatch.setattr(training, "jcmd", jcmd)
    return told


def test_each_server_writes_its_own_when_the_load_is_over(archives, monkeypatch):
    told = jvms_that_write(monkeypatch, archives, "storefront", "opc", "supplier")
    bed = DryRunBed(PLAN)
    assert training.is_untrained(PLAN)
    training.train(bed, LAB)
    assert bed.commands == ["ready", "drained"]
    assert told == [("AOT.end_recording",)] * 3
    assert not training.is_untrained(PLAN)
    assert {each.name for each in archives.folder.iterdir()} == {"storefront.aot", "opc.aot", "supplier.aot"}


def test_where_one_does_not_nothing_is_kept_and_its_jvm_is_quoted(archives, monkeypatch):
    jvms_that_write(monkeypatch, archives, "storefront")
    told = r"server opc: JDK .* did not write its class archive: AOT recording is not enabled"
    with pytest.raises(BedError, match=told):
        training.train(DryRunBed(PLAN), LAB)
    assert training.is_untrained(PLAN)
    assert list(archives.folder.parent.iterdir()) == []

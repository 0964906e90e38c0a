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
from deploy.specification import class_archive
from deploy.specification.class_archive import AOT_CACHE
from deploy.specification.plan import BedPlan
from loadscripts.campaign_progress import Silent
from loadscripts.probes import jcmd
from loadscripts.probes.jcmd import Answer
from loadscripts.system.dry_run_bed import DryRunBed
from loadscripts.trial_errors import GeneratorError
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
    load = SimpleNamespace(wait_while_running=lambda seconds: None)
    monkeypatch.setattr(training, "ordering", lambda bed, lab, seconds, scratch: nullcontext(load))
    monkeypatch.setattr(training, "wait_until_drained", lambda bed, deadline_s: bed.commands.append("drained"))
    known.file_in_training("any").parent.mkdir()
    return known


def jvms_that_write(monkeypatch: pytest.MonkeyPatch, archives: ClassArchives, *servers: str) -> list[tuple[str, ...]]:
    told: list[tuple[str, ...]] = []

    def ask(jdk: Jdk, pid: int, *words: str, timeout_s: float) -> Answer:
        told.append(words)
        if len(told) <= len(servers):
            archives.file_in_training(servers[len(told) - 1]).write_text("classes")
        return Answer(f"{pid}:\nAOT recording is not enabled\n", succeeded=True)

    monkeypatch.setattr(training, "ask", ask)
    return told


def test_each_server_writes_its_own_when_the_load_is_over(archives, monkeypatch):
    told = jvms_that_write(monkeypatch, archives, "storefront", "opc", "supplier")
    bed = DryRunBed(PLAN)
    assert training.is_untrained(PLAN)
    training.train(bed, LAB)
    assert bed.commands == ["ready", "drained"]
    assert told == [("AOT.end_recording",)] * 3
    assert not training.is_untrained(PLAN)
    assert {each.name for each in archives.folder.glob("*.aot")} == {"storefront.aot", "opc.aot", "supplier.aot"}


def test_of_servers_that_lost_their_load_nothing_is_kept(archives, monkeypatch):
    def ended(seconds: float) -> None:
        raise GeneratorError("Siege ended too early")

    load = SimpleNamespace(wait_while_running=ended)
    monkeypatch.setattr(training, "ordering", lambda bed, lab, seconds, scratch: nullcontext(load))
    told = jvms_that_write(monkeypatch, archives, "storefront", "opc", "supplier")
    with pytest.raises(GeneratorError):
        training.train(DryRunBed(PLAN), LAB)
    assert told == [] and training.is_untrained(PLAN)


def test_where_one_does_not_nothing_is_kept_and_its_jvm_is_quoted(archives, monkeypatch):
    jvms_that_write(monkeypatch, archives, "storefront")
    told = r"server opc: JDK .* did not write its class archive: AOT recording is not enabled"
    with pytest.raises(BedError, match=told):
        training.train(DryRunBed(PLAN), LAB)
    assert training.is_untrained(PLAN)
    assert list(archives.folder.parent.iterdir()) == []


LATE = Answer("no answer within 600 s", succeeded=False)
KILLED = Answer("4711:\njava.io.IOException: Premature EOF\n\tat jdk.attach\n", succeeded=False)
ENDED = Answer("4711:\nRecording ended successfully.\n", succeeded=True)


@pytest.mark.parametrize(
    ("answer", "dies", "leaves_input", "reason"),
    [
        (LATE, False, False, "no answer within 600 s"),
        (KILLED, True, False, "java.io.IOException: Premature EOF"),
        (ENDED, True, False, "its JVM has ended"),
        (ENDED, False, True, r"the process that assembles it has failed \(see jvm.out\)"),
    ],
)
def test_half_an_archive_is_not_kept(answer: Answer, dies, leaves_input, reason, archives, monkeypatch):
    """The first server writes all of its archive, the second one half."""
    bed, files = DryRunBed(PLAN), iter(map(archives.file_in_training, ("storefront", "opc")))

    def ask(jdk: Jdk, pid: int, *words: str, timeout_s: float) -> Answer:
        (file := next(files)).write_text("classes")
        if file.stem == "storefront":
            return ENDED
        if dies:
            bed.killed.add("opc")
        if leaves_input:
            class_archive.assembling(file).touch()
        return answer

    monkeypatch.setattr(training, "ask", ask)
    with pytest.raises(BedError, match=f"^server opc: JDK .* did not write its class archive: {reason}$"):
        training.train(bed, LAB)
    assert training.is_untrained(PLAN)
    assert list(archives.folder.parent.iterdir()) == []


@pytest.mark.parametrize(
    ("script", "timeout_s", "text", "succeeded"),
    [
        ("echo $1:; echo $2 $3", 60, "4711:\nVM.cds dynamic_dump\n", True),
        ("echo cannot attach >&2; exit 1", 60, "cannot attach\n", False),
        ("exec sleep 60", 0.5, "no answer within 0.5 s", False),
    ],
)
def test_what_jcmd_says_is_told_with_whether_it_did_what_it_was_to_do(script, timeout_s, text, succeeded, tmp_path):
    program = tmp_path / "bin/jcmd"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o700)
    answer = jcmd.ask(Jdk(tmp_path, "25"), 4711, "VM.cds", "dynamic_dump", timeout_s=timeout_s)
    assert answer == Answer(text, succeeded)
    assert jcmd.jcmd(Jdk(tmp_path, "25"), 4711, "VM.cds", "dynamic_dump", timeout_s=timeout_s) == text

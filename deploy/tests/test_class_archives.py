"""Class archives: how they are asked for, where they lie, and that real JVMs write them and start with them."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from deploy.build import class_archives
from deploy.build.built import Built
from deploy.build.class_archives import ClassArchives
from deploy.errors import BedError, PlanError
from deploy.host.jdk import Jdk
from deploy.specification import class_archive
from deploy.specification.class_archive import AOT_CACHE, DYNAMIC_ARCHIVE, ArchiveKind
from deploy.specification.plan import BedPlan, check

AOT, CDS = ("-XX:+UseG1GC", "-XX:AOTCache=trained"), ("-XX:SharedArchiveFile=trained",)
FILE = Path("/cache/server.aot")


def test_an_option_becomes_what_a_jvm_understands():
    assert class_archive.with_file(AOT, AOT_CACHE, FILE) == [
        "-XX:+UseG1GC",
        "-XX:AOTCache=/cache/server.aot",
        "-XX:AOTMode=on",
    ]
    assert class_archive.training(AOT) == ("-XX:+UseG1GC", "-XX:AOTCache=training")
    assert class_archive.with_file(class_archive.training(AOT), AOT_CACHE, FILE) == [
        "-XX:+UseG1GC",
        "-XX:AOTCacheOutput=/cache/server.aot",
    ]
    assert class_archive.with_file(class_archive.training(CDS), DYNAMIC_ARCHIVE, FILE) == ["-XX:+RecordDynamicDumpInfo"]
    other = ("-XX:SharedArchiveFile=/opt/own.jsa",)
    assert class_archive.kinds_in(other) == [], "a person's own file is that person's business"


def jdk_in(home: Path, version: str) -> Path:
    (home / "bin").mkdir(parents=True)
    (home / "bin/javac").touch()
    (home / "release").write_text(f'JAVA_VERSION="{version}"\n')
    return home


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (BedPlan(jvm_options=(*AOT, *CDS)), "one of them was expected"),
        (BedPlan(broker_jvm_options=AOT), "AOTCache=trained: it was expected for servers, not for the broker's JVM"),
    ],
)
def test_what_cannot_be_is_refused(plan: BedPlan, message: str):
    with pytest.raises(PlanError, match=message):
        check(plan)


def test_a_jdk_that_cannot_make_it_is_named_with_what_was_expected(tmp_path: Path):
    home = jdk_in(tmp_path / "jdk-24", "24.0.2")
    with pytest.raises(PlanError) as refused:
        check(BedPlan(jvm_options=AOT, jdk=str(home)))
    assert str(refused.value) == (
        f"-XX:AOTCache=trained: a JDK of 25 or newer was expected, which can make the file; {home} is 24.0.2"
    )
    check(BedPlan(jvm_options=CDS, jdk=str(home)))
    check(BedPlan(jvm_options=AOT, jdk=str(jdk_in(tmp_path / "jdk-25", "25"))))


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout whose build is there, by name."""
    checkout = tmp_path / "checkout"
    made = Built(checkout)
    for file in (made.pinned, made.resource_adapter, made.http_listener, made.transaction_manager, *made.wars.values()):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(file.name)
    monkeypatch.setenv("PETLAB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(class_archives, "checkout_of", lambda revision: checkout)
    return checkout


def folder_of(plan: BedPlan) -> Path:
    archives = class_archives.of_plan(plan)
    assert archives is not None
    return archives.folder


def test_they_are_of_a_build_a_jdk_and_options(built: Path, tmp_path: Path):
    plan = BedPlan(jvm_options=AOT)
    first = folder_of(plan)
    assert class_archives.of_plan(BedPlan()) is None
    assert folder_of(replace(plan, port_base=30000, label="other")) == first, "the same classes by the same JVM"
    assert folder_of(replace(plan, jvm_options=class_archive.training(AOT))) == first
    assert folder_of(replace(plan, jvm_options=(*AOT, "-Xmx512m"))) != first
    assert folder_of(replace(plan, topology="three-servers")) != first
    assert folder_of(replace(plan, jdk=str(jdk_in(tmp_path / "jdk-26", "26")))) != first
    Built(built).wars["opc"].write_text("another build")
    assert folder_of(plan) != first


def test_without_a_file_a_server_is_refused_and_in_training_it_is_told_where_to_write(built: Path):
    plan = BedPlan(jvm_options=AOT)
    with pytest.raises(BedError, match="-XX:AOTCache=trained: there is no file yet for this build, JDK"):
        class_archives.options_of(plan, "server", AOT)
    told = class_archives.options_of(plan, "server", class_archive.training(AOT))
    place = Path(told[1].removeprefix("-XX:AOTCacheOutput="))
    assert place.name == "server.aot" and place.parent.is_dir() and place.parent != folder_of(plan)
    assert class_archives.options_of(plan, "server", ("-Xmx1g",)) == ["-Xmx1g"]

    archives = class_archives.of_plan(plan)
    assert archives is not None
    assert not archives.folder.exists()
    place.write_text("classes")
    archives.keep()
    assert archives.are_made
    assert class_archives.options_of(plan, "server", AOT)[1] == f"-XX:AOTCache={folder_of(plan) / 'server.aot'}"


def kept(folder: Path) -> ClassArchives:
    """Those of a server that has just written its one."""
    archives = ClassArchives(AOT_CACHE, folder)
    archives.file_in_training("server").parent.mkdir(parents=True)
    archives.file_in_training("server").write_text("classes")
    archives.keep()
    return archives


def test_all_of_an_experiment_are_kept_however_many_they_are(tmp_path: Path):
    """Eight of those are kept that no process uses."""
    nine = [kept(tmp_path / f"key{number}") for number in range(9)]
    assert [archives.are_made for archives in nine] == [True] * 9


def test_what_servers_were_started_with_is_kept_as_long_as_their_process_lives(built: Path):
    plans = [BedPlan(jvm_options=(*AOT, f"-Xmx{number}m")) for number in range(100, 109)]
    used = kept(folder_of(plans[0]))
    no_more_used(used)
    class_archives.options_of(plans[0], "server", plans[0].jvm_options)
    os.utime(used.folder, (0, 0))
    for plan in plans[1:]:
        no_more_used(kept(folder_of(plan)))
    assert used.are_made
    no_more_used(used)
    os.utime(used.folder, (0, 0))
    kept(folder_of(BedPlan(jvm_options=AOT)))
    assert not used.are_made


def no_more_used(archives: ClassArchives) -> None:
    """As when the process has ended that had them written, or started servers with them."""
    for mark in archives.folder.glob(".used-by-*"):
        mark.unlink()


def test_the_last_few_are_kept_and_what_dead_processes_left_goes(tmp_path: Path):
    folder = tmp_path / "class-archives"
    for number in range(10):
        archives = kept(folder / f"key{number}")
        no_more_used(archives)
        os.utime(archives.folder, (number, number))
    (folder / ".key-1-1.gone").mkdir()  # of one that is being removed
    (folder / f".dead.{2**22 + 1}").mkdir()
    (folder / f".alive.{os.getppid()}").mkdir()
    archives.file_in_training("server").parent.mkdir()
    archives.discard_training()
    assert {each.name for each in folder.iterdir()} == {
        *(f"key{number}" for number in range(2, 10)),
        f".alive.{os.getppid()}",
        ".key-1-1.gone",
        ".lock",
    }


PROGRAM = """
import java.util.concurrent.locks.LockSupport;
public class Program {
  record Own(int value) {}
  public static void main(String[] arguments) throws Exception {
    System.out.println(new Own(1));
    while (System.in.read() > 0) { LockSupport.parkNanos(1); }
  }
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("program")
    (folder / "Program.java").write_text(PROGRAM)
    jdk = Jdk.of_this_run().home
    subprocess.run([jdk / "bin/javac", "Program.java"], cwd=folder, check=True)
    subprocess.run([jdk / "bin/jar", "cf", "program.jar", "."], cwd=folder, check=True)
    return folder / "program.jar"


@contextmanager
def running(program: Path, *options: str) -> Iterator["subprocess.Popen[str]"]:
    command = [str(Jdk.of_this_run().java), *options, "-cp", str(program), "Program"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("kind", [AOT_CACHE, DYNAMIC_ARCHIVE], ids=lambda kind: kind.suffix)
def test_a_jvm_that_was_trained_writes_its_classes_and_another_one_has_them(
    kind: ArchiveKind, program: Path, tmp_path: Path
):
    file, asked = tmp_path / f"server{kind.suffix}", ("-Xmx64m", f"{kind.option}=trained")
    if Jdk.of_this_run().feature < kind.oldest_jdk:
        pytest.skip(f"a JDK of {kind.oldest_jdk} is needed")
    with running(program, *class_archive.with_file(class_archive.training(asked), kind, file)) as trained:
        assert trained.stdout is not None and trained.stdout.readline() == "Own[value=1]\n"
        command = [str(Jdk.of_this_run().home / "bin/jcmd"), str(trained.pid), *kind.writing(file)]
        subprocess.run(command, check=True, capture_output=True)
        assert trained.poll() is None, "the server serves on"
    assert not class_archive.assembling(file).exists()

    loading = f"-Xlog:class+load:file={tmp_path / 'loaded.log'}"
    with running(program, *class_archive.with_file(asked, kind, file), loading) as other:
        assert other.stdout is not None and other.stdout.readline() == "Own[value=1]\n"
    loaded = (tmp_path / "loaded.log").read_text().splitlines()
    assert [line for line in loaded if "Program$Own source: shared objects file" in line]


def test_of_a_process_that_fails_to_assemble_an_archive_its_input_is_left(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """jcmd says "Recording ended successfully", with exit code 0."""
    file = tmp_path / "server.aot"
    if Jdk.of_this_run().feature < AOT_CACHE.oldest_jdk:
        pytest.skip(f"a JDK of {AOT_CACHE.oldest_jdk} is needed")
    monkeypatch.setenv("JDK_AOT_VM_OPTIONS", "-XX:+NoSuchOption")  # of that process alone
    options = class_archive.with_file(("-Xmx64m", "-XX:AOTCache=training"), AOT_CACHE, file)
    with running(program, *options) as trained:
        assert trained.stdout is not None and trained.stdout.readline() == "Own[value=1]\n"
        command = [str(Jdk.of_this_run().home / "bin/jcmd"), str(trained.pid), *AOT_CACHE.writing(file)]
        subprocess.run(command, check=True, capture_output=True)
    assert class_archive.assembling(file).exists()


def test_a_jvm_does_not_start_with_a_file_that_is_none(program: Path, tmp_path: Path):
    for kind in class_archive.KINDS:
        file = tmp_path / f"none{kind.suffix}"
        file.write_text("no archive")
        with running(program, *class_archive.with_file((f"{kind.option}=trained",), kind, file)) as process:
            assert process.wait(30) != 0

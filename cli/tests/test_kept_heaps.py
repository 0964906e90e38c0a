"""Least heaps that were found: for which question each is known, and when it may be another one by now."""

# mypy: disable-error-code="no-untyped-def"

import json
from contextlib import nullcontext
from dataclasses import replace
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from analysis.contract.experiment_document import HeapOfExperiment
from analysis.contract.measured_bed import MeasuredBed
from cli import conducting, kept_heaps, least_heap
from cli.app import app
from cli.kept_heaps import heaps_file, keep_heap, kept_heap, warning_of
from cli.profiles import jdk_build, this_machine
from cli.tests.test_least_heap import EXAMPLE, QUESTION
from deploy.lifecycle import lifetime
from loadscripts.planning.experiment_file import find_experiment, read_experiment
from loadscripts.probes.machine import Revision


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PETLAB_CACHE", str(tmp_path))
    monkeypatch.setattr(kept_heaps, "this_machine", lambda jdk: EXAMPLE.machine)
    monkeypatch.setattr(kept_heaps, "jdk_build", lambda jdk: EXAMPLE.jdk_build)


def least_heap_mb(question):
    found = kept_heap(question)
    return found.mb if found else None


@pytest.mark.usefixtures("cache")
def test_the_newest_of_a_kind_is_kept_and_found_by_its_question():
    assert least_heap_mb(QUESTION) is None
    keep_heap(EXAMPLE)
    other = EXAMPLE.model_copy(update={"customers": 99, "least_mb": 300})
    keep_heap(other)
    keep_heap(EXAMPLE.model_copy(update={"least_mb": 160}))
    assert least_heap_mb(QUESTION) == 160
    assert least_heap_mb(replace(QUESTION, customers=99)) == 300
    heaps_file().write_text("{", encoding="utf-8")
    assert least_heap_mb(QUESTION) is None


def test_what_was_found_is_shown_though_it_cannot_be_kept(monkeypatch, capsys):
    def full(found):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(least_heap, "keep_heap", full)
    with pytest.raises(OSError, match="No space left"):
        least_heap.show_and_keep(EXAMPLE, read_experiment(find_experiment("quickstart")))
    assert f"{EXAMPLE.least_mb} MiB bear the load of quickstart" in capsys.readouterr().out


BED = EXAMPLE.bed


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize(
    "other",
    [
        {"jvm_options": ("-XX:+UseZGC",)},
        {"topology": "three-servers"},
        {"transitions": ("soap",)},
        {"think": "none"},
        {"bed": BED.model_copy(update={"scenario": "submit-orders"})},
        {"bed": BED.model_copy(update={"settings": {"history": "off"}})},
        {"bed": BED.model_copy(update={"transactions": "payara"})},
        {"bed": BED.model_copy(update={"message_store": "database"})},
        {"bed": BED.model_copy(update={"broker": "in-server"})},
        {"bed": BED.model_copy(update={"broker_jvm_options": ("-XX:+UseSerialGC",)})},
        {"bed": BED.model_copy(update={"forced_writes": "none"})},
        {"bed": BED.model_copy(update={"database_commit": "last-agent"})},
        {"bed": BED.model_copy(update={"past": None})},
    ],
)
def test_what_was_found_on_another_bed_is_not_known(other):
    keep_heap(EXAMPLE)
    assert least_heap_mb(QUESTION) == 154
    assert least_heap_mb(replace(QUESTION, **other)) is None
    keep_heap(EXAMPLE.model_copy(update={**other, "least_mb": 300}))
    assert (least_heap_mb(replace(QUESTION, **other)), least_heap_mb(QUESTION)) == (300, 154)


@pytest.mark.usefixtures("cache")
def test_a_jdk_of_its_own_has_a_machine_of_its_own(monkeypatch):
    keep_heap(EXAMPLE)
    newer = EXAMPLE.machine.model_copy(update={"jdk": "26"})
    monkeypatch.setattr(kept_heaps, "this_machine", lambda jdk: newer if jdk else EXAMPLE.machine)
    assert least_heap_mb(QUESTION) == 154
    assert least_heap_mb(replace(QUESTION, jdk="/opt/jdk-26")) is None


def jdk_in(home, implementor):
    """What is looked at of a JDK."""
    (home / "bin").mkdir(parents=True)
    (home / "bin/javac").touch()
    runtime = 'JAVA_RUNTIME_VERSION="26.0.1+9"\nJAVA_VERSION="26.0.1"\n'
    (home / "release").write_text(f'IMPLEMENTOR="{implementor}"\n{runtime}SOURCE=""\n', encoding="utf-8")
    return str(home)


def test_a_jdk_of_the_same_version_and_another_make_is_another(tmp_path, monkeypatch):
    monkeypatch.setenv("PETLAB_CACHE", str(tmp_path))
    first, second = jdk_in(tmp_path / "first", "Debian"), jdk_in(tmp_path / "second", "IBM Corporation")
    copy = jdk_in(tmp_path / "copy", "Debian")
    assert jdk_build(first) == "Debian, 26.0.1+9"
    found = {"machine": this_machine(first), "jdk_build": jdk_build(first), "least_mb": 160}
    assert found["machine"] == this_machine(second), "its version is the same"
    keep_heap(EXAMPLE.model_copy(update=found))
    assert least_heap_mb(replace(QUESTION, jdk=first)) == 160
    assert least_heap_mb(replace(QUESTION, jdk=copy)) == 160
    assert least_heap_mb(replace(QUESTION, jdk=second)) is None


@pytest.mark.usefixtures("cache")
def test_of_which_jdk_an_older_petlab_has_found_it_is_not_known():
    older = EXAMPLE.model_dump(mode="json", exclude={"jdk_build"})
    heaps_file().write_text(json.dumps({"schema_version": 1, "heaps": [older]}), encoding="utf-8")
    assert least_heap_mb(QUESTION) is None
    keep_heap(EXAMPLE)
    assert least_heap_mb(QUESTION) == 154


@pytest.mark.usefixtures("cache")
def test_what_an_older_petlab_has_kept_was_found_on_the_beds_defaults():
    older = EXAMPLE.model_dump(mode="json", exclude={"bed"})
    heaps_file().write_text(json.dumps({"schema_version": 1, "heaps": [older]}), encoding="utf-8")
    assert least_heap_mb(QUESTION) is None
    assert least_heap_mb(replace(QUESTION, bed=MeasuredBed())) == 154


@pytest.mark.usefixtures("cache")
def test_what_was_found_is_kept_although_nothing_can_be_printed(monkeypatch):
    def closed(found):
        raise SystemExit(1)

    monkeypatch.setattr(lifetime, "attach", lambda: None)
    monkeypatch.setattr(lifetime, "bed_up", lambda plan, progress: nullcontext(None))
    for name in (
        "this_machine",
        "jdk_build",
        "find_siege",
        "compile_shim",
        "compile_listener",
        "StoreLoad",
        "revision",
    ):
        monkeypatch.setattr(least_heap, name, lambda *_: None)
    monkeypatch.setattr(least_heap, "HeapSearch", lambda *_: SimpleNamespace(run=lambda *_: EXAMPLE))
    monkeypatch.setattr(least_heap, "_table", closed)

    with pytest.raises(SystemExit):
        least_heap.least_heap("collectors")
    assert least_heap_mb(QUESTION) == EXAMPLE.least_mb


@pytest.mark.usefixtures("cache")
def test_an_experiment_is_told_when_and_at_which_commit_its_least_heap_was_found():
    keep_heap(EXAMPLE)
    expected = HeapOfExperiment(mb=154, made=EXAMPLE.made, commit=EXAMPLE.commit, dirty=EXAMPLE.dirty)
    assert kept_heap(QUESTION) == expected


@pytest.mark.parametrize(
    ("found_at", "here", "is_warned_of"),
    [
        ("0123456789abcdef", "89abcdef01234567", True),
        ("0123456789abcdef", "0123456789abcdef", False),
        (None, "89abcdef01234567", False),
        ("0123456789abcdef", None, False),
    ],
)
def test_a_least_heap_of_another_commit_is_warned_of(found_at, here, is_warned_of):
    found = HeapOfExperiment(mb=154, made="2026-11-21 10:00", commit=found_at)
    collectors = read_experiment(find_experiment("collectors"), least_heap=lambda question: found)
    warning = warning_of(collectors, Revision(here, dirty=False), "collectors")
    assert (warning is not None) == is_warned_of
    if warning:
        assert warning.startswith("1x is 154 MiB, found 2026-11-21 10:00 at commit 0123456; this is 89abcde: ")
        assert "find it again with ./petlab least-heap collectors" in warning
    sized = collectors.model_copy(update={"least_heap": None})
    assert warning_of(sized, Revision(here, dirty=False), "collectors") is None


CHANGED = " with uncommitted changes"


@pytest.mark.parametrize(
    ("found_dirty", "here_dirty", "said_of_found", "said_of_here"),
    [(True, False, CHANGED, ""), (False, True, "", CHANGED), (True, True, CHANGED, CHANGED), (None, True, "", CHANGED)],
)
def test_a_least_heap_of_what_is_in_no_commit_is_warned_of(found_dirty, here_dirty, said_of_found, said_of_here):
    found = HeapOfExperiment(mb=154, made="2026-11-21 10:00", commit="0123456789abcdef", dirty=found_dirty)
    collectors = read_experiment(find_experiment("collectors"), least_heap=lambda question: found)
    assert warning_of(collectors, Revision("0123456789abcdef", dirty=here_dirty), "my/file.toml") == (
        f"1x is 154 MiB, found 2026-11-21 10:00 at commit 0123456{said_of_found}; this is 0123456{said_of_here}: if "
        "the applications differ, find it again with ./petlab least-heap my/file.toml"
    )


def test_who_runs_such_an_experiment_is_warned(monkeypatch):
    found = HeapOfExperiment(mb=154, made="2026-11-21 10:00", commit="0123456789abcdef")
    monkeypatch.setattr(conducting, "kept_heap", lambda question: found)
    shown = CliRunner().invoke(app, ["run", "collectors", "--dry-run"])
    assert shown.exit_code == 0
    assert "1x is 154 MiB, found 2026-11-21 10:00 at commit 0123456" in shown.stderr

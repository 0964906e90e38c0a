"""Each check of the machine, just inside its bound and just outside, and what the person is told to do."""

import os
import shutil
from collections import namedtuple
from types import SimpleNamespace

import psutil
import pytest

from browser import chromium
from cli import doctor
from deploy.errors import MissingError
from deploy.host import small_disks
from deploy.host.jdk import Jdk
from deploy.paths import CHECKOUT

Usage = namedtuple("Usage", "free")
GB = 10**9


@pytest.mark.parametrize(("available", "fine"), [(3 * GB, True), (3 * GB - 1, False)])
def test_a_bed_needs_three_gigabytes_of_memory(monkeypatch, available, fine):
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=available))
    finding = doctor.memory()
    assert (finding.found, finding.remedy is None) == ("3.0 GB available", fine)


@pytest.mark.parametrize(("free", "fine"), [(5 * GB, True), (5 * GB - 1, False)])
def test_results_need_five_gigabytes_of_disk(monkeypatch, free, fine):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(free))
    assert (doctor.disk().found, doctor.disk().remedy is None) == ("5 GB free", fine)


@pytest.mark.parametrize(("cores", "fine"), [({0, 3}, True), ({0}, False)])
def test_two_cores_that_this_process_may_use_are_enough(monkeypatch, cores, fine):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: cores)
    assert (doctor.cores().found, doctor.cores().remedy is None) == (str(len(cores)), fine)


@pytest.mark.parametrize(("load", "fine"), [(2.0, True), (2.01, False)])
def test_a_machine_is_quiet_up_to_half_its_cores(monkeypatch, load, fine):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2, 3})
    monkeypatch.setattr(os, "getloadavg", lambda: (load, 9.0, 9.0))
    assert (doctor.pressure().found, doctor.pressure().remedy is None) == ("load average 2.0 on 4 cores", fine)


@pytest.mark.parametrize(("median_ms", "fine"), [(20.0, True), (20.1, False), (None, False)])
def test_a_disk_that_forces_slower_than_20_ms_is_too_slow(monkeypatch, median_ms, fine):
    monkeypatch.setattr(doctor, "fsync_ms", lambda _: median_ms)
    assert (doctor.forced_writes().remedy is None) == fine


@pytest.mark.parametrize(("bound_ns", "fine"), [(1_000_000, True), (1_000_001, False)])
def test_the_clock_is_read_to_a_millisecond(monkeypatch, bound_ns, fine):
    monkeypatch.setattr(doctor, "read_clocks", lambda: SimpleNamespace(bound_ns=bound_ns))
    finding = doctor.clock()
    assert finding.found.startswith("read to 1000.0 µs, ")
    assert (finding.remedy is None) == fine


def test_taken_ports_are_named_and_have_a_remedy(monkeypatch):
    monkeypatch.setattr(doctor, "is_taken", lambda port: port in (30080, 30280))
    finding = doctor.ports(30000)
    assert finding.found == "taken: 30080, 30280"
    assert finding.remedy == "petlab down, or choose another block with --port-base"


def test_a_free_block_of_ports_is_named_from_its_first_to_its_last(monkeypatch):
    monkeypatch.setattr(doctor, "is_taken", lambda _: False)
    assert doctor.ports(20000).found == "20000 to 20399 are free"


@pytest.mark.parametrize(
    ("check", "remedy"),
    [
        (doctor.maven, "apt-get install maven"),
        (doctor.setpriv, "apt-get install util-linux"),
        (doctor.xz, "apt-get install xz-utils"),
        (doctor.git, "apt-get install git"),
    ],
    ids=["maven", "setpriv", "xz", "git"],
)
def test_a_program_that_is_missing_is_reported_with_its_package(monkeypatch, check, remedy):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert (check().found, check().remedy) == ("none", remedy)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert (check().found.startswith("/usr/bin/"), check().remedy) == (True, None)


@pytest.mark.parametrize(
    ("user", "apt", "remedy"), [(0, "/usr/bin/apt-get", None), (1000, "/usr/bin/apt-get", "siege"), (0, None, "siege")]
)
def test_siege_is_no_trouble_where_it_can_be_installed(monkeypatch, tmp_path, user, apt, remedy):
    monkeypatch.setattr(doctor, "cache", lambda: tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: apt if name == "apt-get" else None)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    assert (doctor.siege().remedy is None) == (remedy is None)


def test_siege_in_the_cache_is_found(monkeypatch, tmp_path):
    program = tmp_path / "siege/usr/bin/siege"
    program.parent.mkdir(parents=True)
    program.touch()
    monkeypatch.setattr(doctor, "cache", lambda: tmp_path)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert (doctor.siege().found, doctor.siege().remedy) == (str(program), None)


def test_without_a_jdk_the_remedy_is_the_one_that_the_launcher_gives(monkeypatch):
    def missing() -> None:
        raise MissingError("a JDK is missing: apt-get install openjdk-21-jdk-headless")

    monkeypatch.setattr(Jdk, "of_this_run", missing)
    assert doctor.jdk() == doctor.Finding("JDK", "none", "a JDK is missing: apt-get install openjdk-21-jdk-headless")


def test_what_only_some_need_is_no_failure(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(chromium, "program", lambda: None)
    monkeypatch.setattr(small_disks, "may_mount", lambda: False)
    findings = [doctor.compiler(), doctor.browser(), doctor.small_disks_to_fill()]
    assert [finding.remedy for finding in findings] == [None, None, None]
    assert ["gcc" in findings[0].found, "--no-browser" in findings[1].found, "root" in findings[2].found] == [True] * 3


@pytest.mark.parametrize(("remedy", "code"), [(None, 0), ("buy another", 1)])
def test_the_exit_code_tells_whether_anything_fails(monkeypatch, capsys, remedy, code):
    names = (
        "jdk maven siege compiler setpriv xz browser memory cores disk small_disks_to_fill forced_writes clock pressure"
    )
    for name in names.split():
        monkeypatch.setattr(doctor, name, lambda name=name: doctor.Finding(name, "there"))
    monkeypatch.setattr(doctor, "ports", lambda base: doctor.Finding(f"ports {base}", "there", remedy))
    assert doctor.doctor(22000) == code
    shown = capsys.readouterr().out
    assert all(name in shown for name in names.split()) and "ports 22000" in shown
    assert ("fails" in shown, "buy another" in shown) == (code == 1, code == 1)


def test_the_disk_of_the_checkout_is_tried(monkeypatch):
    monkeypatch.setattr(doctor, "fsync_ms", lambda folder: 1.0 if folder == CHECKOUT else None)
    assert doctor.forced_writes().found == "1.00 ms for 4 KiB"

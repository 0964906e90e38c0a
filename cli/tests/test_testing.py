"""How the tests are run: what goes side by side, and what the person at the terminal says comes last."""

from types import SimpleNamespace

import psutil
import pytest

from cli.check_stages import stages


@pytest.fixture
def machine(monkeypatch):
    def has(gigabytes, cores):
        monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=gigabytes * 10**9))
        monkeypatch.setattr(psutil, "cpu_count", lambda: cores)

    return has


def real_bed(options=()):
    return " ".join(stages(fast=False, options=options)[-1].command)


def test_where_there_is_room_two_processes_test_on_beds_of_their_own(machine):
    machine(gigabytes=20, cores=2)
    assert "-n 2 --dist loadfile" in real_bed()
    machine(gigabytes=16, cores=8)
    assert "-n" not in real_bed().split()
    machine(gigabytes=64, cores=1)
    assert "-n" not in real_bed().split()


def test_what_the_person_says_has_the_last_word(machine):
    machine(gigabytes=20, cores=2)
    command = real_bed(["-n", "0", "-k", "order"])
    assert command.index("-n 2") < command.index("-n 0 -k order")


def test_the_quick_ones_need_no_servers():
    quick = stages(fast=True, options=[])
    assert [stage.name for stage in quick] == [stage.name for stage in stages(fast=False, options=[])][:-1]
    assert all("bed" not in stage.command for stage in quick)

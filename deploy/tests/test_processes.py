"""No server outlives its owner, and a dead bed is recognised and tidied up."""

import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from deploy import paths
from deploy.bed import bed_record, leftovers
from deploy.errors import BedError
from deploy.host import processes
from deploy.host.processes import BedProcess
from deploy.lifecycle import lifetime
from deploy.paths import CHECKOUT
from deploy.progress import Silent
from deploy.specification.plan import BedPlan

SET_CHILD_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
_OWNER = """
import sys, time
from pathlib import Path
from deploy.host import processes
folder = Path(sys.argv[1])
server = processes.start("server", ["sh", "-c", "sleep 600 & wait"], log=folder / "log", folder=folder)
print(server.pid, flush=True)
time.sleep(600)
"""


def gone(pid: int, timeout_s: float = 30) -> bool:
    deadline = time.monotonic() + timeout_s
    while not has_ended(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def has_ended(pid: int) -> bool:
    """Also while it is looked at, and when nobody has taken its exit status yet."""
    try:
        return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def test_a_server_dies_with_its_owner_even_when_that_is_killed(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", _OWNER, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(CHECKOUT)},
    ) as owner:
        assert owner.stdout is not None
        server = int(owner.stdout.readline())
        owner.send_signal(signal.SIGKILL)
    assert gone(server)


def test_the_whole_tree_is_ended(tmp_path):
    server = processes.start("server", ["sh", "-c", "sleep 600 & wait"], log=tmp_path / "log", folder=tmp_path)
    processes.wait_until(lambda: bool(psutil.Process(server.pid).children()), "the child", timeout_s=30)
    child = psutil.Process(server.pid).children()[0].pid
    processes.end([server])
    assert gone(server.pid) and gone(child)


def test_what_has_ended_is_not_waited_for_until_its_new_parent_notices(tmp_path):
    """Who has lost his parent is init's, which may take seconds; here he is ours, and we do not ask for him."""
    prctl = ctypes.CDLL(None).prctl
    prctl(SET_CHILD_SUBREAPER, 1)
    try:
        server = processes.start("server", ["sh", "-c", "sleep 600 & wait"], log=tmp_path / "log", folder=tmp_path)
        processes.wait_until(lambda: bool(psutil.Process(server.pid).children()), "the child", timeout_s=10)
        child = psutil.Process(server.pid).children()[0]
        begin_s = time.monotonic()
        processes.end([server])
        assert time.monotonic() - begin_s < 5
        assert child.status() == psutil.STATUS_ZOMBIE
        os.waitpid(child.pid, 0)
    finally:
        prctl(SET_CHILD_SUBREAPER, 0)


def test_what_ends_while_it_starts_is_reported_with_its_last_words(tmp_path):
    log = tmp_path / "log"
    server = processes.start("server", ["sh", "-c", "echo no such data; exit 3"], log=log, folder=tmp_path)
    with pytest.raises(BedError, match=r"ended while it was starting.*\n.*no such data"):
        processes.wait_until(lambda: False, "the server", timeout_s=30, process=server, log=log)


def test_who_runs_and_answers_nobody_is_killed_and_no_one_else(tmp_path):
    server = processes.start("server", ["sleep", "600"], log=tmp_path / "log", folder=tmp_path)
    try:
        assert not processes.kill_if_silent(server, lambda: True, timeout_s=0)
        assert server.is_running()
        answers = iter([False, False, True])
        assert not processes.kill_if_silent(server, lambda: next(answers), timeout_s=30)
        assert server.is_running()
        assert processes.kill_if_silent(server, lambda: False, timeout_s=0.2)
        assert gone(server.pid)
        assert not processes.kill_if_silent(server, lambda: False, timeout_s=0)
    finally:
        processes.end([server])


LAST_THREAD = """
import ctypes, os, threading, time
threading.Thread(target=lambda: (time.sleep(0.5), os._exit(7))).start()
ctypes.CDLL(None).pthread_exit(None)
"""


def test_a_server_whose_first_thread_ended_before_the_last_leaves_no_zombie(tmp_path):
    server = processes.start("server", [sys.executable, "-c", LAST_THREAD], log=tmp_path / "log", folder=tmp_path)
    deadline = time.monotonic() + 30
    while server.is_running():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    processes.reap(server.pid)
    assert not psutil.pid_exists(server.pid)


def test_what_a_server_is_told_shows_on_no_command_line(tmp_path):
    log = tmp_path / "log"
    server = processes.start(
        "server", ["sh", "-c", "read word; echo $word"], log=log, folder=tmp_path, stdin="secret\n"
    )
    assert gone(server.pid)
    processes.end([server])
    assert log.read_text(encoding="utf-8") == "secret\n"


def test_a_process_id_that_somebody_else_has_now_is_not_ours():
    me = BedProcess.of("owner", os.getpid())
    assert me.is_running()
    assert not replace(me, ticks=me.ticks - 1).is_running()


def test_a_process_is_known_again_though_the_wall_clock_was_set():
    """By two seconds, and what the kernel says of its start with it; a record without ticks goes by the clock."""
    me = BedProcess.of("owner", os.getpid())
    assert replace(me, started=me.started - 2.26).is_running()
    assert replace(me, ticks=0).is_running()
    assert not replace(me, ticks=0, started=me.started - 1000).is_running()


def test_servers_are_ended_though_the_wall_clock_was_set_while_they_ran(tmp_path):
    server = processes.start("server", ["sleep", "600"], log=tmp_path / "log", folder=tmp_path)
    processes.end([replace(server, started=server.started - 2.26)])
    assert not psutil.pid_exists(server.pid)


def test_a_dead_beds_folders_and_processes_are_removed_and_its_logs_kept(tmp_path):
    home, outside = tmp_path / "bed", tmp_path / "outside"
    (home / "servers/server/logs").mkdir(parents=True)
    (home / "servers/server/logs/server.log").write_text("SEVERE", encoding="utf-8")
    (home / "postgresql.log").write_text("PANIC", encoding="utf-8")
    outside.mkdir()
    server = processes.start("server", ["sleep", "600"], log=tmp_path / "log", folder=tmp_path)
    dead_owner = BedProcess("owner", 2**22 + 1, 0.0)
    known = bed_record.new(BedPlan(), {"management": "x"}).with_process(server)
    bed_record.write(replace(known, owner=dead_owner, folders=(outside,), is_up=True), home)

    leftovers.tidy_up(home)

    assert gone(server.pid)
    assert not home.exists() and not outside.exists()
    kept = tmp_path / "last-logs/servers-server-logs-server.log"
    assert kept.read_text(encoding="utf-8") == "SEVERE"
    assert kept.with_name("postgresql.log").read_text(encoding="utf-8") == "PANIC"


def test_what_dead_extra_beds_have_left_goes_and_a_living_one_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "BED_HOME", tmp_path / "bed")
    dead, living = paths.extra_home(1), paths.extra_home(2)
    for home in (dead, living):
        home.mkdir(parents=True)
    with leftovers.lock_of(living):
        lifetime.down(Silent())
        assert not dead.exists() and living.exists()
    lifetime.down(Silent())
    assert not living.exists()


def test_a_descriptor_is_read_as_it_was_written_and_is_its_owners_alone(tmp_path):
    me = BedProcess.of("server", os.getpid())
    jvm = bed_record.ServerJvm("server", me.pid, Path("/a b/gc.log"), Path("/s.log"), ("opc",))
    known = replace(
        bed_record.new(BedPlan(jvm_options=("-Xmx2g",)), {"management": "x"}).with_process(me),
        jvms=(jvm,),
        folders=(Path("/f"),),
    )
    bed_record.write(known, tmp_path)
    assert bed_record.read(tmp_path) == known
    assert (tmp_path / "bed.json").stat().st_mode & 0o077 == 0


def test_the_descriptor_of_a_bed_that_an_older_version_put_up_is_read(tmp_path):
    known = bed_record.new(BedPlan(), {})
    bed_record.write(known, tmp_path)
    descriptor = tmp_path / "bed.json"
    descriptor.write_text(descriptor.read_text(encoding="utf-8").replace("stop_signal", "farewell"), encoding="utf-8")
    assert bed_record.read(tmp_path) == known


def test_a_bed_that_a_newer_version_put_up_is_taken_down_but_not_used(tmp_path, monkeypatch):
    home, outside = tmp_path / "bed", tmp_path / "outside"
    outside.mkdir()
    server = processes.start("server", ["sleep", "600"], log=tmp_path / "log", folder=tmp_path)
    known = bed_record.new(BedPlan(), {"management": "x"}).with_process(server)
    bed_record.write(replace(known, folders=(outside,), is_up=True), home)
    descriptor = home / "bed.json"
    values = json.loads(descriptor.read_text(encoding="utf-8"))
    for part in (values["plan"], values["owner"], *values["processes"]):
        part["colour"] = "red"
    descriptor.write_text(json.dumps(values), encoding="utf-8")
    monkeypatch.setattr(paths, "BED_HOME", home)

    with pytest.raises(BedError, match=r"put up by another version of Petlab: end it with \./petlab down"):
        lifetime.attach()
    lifetime.down(Silent())

    assert gone(server.pid)
    assert not home.exists() and not outside.exists()
    assert lifetime.attach() is None

"""Stalling, cutting, filling: what each does, and that none of it outlives its owner, however that dies."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import psutil
import pytest

from deploy.bed import bed_record, leftovers
from deploy.bed.assembly import Assembly
from deploy.bed.bed_database import DATABASE
from deploy.bed.fault_injection import FaultInjection
from deploy.errors import BedError, PlanError
from deploy.host import cleanup_process, connections, processes, small_disks, stalling
from deploy.host.cleanup_process import cleanup_afterwards
from deploy.host.processes import BedProcess
from deploy.host.small_disks import SmallDisk
from deploy.host.stalling import stalled
from deploy.paths import CHECKOUT
from deploy.specification.plan import BedPlan, check
from deploy.tests.test_processes import gone

needs_mounts = pytest.mark.skipif(not small_disks.may_mount(), reason="no tmpfs may be mounted here")

_TREE = ["sh", "-c", "sleep 600 & wait"]
_STALLING_OWNER = """
import signal, sys, time
from pathlib import Path
from deploy.host import processes
from deploy.host.stalling import stalled
folder = Path(sys.argv[1])
signal.signal(signal.SIGQUIT, signal.SIG_IGN)  # as in the background of a script
# Like PostgreSQL it ends by QUIT when its owner dies, which a stopped process does not hear.
server = processes.start("server", ["sh", "-c", "sleep 600 & wait"],
    log=folder / "log", folder=folder, stop_signal="QUIT")
processes.wait_until(lambda: len(processes.tree(server)) == 2, "the child", timeout_s=30)
with stalled(server):
    print(*[each.pid for each in processes.tree(server)], flush=True)
    time.sleep(600)
"""
_MOUNTING_OWNER = """
import sys, time
from pathlib import Path
from deploy.host.small_disks import SmallDisk
disk = SmallDisk(Path(sys.argv[1]), 1)
print("mounted", flush=True)
time.sleep(600)
"""
_CONNECTING = """
import socket, sys
connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
try:
    connection.recv(1)
except OSError as error:
    print(type(error).__name__)
"""


def statuses(server: BedProcess) -> set[str]:
    return {str(each.status()) for each in processes.tree(server)}


def stands_still(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() == psutil.STATUS_STOPPED)
    except psutil.NoSuchProcess:
        return False


def wait_for(holds: Callable[[], object]) -> None:
    end_s = time.monotonic() + 30  # a busy machine is slow, not wrong
    while not holds():
        assert time.monotonic() < end_s
        time.sleep(0.02)


def started(folder: Path) -> BedProcess:
    server = processes.start("server", _TREE, log=folder / "log", folder=folder)
    processes.wait_until(lambda: len(processes.tree(server)) == 2, "the child", timeout_s=30)
    return server


def killed_owner(script: str, folder: Path) -> str:
    """What the script says before it is killed by SIGKILL."""
    with subprocess.Popen(
        [sys.executable, "-c", script, str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(CHECKOUT)},
    ) as owner:
        assert owner.stdout is not None
        line = owner.stdout.readline()
        owner.send_signal(signal.SIGKILL)
    return line


def test_a_stalled_tree_stops_and_continues(tmp_path):
    server = started(tmp_path)
    with stalled(server):
        assert statuses(server) == {psutil.STATUS_STOPPED}
    assert psutil.STATUS_STOPPED not in statuses(server)
    processes.end([server])


def test_what_cannot_be_stopped_is_said(tmp_path, monkeypatch):
    server = started(tmp_path)
    monkeypatch.setattr(stalling, "_STOPPED_IN_S", 0.2)
    monkeypatch.setattr(signal, "SIGSTOP", signal.SIGCONT)
    with pytest.raises(BedError, match="server has not stopped within"), stalled(server):
        pass
    processes.end([server])


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, SystemExit, BedError])
def test_whatever_interrupts_a_stall_the_server_continues(tmp_path, interruption):
    server = started(tmp_path)
    with pytest.raises(interruption), stalled(server):
        raise interruption
    assert psutil.STATUS_STOPPED not in statuses(server)
    processes.end([server])


def test_a_stalled_server_dies_with_its_owner_although_it_cannot_handle_a_signal(tmp_path):
    pids = [int(word) for word in killed_owner(_STALLING_OWNER, tmp_path).split()]
    # Of the shell's child the kernel knows no owner: it is enough that it is not left standing still.
    assert gone(pids[0])
    wait_for(lambda: not stands_still(pids[1]))
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def test_what_is_stopped_is_ended_all_the_same(tmp_path):
    server = started(tmp_path)
    child = processes.tree(server)[1].pid
    os.kill(server.pid, signal.SIGSTOP)
    begin_s = time.monotonic()
    processes.end([replace(server, stop_signal="TERM")])
    assert gone(server.pid) and gone(child)
    assert time.monotonic() - begin_s < 5 + 10  # it took the signal, or was killed after its time


def test_what_does_not_run_cannot_be_stalled(tmp_path):
    server = started(tmp_path)
    processes.end([server])
    with pytest.raises(BedError, match="server does not run, so it cannot be stalled"), stalled(server):
        pass


def test_who_is_asked_to_end_and_does_not_is_killed(tmp_path):
    deaf = processes.start("server", ["sh", "-c", "trap '' TERM; sleep 600"], log=tmp_path / "log", folder=tmp_path)
    processes.wait_until(lambda: len(processes.tree(deaf)) == 2, "the child", timeout_s=30)
    assert processes.stop(deaf, signal.SIGTERM, timeout_s=0.5) is False
    assert gone(deaf.pid)
    obedient = processes.start("server", ["sleep", "600"], log=tmp_path / "log", folder=tmp_path)
    assert processes.stop(obedient, signal.SIGTERM, timeout_s=30) is True


def test_connections_to_a_port_are_reset_at_both_ends_and_others_are_not():
    with socket.create_server(("127.0.0.1", 0)) as cut_off, socket.create_server(("127.0.0.1", 0)) as spared:
        children = [
            subprocess.Popen(
                [sys.executable, "-c", _CONNECTING, str(server.getsockname()[1])], stdout=subprocess.PIPE, text=True
            )
            for server in (cut_off, spared)
        ]
        ends = [server.accept()[0] for server in (cut_off, spared)]
        try:
            port = cut_off.getsockname()[1]
            found = [each for child in children for each in connections.connections(child.pid, {port})]
            assert connections.cut(found) == 1
            for each in found:
                each.close()
            with pytest.raises(ConnectionResetError):
                ends[0].recv(1)
            # Whether it had begun to wait decides how the child hears of it; that it hears is what counts.
            assert children[0].communicate(timeout=30)[0].strip() in (
                "ConnectionResetError",
                "BrokenPipeError",
                "OSError",
            )
            ends[1].sendall(b"x")
            assert children[1].communicate(timeout=30)[0] == ""
        finally:
            for end, child in zip(ends, children, strict=True):
                end.close()
                child.kill()
                child.communicate()


@needs_mounts
def test_a_small_disk_is_full_until_it_is_freed(tmp_path):
    disk = SmallDisk(tmp_path / "disk", 1)
    try:
        (disk.folder / "before").write_bytes(b"kept")
        disk.fill()
        with pytest.raises(OSError, match="No space left"):
            (disk.folder / "more").write_bytes(bytes(5000))
        assert (disk.folder / "before").read_bytes() == b"kept"
        disk.free()
        (disk.folder / "more").write_bytes(bytes(5000))
    finally:
        disk.close()
    assert not disk.folder.is_mount()


@needs_mounts
def test_a_disk_is_unmounted_when_its_owner_is_killed(tmp_path):
    assert killed_owner(_MOUNTING_OWNER, tmp_path / "disk") == "mounted\n"
    wait_for(lambda: not (tmp_path / "disk").is_mount())


@needs_mounts
def test_what_a_dead_bed_has_left_mounted_is_unmounted(tmp_path):
    home, outside = tmp_path / "a bed", tmp_path / "outside"
    left = [home / "broker/data", outside / "data"]
    for folder in left:
        folder.mkdir(parents=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "petlab", folder], check=True)
    dead_owner = BedProcess("owner", 2**22 + 1, 0.0)
    bed_record.write(replace(bed_record.new(BedPlan(), {}), owner=dead_owner, folders=(outside,)), home)

    leftovers.tidy_up(home)

    assert not any(folder.is_mount() for folder in left)
    assert not home.exists() and not outside.exists()


def test_without_the_right_to_mount_a_plan_with_small_disks_is_refused(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(PlanError, match="the fault 'full disk' needs root and the right to mount"):
        check(BedPlan(small_disks=True))


def test_what_a_server_has_started_ends_with_it_when_it_is_asked_to(tmp_path):
    server = started(tmp_path)
    child = processes.tree(server)[1].pid
    # The shell obeys at once; what it has started is not told.
    assert processes.stop(server, signal.SIGTERM, timeout_s=0.5) is False
    assert gone(server.pid) and gone(child)


@pytest.mark.parametrize("fault", ["terminate_backends", "cut_connections"])
def test_a_database_that_does_not_answer_is_a_failed_fault_and_no_mistake_of_petlab(fault: str) -> None:
    """Nothing listens at its port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    known: Any = SimpleNamespace(processes=[SimpleNamespace(name=DATABASE)], jvms=[], secrets={"database.admin": "x"})
    checked: Any = SimpleNamespace(ports=SimpleNamespace(database=port, broker=port))
    with pytest.raises(BedError, match=r"does not say what is in mid-commit: .*Connection refused"):
        getattr(FaultInjection(known, checked, {}), fault)()


def test_a_command_that_is_slow_to_clean_up_does_not_hide_what_ended_the_block(monkeypatch):
    monkeypatch.setattr(cleanup_process, "_TIMEOUT_S", 0)
    with pytest.raises(KeyboardInterrupt), cleanup_afterwards(["sleep", "1"]):
        raise KeyboardInterrupt


def test_a_disk_that_cannot_be_unmounted_keeps_nothing_else_from_being_ended(tmp_path):
    home = tmp_path / "bed"
    home.mkdir()
    lock = leftovers.lock_of(home)
    disk = SimpleNamespace(close=Mock(side_effect=OSError("busy")))
    assembly: Any = SimpleNamespace(
        home=home,
        _lock=lock,
        _record=SimpleNamespace(processes=[]),
        _context=SimpleNamespace(disks={"broker": disk}),
    )
    with pytest.raises(OSError, match="busy"):
        Assembly.close(assembly)
    assert not home.exists() and lock.closed


def test_of_a_process_that_does_not_run_no_connections_can_be_cut(tmp_path):
    server = started(tmp_path)
    processes.end([server])
    with pytest.raises(BedError, match=f"process {server.pid} does not run, so its connections cannot be cut"):
        connections.connections(server.pid, {1})


def test_what_was_a_socket_a_moment_ago_is_closed_and_left_out(tmp_path, monkeypatch):
    file = os.open(tmp_path / "file", os.O_CREAT | os.O_RDWR)
    monkeypatch.setattr(connections, "_duplicate", lambda process, descriptor: os.dup(file))
    with socket.create_server(("127.0.0.1", 0)):
        before = len(list(Path("/proc/self/fd").iterdir()))
        assert connections.connections(os.getpid(), {1}) == []
        assert len(list(Path("/proc/self/fd").iterdir())) == before
    os.close(file)

"""Cutting another process's TCP connections: both ends see a reset, at once, whatever they are doing.

A socket of the process is duplicated (pidfd_getfd, Linux 5.6) and disconnected (connect to AF_UNSPEC): then the kernel
sends a reset, and drops what was on its way. That needs no privileges for processes that this one has started.
"""

import ctypes
import errno
import os
import platform
import socket
import struct
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path

from deploy.errors import BedError

_PIDFD_GETFD = 438  # the same on all of Linux' architectures but alpha
_TRIES = 1000
_UNSPECIFIED = struct.pack("=H14x", socket.AF_UNSPEC)


def connections(pid: int, ports: Collection[int]) -> list[socket.socket]:
    """Duplicates of the process's sockets that are connected to one of these ports; the caller closes them.

    Raises:
        BedError: the process does not run, or this system does not let us; the message says what it takes.
    """
    try:
        return [each for each in _sockets(pid) if _leads_to(each, ports)]
    except (ProcessLookupError, FileNotFoundError) as gone:
        raise BedError(f"process {pid} does not run, so its connections cannot be cut") from gone
    except OSError as error:
        raise BedError(
            f"connections cannot be cut here ({error.strerror}): it takes Linux 5.6 or newer, and in a container "
            "the capability SYS_PTRACE; leave out the fault 'cut connections' elsewhere"
        ) from error


def cut(found: Collection[socket.socket]) -> int:
    """Resets these connections; returns how many there were, without those that had ended before."""
    return sum(_cut(each) for each in found)


def _cut(connection: socket.socket) -> bool:
    connect = ctypes.CDLL(None, use_errno=True).connect
    for _ in range(_TRIES):
        if connect(connection.fileno(), _UNSPECIFIED, len(_UNSPECIFIED)) == 0:
            return True
        # Kernels of 2023 refuse it while a thread waits for data.
        if ctypes.get_errno() != errno.EBUSY:
            break
    return False


def _sockets(pid: int) -> Iterator[socket.socket]:
    if platform.system() != "Linux":
        raise OSError(errno.ENOSYS, "not Linux")
    process = os.pidfd_open(pid)
    try:
        for link in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(FileNotFoundError):
                if str(link.readlink()).startswith("socket:"):
                    yield _as_socket(_duplicate(process, int(link.name)))
    finally:
        os.close(process)


def _as_socket(descriptor: int) -> socket.socket:
    try:
        return socket.socket(fileno=descriptor)
    except OSError as error:
        os.close(descriptor)
        if error.errno == errno.ENOTSOCK:
            raise FileNotFoundError from error  # it was closed a moment ago, and a file has its number now
        raise


def _duplicate(process: int, descriptor: int) -> int:
    library = ctypes.CDLL(None, use_errno=True)
    ours = int(library.syscall(_PIDFD_GETFD, process, descriptor, 0))
    if ours >= 0:
        return ours
    number = ctypes.get_errno()
    if number == errno.EBADF:
        raise FileNotFoundError  # it was closed a moment ago
    raise OSError(number, os.strerror(number))


def _leads_to(connection: socket.socket, ports: Collection[int]) -> bool:
    with suppress(OSError):
        peer = connection.getpeername()
        if isinstance(peer, tuple) and peer[1] in ports:
            return True
    connection.close()
    return False

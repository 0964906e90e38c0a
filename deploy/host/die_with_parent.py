"""Becomes a program that ends with its owner: `python die_with_parent.py PARENT SIGNAL UID GID PROGRAM ARGUMENT…`.

The kernel sends the signal when the owner dies. It does so only from the moment that it is asked, so an owner that has
died before is looked for afterwards: between the two nothing can slip through. UID is -1 when the user stays the same;
a change of user comes first, since it would undo the request.
"""

import ctypes
import os
import signal
import sys

_SET_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG


def exec_with_death_signal(owner: int, number: signal.Signals, uid: int, gid: int, command: list[str]) -> None:
    """Replaces this process by the command, unless the owner is gone."""
    if uid >= 0:
        os.setgroups([])
        os.setgid(gid)
        os.setuid(uid)
    # A shell lets what it starts in the background ignore this one; PostgreSQL would outlive its owner, and a server
    # that gets stuck would not tell of its threads.
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    set_parent_death_signal(number)
    if os.getppid() == owner:
        os.execvp(command[0], command)  # noqa: S606 - a list, no shell


def set_parent_death_signal(number: int) -> None:
    """Asks the kernel for this signal at the death of our parent; 0 takes it back."""
    ctypes.CDLL(None).prctl(_SET_DEATH_SIGNAL, int(number))


if __name__ == "__main__":
    exec_with_death_signal(
        int(sys.argv[1]), signal.Signals[f"SIG{sys.argv[2]}"], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5:]
    )

"""What is said of errors that nobody foresaw: those of the operating system, and those of Petlab itself."""

import errno
import os
import traceback
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from deploy.paths import RUNTIME, cache, write_private

TRACE = "last-error.log"

_MAKE_ROOM = "free some space on that disk; ./petlab resume RESULTS then conducts the missing trials of a run"
_MAY_NOT = "give yourself permission, or name another place (--results, --into, PETLAB_CACHE)"
_NO_FOLDER = "expected a folder there: name another place (--results, --into, PETLAB_CACHE)"
_REMEDIES = {
    errno.ENOSPC: _MAKE_ROOM,
    errno.EDQUOT: _MAKE_ROOM,
    errno.EACCES: _MAY_NOT,
    errno.EPERM: _MAY_NOT,
    errno.EROFS: _MAY_NOT,
    errno.ENOTDIR: _NO_FOLDER,
    errno.EEXIST: _NO_FOLDER,
    errno.ENOENT: "check the name",
    errno.EISDIR: "expected a file there",
    errno.EMFILE: "allow more open files (ulimit -n)",
    errno.ENOMEM: "end other programs",
}


def of_the_system(error: OSError) -> str:
    """Where, why, and what to do. Who is not told the place, or what to do, finds both in the stack trace."""
    places = " and ".join(_places(error))
    reason = error.strerror or str(error) or type(error).__name__
    parts = [f"{places}: {reason}" if places else reason]
    if remedy := _REMEDIES.get(error.errno or 0):
        parts.append(remedy)
    if not (places and remedy):
        parts.append(_where_traced(error))
    return "; ".join(parts)


def of_petlab(error: Exception) -> str:
    """What went wrong, and where its stack trace is."""
    what = " ".join(traceback.format_exception_only(error)[-1].split())
    return f"this is a bug in Petlab: {what}; {_where_traced(error)}"


def _places(error: OSError) -> Iterator[str]:
    for name in (error.filename, error.filename2):
        if isinstance(name, str | bytes | os.PathLike):
            yield os.fsdecode(name)


def _where_traced(error: Exception) -> str:
    """Where the stack trace is; the trace itself, where it cannot be written to a file."""
    trace = "".join(traceback.format_exception(error)).encode(errors="backslashreplace").decode()
    file = _kept(trace)
    return (
        f"its stack trace is in {file}"
        if file
        else f"its stack trace could not be written to a file, and is:\n{trace.rstrip()}"
    )


def _kept(trace: str) -> Path | None:
    """The file that has it now, in the checkout or in the cache; None where neither can be written to."""
    with suppress(OSError):
        write_private(file := RUNTIME / TRACE, trace)
        return file
    with suppress(OSError):
        write_private(file := cache() / TRACE, trace)
        return file
    return None

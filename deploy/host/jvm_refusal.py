"""What a JVM says when it does not start, or gives up: an option that it does not know, a heap that is too small."""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

_GAVE_UP = re.compile(
    r"Could not create the Java Virtual Machine|Error occurred during initialization of VM"
    r"|Terminating due to java\.lang\.OutOfMemoryError"
)
#: What says nothing of why: the sentences around it, warnings, and lines of the JVM's own log.
_NO_REASON = re.compile(
    r"Error: Could not create the Java|Error: A fatal exception|Error occurred during initialization of VM$"
    r"|Picked up |.* VM warning: |\[[\d ]"
)
_OF_ITS_ARCHIVE = re.compile(r"Unable to use (AOT cache|shared archive)")
_TIMEOUT_S = 30


def refusal(java: Path, options: Sequence[str]) -> str | None:
    """Why this JVM does not start with these options; None when it does."""
    command = [str(java), *options, "-version"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired:
        return f"no answer within {_TIMEOUT_S} s"
    if done.returncode == 0:
        return None
    return reason_in(done.stdout + done.stderr) or f"it ended with exit code {done.returncode}"


def reason_in(output: str) -> str | None:
    """Why a JVM with this output has ended; None where it does not say that it gave up."""
    if not _GAVE_UP.search(output):
        return None
    lines = [line.strip() for line in output.splitlines()]
    given = [line for line in lines if line and not _NO_REASON.match(line)]
    # Where the JVM had begun its work, other lines stand before its last ones.
    last_words = [line for line in given if line.startswith("Terminating due to")]
    return next(iter([*last_words, *given]), None)


def is_of_its_archive(reason: str) -> bool:
    """Whether a JVM has ended for this reason because it cannot use the class archive that it was given."""
    return bool(_OF_ITS_ARCHIVE.match(reason))

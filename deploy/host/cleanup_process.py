"""Cleans up even when this process is killed: a small process waits for the end of this one, and runs a command."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from deploy.paths import CHECKOUT

_TIMEOUT_S = 30
# The pipe ends when its only writer closes it or dies, however it dies.
_SCRIPT = 'cat > /dev/null; exec "$@"'


class CleanupProcess:
    """Runs a command when it is closed, or when the process that made it has died."""

    def __init__(self, command: Sequence[str | Path]) -> None:
        self._waiting = subprocess.Popen(
            ["sh", "-c", _SCRIPT, "cleanup", *map(str, command)],
            cwd=CHECKOUT,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # Ctrl-C is not for it.
            start_new_session=True,
        )

    def close(self) -> None:
        """Runs the command now, and waits for it some seconds at most; the second time nothing happens."""
        if self._waiting.stdin and not self._waiting.stdin.closed:
            self._waiting.stdin.close()
            try:
                self._waiting.wait(_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                # It goes on without us. An error here would take the place of what has ended the block.
                self._waiting.returncode = 0


@contextmanager
def cleanup_afterwards(command: Sequence[str | Path]) -> Iterator[None]:
    """The command is run at the end of the block, also when the block does not come to its end."""
    cleanup = CleanupProcess(command)
    try:
        yield
    finally:
        cleanup.close()

"""Starts the command: `python -m cli`."""

import sys

INTERRUPTED = 130


def begin() -> int:
    """Loads the commands, which takes a moment that can be interrupted, too, and runs one."""
    try:
        from cli.app import main

        return main()
    except KeyboardInterrupt:
        sys.stderr.write("petlab: interrupted\n")
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(begin())

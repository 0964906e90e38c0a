"""Starts the command: `python -m cli`."""

import sys

from cli.app import main

if __name__ == "__main__":
    sys.exit(main())

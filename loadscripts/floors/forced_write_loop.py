"""Forces small writes to disk for some seconds: `forced_write_loop.py FOLDER THREADS SECONDS`, a process of its own.

Each thread writes blocks one behind the other into a file of its own, whose space is there before, as that of a
journal's or a log's file is: an append that makes the file longer would force its length to disk, too. Prints how many
were forced, and in how many nanoseconds.
"""

import os
import sys
import threading
import time
from pathlib import Path

BLOCK_BYTES = 4096
FILE_BLOCKS = 4096


def force_writes(folder: Path, threads: int, seconds: float) -> tuple[int, int]:
    """How many blocks were forced to disk by all threads, and the nanoseconds that it took."""
    files = [_file_with_space(folder / f"blocks-{number}") for number in range(threads)]
    counts = [0] * threads
    begin_ns = time.monotonic_ns()
    end_ns = begin_ns + int(seconds * 1e9)
    workers = [threading.Thread(target=_force, args=(files, counts, place, end_ns)) for place in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    elapsed_ns = time.monotonic_ns() - begin_ns
    for file in files:
        os.close(file)
    return sum(counts), elapsed_ns


def _force(files: list[int], counts: list[int], place: int, end_ns: int) -> None:
    block, file = b"x" * BLOCK_BYTES, files[place]
    while time.monotonic_ns() < end_ns:
        os.pwrite(file, block, counts[place] % FILE_BLOCKS * BLOCK_BYTES)
        os.fdatasync(file)
        counts[place] += 1


def _file_with_space(path: Path) -> int:
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    for _ in range(FILE_BLOCKS):
        os.write(file, bytes(BLOCK_BYTES))
    os.fsync(file)
    return file


if __name__ == "__main__":
    done, took_ns = force_writes(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
    sys.stdout.write(f"{done} {took_ns}\n")

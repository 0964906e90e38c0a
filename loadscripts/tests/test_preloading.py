"""The libraries that Siege loads are compiled once, whoever else compiles them at the same time."""

import os
import subprocess
from pathlib import Path

from loadscripts.load.preloading import compiled


def test_two_processes_that_compile_at_once_both_have_the_library(tmp_path, monkeypatch):
    monkeypatch.setenv("PETLAB_CACHE", str(tmp_path / "cache"))
    source = tmp_path / "shim.c"
    source.write_text("int one(void) { return 1; }\n")
    compile_it = subprocess.run
    by_the_other: list[Path | None] = []

    def run(command, **options):
        done = compile_it(command, **options)
        if not by_the_other:  # compiled by us, not yet in its place
            monkeypatch.setattr(os, "getpid", lambda: -1)
            by_the_other.append(None)
            by_the_other.append(compiled(source))
        return done

    monkeypatch.setattr(subprocess, "run", run)
    library = compiled(source)
    assert library is not None and library.is_file()
    assert by_the_other == [None, library]
    assert list(library.parent.iterdir()) == [library]

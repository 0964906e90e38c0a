"""Small Java programs whose JVMs are looked at. Each is compiled once: a JVM that compiles its own takes longer for it
than for most of what the tests ask of it.
"""

import subprocess
from pathlib import Path

from deploy.host.jdk import Jdk


def compiled(name: str, text: str, folder: Path) -> Path:
    """Where its classes are: beside the folder of a test, for all tests of this process."""
    classes = folder.parent / f"classes-of-{name}"
    if not (classes / f"{name}.class").exists():
        source = folder / f"{name}.java"
        source.write_text(text, encoding="utf-8")
        subprocess.run([Jdk.of_this_run().home / "bin/javac", "-d", classes, source], check=True)
    return classes

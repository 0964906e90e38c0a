"""A small git repository with all that a revision must have to be compared with this checkout, and nothing else."""

import shutil
import subprocess
from pathlib import Path

from deploy.build.built import Built
from deploy.build.java_build import MODULES
from deploy.paths import CHECKOUT

TABLE = Path("shared-schemas/src/main/resources/petlab/workflow.json")


def git(folder: Path, *words: str) -> str:
    """What git prints there, by somebody with a name."""
    who = ["-c", "user.name=Tester", "-c", "user.email=tester@localhost", "-c", "init.defaultBranch=main"]
    who += ["-c", "maintenance.auto=false", "-c", "gc.auto=0"]  # nothing of it goes on in the background
    done = subprocess.run(["git", "-C", folder, *who, *words], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def repository(folder: Path) -> Path:
    """A new one, with one commit."""
    for module in MODULES:
        write(folder / module.path / "pom.xml", "<project/>")
    write(folder / "pom.xml", "<project/>")
    ours = [Built().pinned, CHECKOUT / TABLE, *(CHECKOUT / "shared-schemas/records").glob("*.json")]
    ours += [Built().ddl(application, "postgresql") for application in Built().wars]
    for file in ours:
        there = folder / file.relative_to(CHECKOUT)
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, there)
    git(folder, "init", "--quiet")
    commit(folder)
    return folder


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def commit(folder: Path) -> str:
    """Commits all that is there, and says under which hash."""
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "A change")
    return git(folder, "rev-parse", "HEAD")

"""jcmd: what a JVM is told and asked from outside."""

import subprocess
from dataclasses import dataclass

from deploy.host.jdk import Jdk

TIMEOUT_S = 60


@dataclass(frozen=True)
class Answer:
    """What jcmd says, and whether it ended in time and with exit code 0: what it did by then may be half of it."""

    text: str
    succeeded: bool


def jcmd(jdk: Jdk, pid: int, *words: str, timeout_s: float = TIMEOUT_S) -> str:
    """What it says, good or bad."""
    return ask(jdk, pid, *words, timeout_s=timeout_s).text


def ask(jdk: Jdk, pid: int, *words: str, timeout_s: float = TIMEOUT_S) -> Answer:
    """The same, for whom half of it is too little."""
    command = [str(jdk.home / "bin" / "jcmd"), str(pid), *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=timeout_s)
    except subprocess.TimeoutExpired:
        return Answer(f"no answer within {timeout_s:g} s", succeeded=False)
    return Answer(done.stdout + done.stderr, done.returncode == 0)


def first_line(text: str) -> str:
    """What it says first of all."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    # The first line of jcmd is the process id, unless jcmd itself failed.
    return next((line for line in lines if not line.rstrip(":").isdigit()), "no answer")

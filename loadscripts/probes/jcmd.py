"""jcmd: what a JVM is told and asked from outside."""

import subprocess

from deploy.host.jdk import Jdk

TIMEOUT_S = 60


def jcmd(jdk: Jdk, pid: int, *words: str, timeout_s: float = TIMEOUT_S) -> str:
    """What it says, good or bad."""
    command = [str(jdk.home / "bin" / "jcmd"), str(pid), *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=timeout_s)
    except subprocess.TimeoutExpired:
        return f"no answer within {timeout_s:g} s"
    return done.stdout + done.stderr


def first_line(text: str) -> str:
    """What it says first of all."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    # The first line of jcmd is the process id, unless jcmd itself failed.
    return next((line for line in lines if not line.rstrip(":").isdigit()), "no answer")

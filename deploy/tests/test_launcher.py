"""./petlab chooses the newest JDK, works from any folder, and says in one line what is missing."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from deploy.paths import CHECKOUT


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout whose .venv is fresh already and whose Python only tells its environment."""
    folder = tmp_path / "check out"
    (folder / "deploy").mkdir(parents=True)
    (folder / ".venv/bin").mkdir(parents=True)
    shutil.copy2(CHECKOUT / "petlab", folder)
    stamp = hashlib.sha256(b"").hexdigest()
    for lock in ("requirements.lock", "browser-driver.lock", "mutation.lock"):
        (folder / "deploy" / lock).write_text("", encoding="utf-8")
        (folder / f".venv/{lock}.stamp").write_text(stamp, encoding="utf-8")
    python = folder / ".venv/bin/python"
    python.write_text('#!/bin/sh\n[ "$1" = -c ] || echo "$JAVA_HOME|$PYTHONPATH|$*"\n', encoding="utf-8")
    python.chmod(0o755)
    return folder


def jdk(folder: Path, version: str) -> Path:
    (folder / "bin").mkdir(parents=True)
    (folder / "bin/javac").touch(mode=0o755)
    (folder / "release").write_text(f'IMPLEMENTOR="x"\nJAVA_VERSION="{version}"\n', encoding="utf-8")
    return folder


def petlab(
    checkout: Path, *arguments: str, folder: Path = Path("/"), **environment: str
) -> "subprocess.CompletedProcess[str]":
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PETLAB_", "JAVA_"))}
    return subprocess.run(
        [str(checkout / "petlab"), *arguments],
        cwd=folder,
        env=clean | {"PETLAB_JVM_FOLDERS": str(checkout.parent / "jvm")} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_newest_jdk_is_chosen_when_none_is_named(checkout):
    jdk(checkout.parent / "jvm/a-17", "17.0.1")
    newest = jdk(checkout.parent / "jvm/b-25", "25.0.3")
    jdk(checkout.parent / "jvm/c-21", "21.0.9")
    output = petlab(checkout, "plan", "a b").stdout.strip()
    assert output == f"{newest}|{checkout}|-m cli plan a b"


def test_what_python_compiles_is_kept_whatever_is_usual_on_the_machine(checkout):
    python = checkout / ".venv/bin/python"
    python.write_text('#!/bin/sh\n[ "$1" = -c ] || echo "${PYTHONDONTWRITEBYTECODE-kept}"\n', encoding="utf-8")
    assert petlab(checkout, "plan", PYTHONDONTWRITEBYTECODE="1").stdout.strip() == "kept"


def test_java_home_is_used_when_it_is_new_enough_and_petlab_java_home_before_it(checkout):
    jdk(checkout.parent / "jvm/b-25", "25.0.3")
    old = jdk(checkout.parent / "old", "17.0.1")
    good = jdk(checkout.parent / "good", "21")
    other = jdk(checkout.parent / "other", "22.0.1")
    assert petlab(checkout, "plan", JAVA_HOME=str(good)).stdout.startswith(f"{good}|")
    assert petlab(checkout, "plan", JAVA_HOME=str(old)).stdout.startswith(str(checkout.parent / "jvm/b-25"))
    assert petlab(checkout, "plan", JAVA_HOME=str(good), PETLAB_JAVA_HOME=str(other)).stdout.startswith(f"{other}|")


def test_a_named_jdk_that_is_too_old_is_one_line_of_error(checkout):
    old = jdk(checkout.parent / "old", "17.0.1")
    outcome = petlab(checkout, "plan", PETLAB_JAVA_HOME=str(old))
    assert outcome.returncode == 1
    assert outcome.stderr == f"petlab: PETLAB_JAVA_HOME={old} is not a JDK 21 or newer\n"


def test_a_jdk_may_be_named_from_here_and_is_found_from_everywhere(checkout):
    named = jdk(checkout.parent / "jvm/b-25", "25.0.3")
    output = petlab(checkout, "plan", folder=checkout.parent, PETLAB_JAVA_HOME="jvm/b-25").stdout.strip()
    assert output == f"{named}|{checkout}|-m cli plan"


def test_folders_may_be_named_from_here_and_are_the_same_everywhere(checkout):
    """The daemon of `up` works in the checkout: it would have another cache than who asked for the bed."""
    (checkout / ".venv/bin/python").write_text(
        '#!/bin/sh\n[ "$1" = -c ] || echo "$PETLAB_CACHE|$PETLAB_RUNTIME|$XDG_CACHE_HOME"\n', encoding="utf-8"
    )
    here = {"PETLAB_CACHE": "my cache", "XDG_CACHE_HOME": "/there"}
    output = petlab(checkout, "plan", folder=checkout.parent, **here).stdout.strip()
    assert output == f"{checkout.parent}/my cache||/there"


def test_who_has_no_home_needs_none(checkout):
    clean = {key: value for key, value in os.environ.items() if key not in ("HOME", "JAVA_HOME")}
    outcome = subprocess.run([str(checkout / "petlab"), "plan"], env=clean, capture_output=True, text=True, check=False)
    assert (outcome.returncode, outcome.stderr) == (0, "")


def test_without_a_jdk_only_what_needs_one_fails(checkout):
    assert petlab(checkout, "report", "x").returncode == 0
    assert petlab(checkout, "run", "--help").returncode == 0
    outcome = petlab(checkout, "run")
    assert outcome.returncode == 1
    assert len(outcome.stderr.splitlines()) == 1
    assert "apt-get install" in outcome.stderr


def test_the_java_half_is_built_before_what_needs_it(checkout):
    jdk(checkout.parent / "jvm/b-25", "25.0.3")
    output = petlab(checkout, "run", "x.toml").stdout.splitlines()
    assert [line.split("|")[2] for line in output] == ["-m deploy.build.java_build", "-m cli run x.toml"]


def test_what_drives_a_browser_is_installed_for_tests_only(checkout):
    jdk(checkout.parent / "jvm/b-25", "25.0.3")
    (checkout / "deploy/browser-driver.lock").write_text("# newer", encoding="utf-8")
    assert len(petlab(checkout, "run").stdout.splitlines()) == 2

    outcome = petlab(checkout, "test")

    assert outcome.stderr.splitlines()[0] == "petlab: installing the browser driver into .venv, for the tests"
    assert "-m pip" in outcome.stderr, "pip says on stderr what it does"
    assert f"-r {checkout}/deploy/browser-driver.lock" in outcome.stderr
    assert petlab(checkout, "test").stderr == "", "it is there now"


def test_what_tests_mutants_is_installed_where_that_was_asked_for(checkout):
    jdk(checkout.parent / "jvm/b-25", "25.0.3")
    (checkout / "deploy/mutation.lock").write_text("# newer", encoding="utf-8")
    assert petlab(checkout, "test").stderr == ""

    outcome = petlab(checkout, "test", "--mutants", "a b.py")

    assert outcome.stderr.splitlines()[0] == "petlab: installing the mutation tester into .venv"
    assert f"-r {checkout}/deploy/mutation.lock" in outcome.stderr
    assert outcome.stdout.splitlines()[-1].endswith("-m cli test --mutants a b.py")

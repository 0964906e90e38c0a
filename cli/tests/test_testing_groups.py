"""Which tests of the real bed stay together, with beds that only note when they are put up and taken down."""

import os
import subprocess
import sys

import pytest

from deploy.paths import CHECKOUT

CONFTEST = """
import os
from pathlib import Path
import pytest

def note(text):
    with Path(os.environ["NOTES"]).open("a") as notes:
        notes.write(text + "\\n")

@pytest.fixture(scope="session")
def bed():
    note("shared up")
    yield
    note("shared down")

@pytest.fixture(scope="session")
def faulty_bed(request):
    note(f"{request.param} up")
    yield
    note(f"{request.param} down")

@pytest.fixture(scope="session")
def tls_bed():
    note("tls up")
    yield
    note("tls down")

@pytest.fixture(autouse=True)
def noted(request):
    yield
    note(request.node.name)
"""
ONE = """
import pytest
pytestmark = pytest.mark.bed

def test_shared_1(bed): pass

def test_tls_1(tls_bed): pass

@pytest.mark.parametrize("faulty_bed", ["a", "b"], indirect=True)
def test_faulty_1(faulty_bed): pass

@pytest.mark.alone
def test_alone(): pass
"""
TWO = """
import pytest
pytestmark = pytest.mark.bed

def test_tls_2(tls_bed): pass

@pytest.mark.parametrize("faulty_bed", ["b", "a"], indirect=True)
def test_faulty_2(faulty_bed): pass

@pytest.mark.xdist_group("another")
@pytest.mark.parametrize("faulty_bed", ["b"], indirect=True)
def test_another(faulty_bed): pass

def test_shared_2(bed): pass
"""


@pytest.fixture
def notes(tmp_path):
    """What was noted when both files ran in so many processes."""

    def run(processes):
        file = tmp_path / "notes"
        for name, text in (("conftest.py", CONFTEST), ("test_one.py", ONE), ("test_two.py", TWO)):
            (tmp_path / name).write_text(text)
        options = ["-c", os.devnull, "-p", "deploy.testing", "-n", str(processes), "--dist", "loadgroup"]
        command = [sys.executable, "-m", "pytest", *options, "--no-loadscope-reorder", str(tmp_path)]
        environment = os.environ | {"NOTES": str(file)}
        outcome = subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)
        assert outcome.returncode == 0, outcome.stdout
        return file.read_text().splitlines()

    return run


def test_a_bed_is_put_up_for_its_group_and_taken_down_after_it(notes):
    assert notes(processes=0) == [
        *("tls up", "test_tls_1", "test_tls_2", "tls down"),
        *("a up", "test_faulty_1[a]", "test_faulty_2[a]", "a down"),
        *("b up", "test_faulty_1[b]", "test_faulty_2[b]", "test_another[b]", "b down"),
        "test_alone",
        *("shared up", "test_shared_1", "test_shared_2", "shared down"),
    ]


def test_one_of_several_processes_puts_up_the_bed_of_a_group(notes):
    noted = notes(processes=3)
    assert {noted.count("tls up"), noted.count("a up"), noted.count("tls down"), noted.count("a down")} == {1}
    assert noted.count("b up") == noted.count("b down") <= 2
    assert len([each for each in noted if each.startswith("test_")]) == 10

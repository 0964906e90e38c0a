"""A bed that a command measures on is changed by no other: its trials would be of something else from then on."""

# mypy: disable-error-code="no-untyped-def"

import os
import signal
import subprocess
from dataclasses import replace

import pytest

from cli.tests.test_command_line import petlab
from deploy.bed import bed_record, leftovers
from deploy.host.processes import BedProcess
from deploy.specification.plan import BedPlan

APPLICATIONS = {name: f"http://127.0.0.1:29980/{name}" for name in ("storefront", "opc", "supplier")}


@pytest.fixture
def runtime(tmp_path):
    """Where commands find a bed, which belongs to this process. Nothing of it runs."""

    def noted(*, kept):
        known = bed_record.new(BedPlan(port_base=29900), {"management": "token"}, kept=kept)
        bed_record.write(replace(known, is_up=True, applications=APPLICATIONS), tmp_path / "bed")
        return str(tmp_path)

    return noted


@pytest.mark.parametrize(
    ("words", "purpose"), [(("generate", "--orders", "10"), "fill"), (("switch", "supplier-order", "soap"), "switch")]
)
def test_a_bed_that_is_measured_on_is_not_changed_by_another_command(words, purpose, runtime):
    shown = petlab(*words, PETLAB_RUNTIME=runtime(kept=False))

    assert shown.returncode == 1
    assert shown.stderr == (
        f"petlab: process {os.getpid()} is measuring on the bed, which nothing else may change: wait until it "
        f"has ended, or end it (petlab down), and start a bed to {purpose} (petlab up)\n"
    )


@pytest.fixture
def owner():
    """A process that a bed belongs to."""
    with subprocess.Popen(["sleep", "300"]) as process:
        yield process
        process.kill()


def recorded(tmp_path, owner: BedProcess, **fields):
    """A bed of this process; returns a folder of it that lies elsewhere."""
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    known = bed_record.new(BedPlan(port_base=29900), {"management": "token"}, kept=False)
    bed_record.write(replace(known, owner=owner, folders=(outside,), **fields), tmp_path / "runtime/bed")
    return outside


def test_a_bed_that_is_only_starting_is_taken_down(owner, tmp_path):
    outside = recorded(tmp_path, BedProcess.of("owner", owner.pid), is_up=False)
    shown = petlab("down", PETLAB_RUNTIME=str(tmp_path / "runtime"))
    assert (shown.returncode, shown.stdout) == (0, "")
    assert owner.wait(timeout=30) == -signal.SIGTERM
    assert not outside.exists() and not (tmp_path / "runtime/bed").exists()


def test_what_a_dead_bed_has_left_is_tidied_up(tmp_path):
    outside = recorded(tmp_path, BedProcess("owner", 2**22 + 1, 0.0), is_up=True)
    runtime = str(tmp_path / "runtime")
    assert (petlab("down", PETLAB_RUNTIME=runtime).stdout, outside.exists()) == ("", False)
    assert petlab("down", PETLAB_RUNTIME=runtime).stdout == "there is no bed\n"


def test_a_bed_whose_files_are_still_being_fetched_is_left_alone(tmp_path):
    home = tmp_path / "runtime/bed"
    with leftovers.lock_of(home):
        home.mkdir()
        shown = petlab("down", PETLAB_RUNTIME=str(tmp_path / "runtime"))
        assert home.exists()
    assert shown.returncode == 1
    assert shown.stderr.endswith("petlab: a bed is just being started or ended: wait a minute, then try again\n")


def test_a_bed_that_was_left_for_whoever_comes_is_changed(runtime):
    """It is asked to, and does not answer: nothing of it runs."""
    shown = petlab("switch", "supplier-order", "soap", PETLAB_RUNTIME=runtime(kept=True))
    assert shown.stderr.startswith("petlab: PUT opc/manage/transitions/supplier-order was not answered: ")


def test_of_a_bed_of_an_older_version_it_is_not_known_whose_it_is(runtime, tmp_path):
    runtime(kept=True)
    file = tmp_path / "bed/bed.json"
    file.write_text(file.read_text().replace('"kept": true', '"older": true'))
    known = bed_record.read(tmp_path / "bed")
    assert known is not None and not known.kept

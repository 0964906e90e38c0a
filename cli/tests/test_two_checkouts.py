"""What a person sees who compares two checkouts, as far as no server is needed."""

import json
from pathlib import Path

import pytest

from analysis.tests.synthetic_checkouts import OTHER, write_checkouts
from cli.report_commands import show_report
from cli.tests.test_command_line import petlab
from deploy.build.revisions import commit_of
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.campaign.resumption import bed_record
from loadscripts.planning.experiment_file import find_experiment, read_experiment
from loadscripts.planning.schedule import schedule
from loadscripts.planning.two_checkouts import compared_with
from loadscripts.probes.machine import Revision, revision
from loadscripts.trials.results_folder import new_results, write_experiment

pytestmark = pytest.mark.usefixtures("analysed_once")


def test_the_terminal_says_whether_the_store_became_slower(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_checkouts(tmp_path / "r")
    assert show_report(folder) == 0
    *_, answer, page = capsys.readouterr().out.strip().splitlines()
    assert answer.startswith(f"this checkout against {OTHER}: at 15 customers, CPU per order ")
    assert page.endswith("report.html")
    assert json.loads((folder / "summary.json").read_text())["experiment"]["baseline"] == OTHER


def test_the_plan_shows_both() -> None:
    shown = petlab("plan", "tiny", "--against", "HEAD")
    assert shown.returncode == 0, shown.stderr
    assert " this " in shown.stdout and f" {commit_of('HEAD')[:7]} " in shown.stdout
    assert "4 trials" in shown.stdout


@pytest.mark.parametrize("command", ["run", "plan"])
def test_a_revision_that_is_not_there_is_refused_before_anything_is_begun(command: str, tmp_path: Path) -> None:
    where = ("--results", str(tmp_path)) if command == "run" else ()
    shown = petlab(command, "regression", "--against", "no-such-branch", *where)
    assert shown.returncode == 1
    assert shown.stderr.startswith(
        "petlab: there is no revision 'no-such-branch' here: a commit, a branch or a tag was"
    )
    assert shown.stdout == "" and list(tmp_path.iterdir()) == []


def test_a_run_whose_other_commit_is_gone_is_not_resumed(tmp_path: Path) -> None:
    experiment = compared_with(read_experiment(find_experiment("tiny")), "1234567" + "0" * 33)
    results, now = new_results(tmp_path, experiment), revision()
    write_experiment(
        results,
        experiment,
        schedule(experiment),
        Revision(now.commit, now.dirty),
        "./petlab run",
        bed_record(BedChoice()),
    )
    shown = petlab("resume", str(results.folder), PETLAB_CACHE=str(tmp_path / "cache"))
    assert shown.returncode == 1
    assert "petlab: revision 1234567 cannot be taken from this checkout (any more):" in shown.stderr
    assert "Traceback" not in shown.stderr

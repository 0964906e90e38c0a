"""What a person is told of errors that nobody foresaw: one message, and never a stack trace on the terminal."""

# mypy: disable-error-code="no-untyped-def"

import errno

import pytest

from analysis.reporting.report import write_report
from analysis.tests.synthetic import write_results
from analysis.tests.synthetic_plan import VARIANTS
from cli import failures, report_commands
from cli.tests.test_command_line import petlab, program
from deploy.paths import CHECKOUT

pytestmark = pytest.mark.usefixtures("analysed_once")


@pytest.fixture
def results(tmp_path):
    return write_results(tmp_path / "results", ["jms-transacted", "soap"], [15], repetitions=1)


@pytest.fixture
def mistaken(monkeypatch):
    """A command with a mistake in it."""

    def show_report(results):
        raise KeyError(f"the key\nof {results.name}")

    monkeypatch.setattr(report_commands, "show_report", show_report)


def refused(*words, **environment):
    """What a command says that ends with an error, which is one line."""
    shown = program(*words, **environment)
    assert shown.returncode == 1
    assert shown.stderr.count("\n") == 1 and "Traceback" not in shown.stderr
    return shown.stderr.strip()


def test_a_full_disk_is_said_with_what_to_do(results, tmp_path):
    """Python does not say which file it was: the stack trace does."""
    page = write_report(results).page
    [plot, *_] = sorted((results / "plots").iterdir())
    plot.unlink()
    plot.symlink_to("/dev/full")
    said = refused("report", str(results), PETLAB_RUNTIME=str(tmp_path / "runtime"))
    trace = tmp_path / "runtime/last-error.log"
    assert said == (
        "petlab: No space left on device; free some space on that disk; ./petlab resume RESULTS then conducts the "
        f"missing trials of a run; its stack trace is in {trace}"
    )
    assert "path.write_bytes" in trace.read_text(encoding="utf-8")
    assert not page.exists(), "it would be read beside the new numbers"


def test_a_results_folder_that_cannot_be_written_to_is_named_with_the_reason(results):
    (results / "tables").write_text("no folder")
    assert refused("report", str(results)).startswith(
        f"petlab: {results / 'tables'}: File exists; expected a folder there"
    )


@pytest.mark.parametrize("command", ["paper", "gc"])
def test_a_page_that_has_no_place_is_said_so(command, tmp_path):
    file = tmp_path / "file"
    file.touch()
    recorded = CHECKOUT / "analysis/tests/recorded/serial.log"
    about = (
        recorded if command == "gc" else write_results(tmp_path / "results", list(VARIANTS), [15, 60], repetitions=2)
    )

    said = refused(command, str(about), "--into", str(file / "page"))

    assert said.startswith(f"petlab: {file / 'page'}")
    assert "Not a directory; expected a folder there: name another place (--results, --into" in said


def test_a_cache_that_cannot_be_made_is_said_so():
    said = refused("plan", "quickstart", PETLAB_CACHE="/dev/null/cache")
    assert said.startswith("petlab: /dev/null/cache: Not a directory; expected a folder there")


@pytest.mark.usefixtures("mistaken")
def test_a_mistake_of_petlab_is_one_line_and_its_trace_a_file(results, tmp_path, monkeypatch):
    monkeypatch.setattr(failures, "RUNTIME", tmp_path / "runtime")

    shown = petlab("report", str(results))

    trace = tmp_path / "runtime/last-error.log"
    assert (shown.returncode, shown.stderr) == (
        1,
        f"petlab: this is a bug in Petlab: KeyError: 'the key\\nof results'; its stack trace is in {trace}\n",
    )
    assert trace.read_text(encoding="utf-8").startswith("Traceback") and trace.stat().st_mode & 0o777 == 0o600


@pytest.mark.usefixtures("mistaken")
def test_the_trace_goes_to_the_cache_where_the_checkout_cannot_be_written_to(results, tmp_path, monkeypatch):
    monkeypatch.setenv("PETLAB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(failures, "RUNTIME", results / "experiment.json")

    said = petlab("report", str(results)).stderr
    assert f"its stack trace is in {tmp_path / 'cache/last-error.log'}" in said


@pytest.mark.usefixtures("mistaken")
def test_the_trace_that_can_be_written_nowhere_is_shown(results, monkeypatch):
    monkeypatch.setenv("PETLAB_CACHE", "/dev/null/cache")
    monkeypatch.setattr(failures, "RUNTIME", results / "experiment.json")

    said = petlab("report", str(results)).stderr
    assert "written to a file, and is:\nTraceback" in said and said.endswith("KeyError: 'the key\\nof results'\n")


def test_both_files_of_what_was_moved_are_named():
    error = OSError(errno.EROFS, "Read-only file system", "/a", None, "/b")
    assert failures.of_the_system(error).startswith("/a and /b: Read-only file system; give yourself permission")

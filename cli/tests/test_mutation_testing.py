"""test --mutants: what it takes, how it counts, and that an interruption leaves nothing running."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest
from rich.console import Console

from cli import java_mutants, process_group, python_mutants, quick_files_first
from cli.java_mutants import class_pattern, scores_of
from cli.mutation_score import MutationScore, score_table, total
from cli.mutation_testing import report_mutants, targets
from cli.python_mutants import Sample, mutants_of
from deploy.errors import MissingError, PetlabError, PlanError
from deploy.paths import CHECKOUT
from deploy.tests.test_processes import gone

AUDIT = Path("analysis/auditing/audit.py")


def test_a_module_a_folder_and_a_java_module_are_distinguished(monkeypatch):
    monkeypatch.chdir(CHECKOUT / "docs")
    chosen = targets(["../analysis/auditing/audit.py", "../cli", "../pages"])
    assert chosen.python[0] == AUDIT
    names = {path.name for path in chosen.python[1:]}
    assert {path.parts[0] for path in chosen.python[1:]} == {"cli"} and {
        "app.py",
        "__main__.py",
        "evidence.py",
    } <= names
    assert not any(name.startswith("test_") for name in names)
    assert chosen.java == (Path("pages"),)


def test_without_a_path_all_modules_of_both_halves_are_changed_and_no_test():
    chosen = targets([])
    assert AUDIT in chosen.python and Path("pages") in chosen.java
    assert not [path for path in chosen.python if "tests" in path.parts or path.name == "__init__.py"]


@pytest.mark.parametrize(
    "path",
    [
        "analysis/auditing/audti.py",
        "analysis/tests/test_audit.py",
        "docs",
        "shared-schemas/records",
        "/",
        "pages/src/test/java",
        "browser",
    ],
)
def test_a_path_without_production_code_is_refused_in_one_sentence(monkeypatch, path):
    monkeypatch.chdir(CHECKOUT)
    with pytest.raises(
        PlanError, match=rf"^{path}: expected a file or folder of analysis, .* no tests: .*, or workflow$"
    ):
        report_mutants([path], Console())


def test_without_mutmut_the_remedy_is_said(monkeypatch, tmp_path):
    monkeypatch.setattr(python_mutants, "MUTMUT", tmp_path / "mutmut")
    with pytest.raises(MissingError, match="petlab test --mutants puts it there"):
        python_mutants.score_python_mutants([AUDIT])


def test_mutmut_s_codes_are_counted(monkeypatch, tmp_path):
    monkeypatch.setattr(python_mutants, "HOME", tmp_path)
    meta = tmp_path / "mutants/analysis/auditing/audit.py.meta"
    meta.parent.mkdir(parents=True)
    codes = {"a": 1, "b": 1, "c": 3, "slow": 36, "endless": -24, "survived": 0, "no test": 33, "broke off": None}
    meta.write_text(json.dumps({"exit_code_by_key": codes}))
    counted = python_mutants.score_of(AUDIT, python_mutants.exit_codes(AUDIT).values(), 30)
    assert counted == MutationScore("analysis/auditing/audit.py", killed=5, survived=1, untested=2, known=30)
    assert counted.tried == 8
    assert python_mutants.exit_codes(Path("analysis/reporting/palette.py")) == {}


def test_the_settings_name_the_modules_their_tests_and_everything_that_those_read(monkeypatch):
    import tomllib

    settings = python_mutants.settings([AUDIT, Path("deploy/host/ports.py")], ["analysis/tests/test_audit.py"])
    read = tomllib.loads(settings)["tool"]["mutmut"]
    assert read["only_mutate"] == ["analysis/auditing/audit.py", "deploy/host/ports.py"]
    assert read["pytest_add_cli_args_test_selection"] == ["analysis/tests/test_audit.py"]
    assert {"shared-schemas", "docs", "README.md", "petlab"} <= set(read["also_copy"])
    assert not set(read["source_paths"]) & set(read["also_copy"])


def test_the_tests_of_a_module_are_those_that_import_it_or_all_of_its_package():
    found = python_mutants.tests_of(AUDIT)
    assert "analysis/tests/test_audit.py" in found and "analysis/tests/test_gclog.py" not in found
    assert python_mutants.tests_of(Path("analysis/reporting/palettes.py")) == ["analysis"]


class Mutmut:
    """Notes what is run. first, again: the codes that it leaves."""

    def __init__(self, first, again):
        self.codes = [first, again]
        self.runs: list[Any] = []

    def run(self, command, folder, environment):
        self.runs.append((command[4:], environment[quick_files_first.MAX_FILE_S]))
        return 0

    def exit_codes(self, module):
        return self.codes[len(self.runs) - 1]


@pytest.mark.parametrize(("all_tests", "killed", "names"), [(False, 1, ["b", "c", "d"]), (True, 2, ["c", "d"])])
def test_what_survives_the_module_s_tests_can_meet_all_of_its_package(monkeypatch, tmp_path, all_tests, killed, names):
    mutmut = Mutmut({"a": 1, "b": 0, "c": 33, "d": 0}, {"a": None, "b": 1, "c": 0, "d": 33})
    for name, value in {"HOME": tmp_path, "MUTMUT": Path(sys.executable), "exit_codes": mutmut.exit_codes}.items():
        monkeypatch.setattr(python_mutants, name, value)
    monkeypatch.setattr(process_group, "run", mutmut.run)
    monkeypatch.setattr(python_mutants, "copy_checkout", lambda home: None)
    monkeypatch.setattr(python_mutants, "mutants_of", lambda modules: {AUDIT: ["a", "b", "c", "d"]})
    left: list[str] = []
    monkeypatch.setattr(python_mutants, "write_survivors", left.extend)
    [score] = python_mutants.score_python_mutants([AUDIT], all_tests=all_tests)
    assert (score.killed, score.tried, left) == (killed, 4, names)
    assert mutmut.runs == [([], "5.0"), (["b", "c", "d"], "inf")][: 1 + all_tests]
    assert ('selection = ["analysis"]' in (tmp_path / "pyproject.toml").read_text()) == all_tests


def test_a_sample_is_drawn_module_by_module_and_only_it_is_tried(monkeypatch, tmp_path):
    names = {AUDIT: list("abcdefgh"), Path("cli/app.py"): ["z"]}
    mutmut = Mutmut(dict.fromkeys("abcdefgh", 1) | {"z": 0}, {})
    for name, value in {"HOME": tmp_path, "MUTMUT": Path(sys.executable), "exit_codes": mutmut.exit_codes}.items():
        monkeypatch.setattr(python_mutants, name, value)
    monkeypatch.setattr(process_group, "run", mutmut.run)
    monkeypatch.setattr(python_mutants, "copy_checkout", lambda home: None)
    monkeypatch.setattr(python_mutants, "write_survivors", lambda names: None)

    def names_of(modules):
        assert "[tool.mutmut]" in (tmp_path / "pyproject.toml").read_text(), "mutmut reads it to name them, too"
        return names

    monkeypatch.setattr(python_mutants, "mutants_of", names_of)
    scores = python_mutants.score_python_mutants(list(names), sample=Sample(3))
    assert [(score.killed, score.survived, score.tried, score.known) for score in scores] == [
        (3, 0, 3, 8),
        (0, 1, 1, 1),
    ]
    [(tried, _)] = mutmut.runs
    assert tried == Sample(3).of(names)[AUDIT] + ["z"] and set(tried[:3]) < set("abcdefgh")
    assert len({tuple(Sample(3, seed).of(names)[AUDIT]) for seed in range(10)}) > 5


def test_what_mutmut_says_when_it_names_no_change_is_told(monkeypatch, tmp_path):
    monkeypatch.setattr(python_mutants, "HOME", tmp_path)
    monkeypatch.setattr(python_mutants, "_NAMES", "raise SystemExit('there is no code')")
    with pytest.raises(PetlabError, match="there is no code"):
        mutants_of([AUDIT])


def test_quick_files_come_first_and_slow_ones_only_where_there_are_no_others(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    items: list[Any] = [
        SimpleNamespace(nodeid=test) for test in ("slow.py::a", "new.py::a", "quick.py::a", "slow.py::b")
    ]
    listed = items.copy()
    quick_files_first.pytest_collection_modifyitems(listed)
    assert listed == items  # nothing is timed yet
    timed = {"slow.py::a": 0.1, "slow.py::b": 2.0, "quick.py::a": 1.0, "quick.py::b": 0.2}
    quick_files_first.STATS.write_text(json.dumps({"duration_by_test": timed}))
    quick_files_first.pytest_collection_modifyitems(listed)
    assert [item.nodeid for item in listed] == ["new.py::a", "quick.py::a", "slow.py::a", "slow.py::b"]
    monkeypatch.setenv(quick_files_first.MAX_FILE_S, "1.2")
    quick_files_first.pytest_collection_modifyitems(listed)
    assert [item.nodeid for item in listed] == ["new.py::a", "quick.py::a"]
    alone = [items[0]]
    quick_files_first.pytest_collection_modifyitems(alone)
    assert alone == [items[0]]


def test_the_copy_holds_what_git_knows_and_nothing_of_an_earlier_run(tmp_path):
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy/old.py").touch()
    python_mutants.copy_checkout(tmp_path / "copy")
    assert (tmp_path / "copy/analysis/auditing/audit.py").is_file()
    assert not [tmp_path / "copy" / name for name in ("old.py", ".venv", ".git") if (tmp_path / "copy" / name).exists()]


PIT = """<mutations>
  <mutation status='KILLED'><mutatedClass>org.petlab.pages.Page</mutatedClass></mutation>
  <mutation status='TIMED_OUT'><mutatedClass>org.petlab.pages.Page$Size</mutatedClass></mutation>
  <mutation status='SURVIVED'><mutatedClass>org.petlab.pages.Page</mutatedClass></mutation>
  <mutation status='NON_VIABLE'><mutatedClass>org.petlab.pages.Page</mutatedClass></mutation>
  <mutation status='NO_COVERAGE'><mutatedClass>org.petlab.pages.Forms</mutatedClass></mutation>
</mutations>"""


def test_pit_s_report_is_counted_class_by_class(monkeypatch, tmp_path):
    monkeypatch.setattr(java_mutants, "CHECKOUT", tmp_path)
    report = tmp_path / "pages/target/pit-reports/mutations.xml"
    report.parent.mkdir(parents=True)
    report.write_text(PIT)
    assert scores_of("pages") == [
        MutationScore("pages: org.petlab.pages.Page", killed=2, survived=1, untested=0, known=3),
        MutationScore("pages: org.petlab.pages.Forms", killed=0, survived=0, untested=1, known=1),
    ]


def test_a_java_class_and_a_package_are_named_as_pit_takes_them(monkeypatch, tmp_path):
    monkeypatch.setattr(java_mutants, "CHECKOUT", tmp_path)
    sources = tmp_path / "pages/src/main/java/org/petlab/pages"
    (sources / "signon").mkdir(parents=True)
    for name in ("Page.java", "signon/LoginThrottle.java"):
        (sources / name).touch()
    place = Path("pages/src/main/java/org/petlab/pages")
    assert class_pattern(place / "Page.java") == "org.petlab.pages.Page*"
    assert class_pattern(place / "signon") == "org.petlab.pages.signon.*"
    assert class_pattern(Path("pages")) == "org.petlab.pages.*,org.petlab.pages.signon.*"


def test_a_score_is_the_killed_of_all_and_the_worst_comes_first():
    scores = [MutationScore("good", 9, 1, 0, 90), MutationScore("bad", 1, 1, 2, 4), MutationScore("empty", 0, 0, 0, 0)]
    assert [score.percent for score in scores] == [90, 25, 100]
    assert total(scores) == MutationScore("all", 10, 2, 2, 94)
    columns = [list(column.cells) for column in score_table(scores).columns]
    assert columns[0] == ["bad", "good", "empty", "all"]
    assert columns[-1] == ["25 %", "90 %", "100 %", "71 %"]


GROUP = "import subprocess, time; subprocess.Popen(['sleep', '61']); print('begun', flush=True); time.sleep(62)"


def test_an_interruption_ends_the_tool_and_all_that_it_has_started(tmp_path):
    script = f"from cli import process_group; process_group.run([{sys.executable!r}, '-c', {GROUP!r}], '.', {{}})"
    environment = os.environ | {"PYTHONPATH": str(CHECKOUT)}
    with subprocess.Popen([sys.executable, "-c", script], stdout=-1, stderr=-1, env=environment) as petlab:
        assert petlab.stdout is not None
        assert petlab.stdout.readline() == b"begun\n"
        started = [each.pid for each in psutil.Process(petlab.pid).children(recursive=True)]
        assert len(started) == 2
        petlab.send_signal(2)
        petlab.wait(20)
    assert all(gone(pid) for pid in started)


def test_the_exit_code_of_the_tool_is_passed_on(tmp_path):
    assert process_group.run(["sh", "-c", "exit 3"], tmp_path, os.environ) == 3

"""Mutation testing of the Python half, by mutmut, in a copy of the checkout.

mutmut changes one thing at a time in a function or method, and runs the tests that come by it, of the files that import
the module; what survives can meet all quick tests of its package. Properties and other decorated functions, and what
is outside of functions (constants, tables of metrics), it leaves alone.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from cli import process_group
from cli.mutation_score import MutationScore
from cli.quick_files_first import MAX_FILE_S
from deploy.errors import MissingError, PetlabError
from deploy.paths import CHECKOUT, RUNTIME

ROOMS = ("analysis", "loadscripts", "deploy", "cli")
MUTMUT = Path(sys.executable).with_name("mutmut")
HOME = RUNTIME / "mutants"
QUICK_FILE_S = 5.0
"""A file of tests that takes longer is left to the mutants that survive all others."""
SURVIVORS = HOME / "survivors.diff"
_KILLED = {1, 3, 24, 36, 152, 255, -24}
"""mutmut's codes: a test failed, or the changed code did not come to an end."""
_SURVIVED, _NO_TESTS = 0, 33
Codes = Mapping[Path, Mapping[str, int | None]]
_SETTINGS = """
[tool.mutmut]
source_paths = {sources}
only_mutate = {modules}
do_not_mutate = ["*/tests/*"]
also_copy = {others}
pytest_add_cli_args = [
  "-p", "cli.quick_files_first", "-m", "not bed", "--no-browser", "-p", "no:cacheprovider", "--no-header",
]
pytest_add_cli_args_test_selection = {tests}
process_isolation = "forkserver"
"""
_SHOW = """
import sys
from mutmut.mutation.diff_apply import get_diff_for_mutant
for name in sys.argv[1:]:
    print(get_diff_for_mutant(name))
"""


def score_python_mutants(modules: Sequence[Path], *, all_tests: bool = False) -> list[MutationScore]:
    """Tests the mutants of these modules, by their paths in the checkout, with the tests that import them; with
    all_tests the survivors with all quick ones of their package.

    Leaves what survived as differences in `SURVIVORS`. Raises MissingError, or PetlabError when mutmut fails.
    """
    if not MUTMUT.exists():
        raise MissingError("mutmut is not in .venv: ./petlab test --mutants puts it there")
    copy_checkout(HOME)
    codes = tried(modules, sorted({file for module in modules for file in tests_of(module)}), QUICK_FILE_S)
    if all_tests and (left := survivors(codes)):
        again = tried(modules, sorted({module.parts[0] for module in modules}), float("inf"), left)
        codes = {
            module: {name: again[module][name] if name in left else code for name, code in each.items()}
            for module, each in codes.items()
        }
    write_survivors(survivors(codes))
    return [score_of(module, each.values()) for module, each in codes.items()]


def tried(modules: Sequence[Path], tests: Sequence[str], max_file_s: float, names: Sequence[str] = ()) -> Codes:
    """What became of these mutants (or of all) in these tests, files or folders; files of more seconds are left out.

    As many are tried side by side as this process may use cores (taskset).
    """
    (HOME / "pyproject.toml").write_text(
        (CHECKOUT / "pyproject.toml").read_text("utf-8") + settings(modules, tests), "utf-8"
    )
    command = [str(MUTMUT), "run", "--max-children", str(len(os.sched_getaffinity(0))), *names]
    if process_group.run(command, HOME, environment() | {MAX_FILE_S: str(max_file_s)}):
        raise PetlabError(f"mutmut has failed, see above; it ran in {HOME}")
    return {module: exit_codes(module) for module in modules}


def survivors(codes: Codes) -> list[str]:
    """Their names: no test has noticed them, or come by."""
    return [name for each in codes.values() for name, code in each.items() if code in (_SURVIVED, _NO_TESTS)]


def copy_checkout(home: Path) -> None:
    """All that git knows or would take up, anew: no result of an earlier run is taken for one of this."""
    shutil.rmtree(home, ignore_errors=True)
    for file in known_files():
        (home / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(CHECKOUT / file, home / file)


def known_files() -> Iterator[str]:
    listing = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    listed = subprocess.run(listing, cwd=CHECKOUT, capture_output=True, text=True, check=True).stdout
    yield from (file for file in listed.split("\0") if file and (CHECKOUT / file).is_file())


def settings(modules: Sequence[Path], tests: Sequence[str]) -> str:
    """mutmut's part of pyproject.toml."""
    others = sorted({file.partition("/")[0] for file in known_files()} - set(ROOMS))
    return _SETTINGS.format(
        sources=json.dumps(ROOMS), modules=json.dumps([str(each) for each in modules]),
        others=json.dumps(others), tests=json.dumps(tests),
    )  # fmt: skip


def tests_of(module: Path) -> list[str]:
    """The files of tests that import a module: those are quick. Where there are none, all of its package."""
    folder, room = ".".join(module.parent.parts), module.parts[0]
    imports = re.compile(rf"^from {folder}(\.{module.stem} import | import .*\b{module.stem}\b)", re.MULTILINE)
    files = sorted((CHECKOUT / room / "tests").glob("test_*.py"))
    found = [str(file.relative_to(CHECKOUT)) for file in files if imports.search(file.read_text("utf-8"))]
    return found or [room]


def environment() -> dict[str, str]:
    """Without the path of the checkout, whose code would be found before the mutants; polars is not used yet when
    mutmut forks.
    """
    inherited = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "CI")}
    return inherited | {"POLARS_ALLOW_FORKING_THREAD": "1", "POLARS_MAX_THREADS": "1"}


def exit_codes(module: Path) -> dict[str, int | None]:
    """What became of each mutant of a module, by its name."""
    file = HOME / "mutants" / f"{module}.meta"
    if not file.exists():  # nothing in it can be changed
        return {}
    codes: dict[str, int | None] = json.loads(file.read_text("utf-8"))["exit_code_by_key"]
    return codes


def score_of(module: Path, codes: Iterable[int | None]) -> MutationScore:
    listed = list(codes)
    killed, survived = sum(code in _KILLED for code in listed), listed.count(_SURVIVED)
    return MutationScore(str(module), killed, survived, len(listed) - killed - survived)


def write_survivors(names: Iterable[str]) -> None:
    command = [sys.executable, "-c", _SHOW, *names]
    with SURVIVORS.open("w", encoding="utf-8") as output:
        subprocess.run(command, cwd=HOME, env=environment(), stdout=output, check=True)

"""Mutation testing of the Python half, by mutmut, in a copy of the checkout.

mutmut changes one thing at a time in a function or method, and runs the tests that come by it, of the files that import
the module; what survives can meet all quick tests of its package. Properties and other decorated functions, and what
is outside of functions (constants, tables of metrics), it leaves alone.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
_NAMES = """
import sys
from pathlib import Path
from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.utils.format_utils import get_mutant_name
for file in map(Path, sys.argv[1:]):
    for name in mutate_file_contents(str(file), file.read_text("utf-8")).mutant_names:
        print(file, get_mutant_name(file, name))
"""
_SHOW = """
import sys
from mutmut.mutation.diff_apply import get_diff_for_mutant
for name in sys.argv[1:]:
    try:
        print(get_diff_for_mutant(name))
    except FileNotFoundError as error:
        print(f"{name}: {error}")
"""


@dataclass(frozen=True)
class Sample:
    """So many mutants of each module, drawn by a seed."""

    size: int
    seed: int = 1

    def of(self, names: Mapping[Path, Sequence[str]]) -> dict[Path, list[str]]:
        """Those drawn of each module: all where it has no more."""
        return {
            module: sorted(random.Random(f"{self.seed} {module}").sample(listed, min(self.size, len(listed))))
            for module, listed in names.items()
        }


def score_python_mutants(
    modules: Sequence[Path], *, all_tests: bool = False, sample: Sample | None = None
) -> list[MutationScore]:
    """Tests the mutants of these modules, by their paths in the checkout, with the tests that import them; with
    all_tests the survivors with all quick ones of their package. With a sample only those that it draws.

    Leaves what survived as differences in `SURVIVORS`. Raises MissingError, or PetlabError when mutmut fails.
    """
    if not MUTMUT.exists():
        raise MissingError("mutmut is not in .venv: ./petlab test --mutants puts it there")
    copy_checkout(HOME)
    tests = sorted({file for module in modules for file in tests_of(module)})
    write_settings(modules, tests)
    names = mutants_of(modules)
    drawn = sample.of(names) if sample else names
    codes = chosen(drawn, tried(modules, tests, QUICK_FILE_S, flat(drawn) if sample else ()))
    if all_tests and (left := survivors(codes)):
        again = tried(modules, sorted({module.parts[0] for module in modules}), float("inf"), left)
        codes = {
            module: {name: again[module][name] if name in left else code for name, code in each.items()}
            for module, each in codes.items()
        }
    write_survivors(survivors(codes))
    return [score_of(module, each.values(), len(names[module])) for module, each in codes.items()]


def mutants_of(modules: Sequence[Path]) -> dict[Path, list[str]]:
    """The names of all mutants, module by module. Raises PetlabError when mutmut cannot tell them."""
    command = [sys.executable, "-c", _NAMES, *map(str, modules)]
    listing = subprocess.run(command, cwd=HOME, env=environment(), capture_output=True, text=True, check=False)
    if listing.returncode:
        raise PetlabError(f"mutmut cannot name the changes in {HOME}:\n{listing.stderr.strip()}")
    names: dict[Path, list[str]] = {module: [] for module in modules}
    for line in listing.stdout.splitlines():
        module, name = line.split(" ")
        names[Path(module)].append(name)
    return names


def flat(names: Mapping[Path, Sequence[str]]) -> list[str]:
    return [name for listed in names.values() for name in listed]


def chosen(names: Mapping[Path, Sequence[str]], codes: Codes) -> dict[Path, dict[str, int | None]]:
    """What became of these."""
    return {module: {name: codes[module].get(name) for name in listed} for module, listed in names.items()}


def tried(modules: Sequence[Path], tests: Sequence[str], max_file_s: float, names: Sequence[str] = ()) -> Codes:
    """What became of these mutants (or of all) in these tests, files or folders; files of more seconds are left out.

    As many are tried side by side as this process may use cores (taskset).
    """
    write_settings(modules, tests)
    command = [str(MUTMUT), "run", "--max-children", str(len(os.sched_getaffinity(0))), *names]
    if process_group.run(command, HOME, environment() | {MAX_FILE_S: str(max_file_s)}):
        raise PetlabError(
            f"mutmut has failed in {HOME}. Where it gives no reason above, a quick test fails without any change: "
            "./petlab test --fast shows which"
        )
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


def write_settings(modules: Sequence[Path], tests: Sequence[str]) -> None:
    """Without them mutmut does nothing."""
    ours = (CHECKOUT / "pyproject.toml").read_text("utf-8")
    (HOME / "pyproject.toml").write_text(ours + settings(modules, tests), "utf-8")


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


def score_of(module: Path, codes: Iterable[int | None], known: int) -> MutationScore:
    """known: how many mutants the module has, tried or not."""
    listed = list(codes)
    killed, survived = sum(code in _KILLED for code in listed), listed.count(_SURVIVED)
    return MutationScore(str(module), killed, survived, len(listed) - killed - survived, known)


def write_survivors(names: Iterable[str]) -> None:
    command = [sys.executable, "-c", _SHOW, *names]
    with SURVIVORS.open("w", encoding="utf-8") as output:
        subprocess.run(command, cwd=HOME, env=environment(), stdout=output, check=True)

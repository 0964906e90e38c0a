"""Documents of the cache that all checkouts of a person share: one process at a time changes one, and none is lost."""

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from rich.console import Console

from analysis.analysis_errors import RecordError
from analysis.contract.document import Document
from analysis.contract.schemas import read_document
from cli.consoles import plain_console
from deploy.build.artifacts import locked
from loadscripts.probes.machine import Revision
from loadscripts.trials.results_folder import replace_document

D = TypeVar("D", bound=Document)


def change(file: Path, model: type[D], changed: Callable[[D | None], D], stderr: Console | None = None) -> D:
    """Puts what becomes of a document in its place, which is None where there is none yet. One that this Petlab cannot
    read, as a newer one may have written it, is set aside, and the person told where.
    """
    with locked(file.with_name(f".{file.name}.lock")):
        document = changed(_readable(file, model, stderr or plain_console(stderr=True)))
        replace_document(file, document)
    return document


def state_of_others(commit: str | None, dirty: bool | None, here: Revision) -> str | None:
    """`at commit 0123456; this is 89abcde`: at which one something was found, where this is another one, or either had
    changes that are in none; None where it is the same, or not known.
    """
    if commit is None or here.commit is None or (commit == here.commit and not dirty and not here.dirty):
        return None
    return f"at commit {_described(commit, dirty)}; this is {_described(here.commit, here.dirty)}"


def _described(commit: str, dirty: bool | None) -> str:
    return f"{commit[:7]} with uncommitted changes" if dirty else commit[:7]


def _readable(file: Path, model: type[D], stderr: Console) -> D | None:
    if not file.exists():
        return None
    try:
        return read_document(file, model)
    except RecordError as error:
        message = f"{error}; it is set aside as {_set_aside(file)}"
        stderr.print(message, style="red", markup=False, highlight=False, soft_wrap=True)
        return None


def _set_aside(file: Path) -> Path:
    names = (file.with_name(f"{file.name}.{number}") for number in itertools.count(1))
    return file.rename(next(name for name in names if not name.exists()))

"""Defects on purpose: a small change of a real function, for the time of a block, wherever it was imported."""

import importlib
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal
from unittest import mock

from deploy.errors import PetlabError

OURS = ("analysis", "cli", "deploy", "loadscripts")
Part = Literal["generator", "sampling", "events", "audit", "collections", "statistics", "comparing", "report"]


class DefectError(PetlabError):
    """A defect is no longer one: the code that it changes has changed."""


@dataclass(frozen=True)
class Defect:
    """where: `module:function` or `module:Class.method`; old and new: what is replaced in its source, once.
    caught_by: the names of the checks that must all notice it. conducting: whether trials must be conducted with it,
    because it is in the lab and not in the analysis.
    """

    name: str
    part: Part
    where: str
    old: str
    new: str
    caught_by: tuple[str, ...]
    conducting: bool = False


@contextmanager
def damaged(defect: Defect) -> Iterator[None]:
    """The code of this process has the defect while the block runs.

    Raises:
        DefectError: there is no such code.
    """
    module_name, _, path = defect.where.partition(":")
    module = importlib.import_module(module_name)
    *classes, name = path.split(".")
    owner: Any = module
    for each in classes:
        owner = getattr(owner, each)
    original = inspect.getattr_static(owner, name)
    broken = _rewritten(defect, original, name, vars(module))
    with ExitStack() as stack:
        for holder in [owner] if classes else _holders(name, original):
            stack.enter_context(mock.patch.object(holder, name, broken))
        yield


def _rewritten(defect: Defect, original: Any, name: str, scope: dict[str, Any]) -> Any:
    source = textwrap.dedent(inspect.getsource(_function_of(original)))
    if source.count(defect.old) != 1:
        raise DefectError(
            f"the defect '{defect.name}' expects {defect.old!r} once in {defect.where}: rewrite it in cli/selfcheck"
        )
    made: dict[str, Any] = {}
    code = compile(source.replace(defect.old, defect.new), f"<{defect.name}>", "exec")
    exec(code, scope, made)  # noqa: S102 it is our own source, with a change that is written down in this package
    if isinstance(made[name], cached_property):
        made[name].__set_name__(None, name)
    return made[name]


def _function_of(original: Any) -> Callable[..., Any]:
    for attribute in ("fget", "func", "__func__", "__wrapped__"):
        original = getattr(original, attribute, original) or original
    function: Callable[..., Any] = original
    return function


def _holders(name: str, original: Any) -> list[Any]:
    """The modules of ours that have the function under its name."""
    loaded = [module for key, module in sys.modules.items() if key.partition(".")[0] in OURS and module is not None]
    return [module for module in loaded if vars(module).get(name) is original]

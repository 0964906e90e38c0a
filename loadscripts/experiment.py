"""An experiment: one question, asked of a bed by trials. Read strictly from its file.

Every mistake of a file is found at once; each is named by its key. Unknown keys are mistakes.
"""

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
)

from deploy import topology
from deploy.plan import DEFAULT_SETTINGS
from loadscripts.errors import ExperimentError
from loadscripts.think import parse_think

EXPERIMENTS = Path(__file__).parent / "experiments"
SCENARIOS = Path(__file__).parent / "scenarios"
MAX_CUSTOMERS = 1000
"""Siege hangs now and then with more."""

DEFAULT_JVM = "default"
"""The named set of JVM options that adds nothing to those of the bed."""

Delegate = Literal["jms-transacted", "jms-nontransacted", "soap"]


def _as_list(levels: Any) -> Any:
    return levels if isinstance(levels, list) else [levels]


def _distinct(levels: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(set(levels)) != len(levels):
        raise ValueError("expected each level once")
    return levels


def _think_level(level: str) -> str:
    parse_think(level)
    return level


Level = TypeVar("Level")

Levels = Annotated[tuple[Level, ...], BeforeValidator(_as_list), Field(min_length=1), AfterValidator(_distinct)]
"""The levels of a factor: a list, or a single value for what does not vary."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Factors(_Strict):
    """What is varied, and the levels of each. What is not named keeps its default."""

    transition: Levels[Delegate] = ("jms-transacted",)
    customers: Levels[Annotated[int, Field(ge=1, le=MAX_CUSTOMERS, strict=True)]]
    think: Levels[Annotated[str, AfterValidator(_think_level)]] = ("1-4 s",)
    measuring: Levels[Literal["on", "off"]] = ("on",)
    jvm: Levels[str] = (DEFAULT_JVM,)
    topology: Levels[str] | None = None
    order_submission: Levels[Delegate] | None = Field(None, alias="order-submission")
    supplier_order: Levels[Delegate] | None = Field(None, alias="supplier-order")
    invoice: Levels[Delegate] | None = None


class Experiment(_Strict):
    """An experiment as its file says it. Times are in seconds."""

    name: str
    question: str = Field(min_length=1)
    baseline: str
    compare: str = "transition"
    topology: str = "one-server"
    scenario: str = "place-orders"
    repetitions: int = Field(ge=1, strict=True)
    warmup_s: float = Field(gt=0)
    measure_s: float = Field(gt=0)
    jvm_warmup_s: float = Field(0, ge=0)
    drain_deadline_s: float = Field(120, gt=0)
    seed: int = Field(1, ge=0, strict=True)
    factors: Factors
    jvm: dict[str, tuple[str, ...]] = {}
    settings: dict[str, str] = {}

    def levels(self) -> dict[str, tuple[Any, ...]]:
        """The levels of each factor that has any, under the names of the file."""
        return self.factors.model_dump(by_alias=True, exclude_none=True)

    def jvm_options(self, name: str) -> tuple[str, ...]:
        """The JVM options of a named set."""
        return self.jvm.get(name, ())


def read_experiment(path: Path) -> Experiment:
    """Reads an experiment from its file.

    Raises:
        ExperimentError: there is no such file, or it has mistakes; the message lists them all.
    """
    raw = read_toml(path)
    mistakes = _contradictions(raw)
    try:
        experiment = Experiment.model_validate({"name": path.stem} | raw)
    except ValidationError as error:
        mistakes = _mistakes(error) + mistakes
    if mistakes:
        raise ExperimentError(_listed(path, mistakes))
    return experiment


def find_experiment(name_or_path: str) -> Path:
    """The file of an experiment, given by its name or its path.

    Raises:
        ExperimentError: there is neither; the message lists the names.
    """
    named = EXPERIMENTS / f"{name_or_path}.toml"
    path = named if named.is_file() else Path(name_or_path)
    if path.is_file():
        return path
    known = ", ".join(sorted(file.stem for file in EXPERIMENTS.glob("*.toml")))
    raise ExperimentError(f"there is no experiment {name_or_path}: expected a TOML file or one of {known}")


def read_toml(path: Path) -> dict[str, Any]:
    """Reads a TOML file; what cannot be read is an ExperimentError that names the file."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ExperimentError(f"{path}: cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ExperimentError(f"{path}: this is not TOML: {error}") from error


def _contradictions(raw: dict[str, Any]) -> list[str]:
    """What no single key can know: names that must be there elsewhere."""
    factors = raw.get("factors")
    factors = factors if isinstance(factors, dict) else {}
    return [
        *_unknown_name("scenario", [raw.get("scenario", "place-orders")], scenarios()),
        *_unknown_name("topology", [raw.get("topology", "one-server")], topology.known()),
        *_unknown_name("factors.topology", _as_list(factors.get("topology", [])), topology.known()),
        *_baseline_not_a_level(raw, factors),
        *_unknown_jvm(raw, factors),
        *_unknown_settings(raw),
    ]


def scenarios() -> tuple[str, ...]:
    """The names of all scenarios."""
    return tuple(sorted(file.stem for file in SCENARIOS.glob("*.toml")))


def _unknown_name(key: str, names: list[Any], known: tuple[str, ...]) -> list[str]:
    return [f"{key}: expected one of {', '.join(known)}, got {name!r}" for name in names if name not in known]


def _baseline_not_a_level(raw: dict[str, Any], factors: dict[str, Any]) -> list[str]:
    compare = raw.get("compare", "transition")
    names = [field.alias or name for name, field in Factors.model_fields.items()]
    if compare not in names:
        return [f"compare: expected one of {', '.join(names)}, got {compare!r}"]
    default = ["jms-transacted"] if compare == "transition" else []
    levels = [str(level) for level in _as_list(factors.get(compare, default))]
    if "baseline" in raw and raw["baseline"] not in levels:
        return [f"baseline: expected a level of {compare} ({', '.join(levels)}), "
                f"got {raw['baseline']!r}"]  # fmt: skip
    return []


def _unknown_jvm(raw: dict[str, Any], factors: dict[str, Any]) -> list[str]:
    sets = raw.get("jvm")
    known = [DEFAULT_JVM, *(sets if isinstance(sets, dict) else {})]
    return [
        f"factors.jvm: expected one of {', '.join(known)} (a set of options under [jvm]), got {name!r}"
        for name in _as_list(factors.get("jvm", []))
        if name not in known
    ]


def _unknown_settings(raw: dict[str, Any]) -> list[str]:
    settings = raw.get("settings")
    return [
        f"settings.{key}: expected one of {', '.join(DEFAULT_SETTINGS)}"
        for key in (settings if isinstance(settings, dict) else {})
        if key not in DEFAULT_SETTINGS
    ]


def _mistakes(error: ValidationError) -> list[str]:
    return [_mistake(detail) for detail in error.errors()]


def _mistake(detail: Any) -> str:
    key = ".".join(str(part) for part in detail["loc"]) or "(file)"
    if detail["type"] == "extra_forbidden":
        return f"{key}: there is no such key"
    if detail["type"] == "missing":
        return f"{key}: is missing"
    said = re.sub(r"^(Value error, |Input should be )", "", detail["msg"])
    said = said if said.startswith("expected") else f"expected {said}"
    return f"{key}: {said}, got {detail['input']!r}"


def _listed(path: Path, mistakes: list[str]) -> str:
    count = "1 mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
    return "\n".join([f"{path}: {count}", *(f"  {mistake}" for mistake in mistakes)])

"""Reads one trial folder, strictly: what is not as `shared-schemas/records` says is an error that names file and
column.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl

from analysis.analysis_errors import RecordError
from analysis.contract import schemas
from analysis.contract.record_versions import current_columns
from analysis.contract.schemas import Column, Table
from analysis.contract.trial_document import TrialDocument
from analysis.reading.gclog import GcLog, read_gc_log
from analysis.reading.trial_facts import Trial

# The name of the broker's JVM among those that were observed, and the tables that each of these fills.
BROKER = "broker"
BY_JVM = (
    "collections", "pauses", "collector_times", "allocation", "collector_threads", "collector_counters",
    "compiler_threads",
)  # fmt: skip
# What the applications and the mail sink tell: enough to say what became of the orders.
OF_THE_STORE = (
    "storefront_orders", "opc_orders", "supplier_orders", "shipments", "stock", "mails", "dead_letters",
)  # fmt: skip


@dataclass(frozen=True)
class Records:
    """All that one trial recorded; each frame has the columns that its contract lists, and no others.

    What collectors and compilers did is that of the servers; broker: the same records with what those of the broker's
    JVM did instead, None where it was not observed.
    """

    folder: Path
    trial: Trial
    points: pl.DataFrame
    calls: pl.DataFrame
    steps: pl.DataFrame
    service_requests: pl.DataFrame
    collections: pl.DataFrame
    pauses: pl.DataFrame
    collector_times: pl.DataFrame
    allocation: pl.DataFrame
    profile: pl.DataFrame
    queues: pl.DataFrame
    resources: pl.DataFrame
    collector_threads: pl.DataFrame
    collector_counters: pl.DataFrame
    compiler_threads: pl.DataFrame
    pressure: pl.DataFrame
    machine: pl.DataFrame
    canary: pl.DataFrame
    windows: pl.DataFrame
    requests: pl.DataFrame
    answers: pl.DataFrame
    mails: pl.DataFrame
    storefront_orders: pl.DataFrame
    opc_orders: pl.DataFrame
    supplier_orders: pl.DataFrame
    shipments: pl.DataFrame
    stock: pl.DataFrame
    dead_letters: pl.DataFrame
    gc_logs: dict[str, GcLog]
    absent: tuple[str, ...] = ()  # tables that a failed or an older trial did not leave
    broker: "Records | None" = None

    @property
    def has_steps(self) -> bool:
        """Whether the flight recordings contain steps and calls."""
        return self.trial.measured and not {"steps", "calls"} & set(self.absent)


def read_trial(folder: Path) -> Trial:
    """The facts of the trial in `folder`, complete or failed."""
    return Trial(schemas.read_document(folder / "trial.json", TrialDocument))


def has_store_tables(folder: Path) -> bool:
    """Whether a trial left the tables of its orders, though it may have failed."""
    return all((folder / schemas.tables()[name].file).is_file() for name in OF_THE_STORE)


def read_records(folder: Path, trial: Trial | None = None) -> Records:
    """All records of the trial in `folder`; of a failed one, what it left."""
    trial = trial or read_trial(folder)
    tables = schemas.tables()
    absent = tuple(
        name
        for name, table in tables.items()
        if (table.optional or not trial.complete) and not (folder / table.file).is_file()
    )
    frames: dict[str, Any] = {
        name: pl.DataFrame(schema=table.polars_schema) if name in absent else read_table(folder, table)
        for name, table in tables.items()
    }
    logs = {path.stem.removeprefix("gc-"): read_gc_log(path) for path in sorted(folder.glob("gc-*.log"))}
    observed = {*trial.facts.jvm_flags, *frames["collector_threads"]["jvm"]}
    if trial.complete and (without := sorted(observed - logs.keys())):
        raise RecordError(f"{folder / f'gc-{without[0]}.log'}: missing; a complete trial has one of each JVM")
    whole = Records(folder=folder, trial=trial, gc_logs=logs, absent=absent, **frames)
    if BROKER not in logs:
        return whole
    return replace(of_jvms(whole, set(logs) - {BROKER}), broker=of_jvms(whole, {BROKER}))


def of_jvms(records: Records, jvms: Collection[str]) -> Records:
    """The same records with what the collectors and compilers of these JVMs did, and of no others."""
    frames = {name: getattr(records, name).filter(pl.col("jvm").is_in(list(jvms))) for name in BY_JVM}
    return replace(records, gc_logs={jvm: log for jvm, log in records.gc_logs.items() if jvm in jvms}, **frames)


def read_table(folder: Path, table: Table) -> pl.DataFrame:
    """One record; RecordError naming file and column when it is not as its contract says."""
    path = folder / table.file
    try:
        text_df = pl.read_csv(path, infer_schema=False, empty_string_is_null=True)
    except FileNotFoundError:
        raise RecordError(
            f"{path}: missing; a complete trial has one, with a header even when it has no rows"
        ) from None
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error}") from None
    except pl.exceptions.NoDataError:
        raise RecordError(f"{path}: empty; the header names {', '.join(c.name for c in table.columns)}") from None
    except pl.exceptions.PolarsError as error:
        raise RecordError(f"{path}: not a CSV file: {str(error).splitlines()[0]}") from None
    text_df = text_df.rename(current_columns(table.name, text_df.columns))
    check_header(path, table, text_df.columns)
    absent = [column.name for column in table.columns if column.name not in text_df.columns]
    if absent:
        text_df = text_df.with_columns(pl.lit(None, dtype=pl.String).alias(name) for name in absent)
    return pl.DataFrame([typed(path, column, text_df[column.name]) for column in table.columns])


def check_header(path: Path, table: Table, found: list[str]) -> None:
    expected = [column.name for column in table.columns]
    missing = [column.name for column in table.columns if column.name not in found and not column.optional]
    unknown = [name for name in found if name not in expected]
    if missing or unknown:
        mistakes = [f"column {name} is missing" for name in missing] + [f"column {name} is unknown" for name in unknown]
        raise RecordError(f"{path}: {'; '.join(mistakes)}; expected {', '.join(expected)}")


def typed(path: Path, column: Column, text: pl.Series) -> pl.Series:
    """The column in its type; every value must be of it, and none may be empty unless the contract allows it."""
    if column.type == "string":
        values = text
    elif column.type == "boolean":
        values = text.str.to_lowercase().replace_strict(
            {"true": True, "false": False}, default=None, return_dtype=pl.Boolean
        )
    else:
        values = text.cast(schemas.TYPES[column.type], strict=False)
    if values.null_count() > text.null_count():
        wrong = text.filter(values.is_null() & text.is_not_null())
        raise RecordError(f"{path}: column {column.name}: {wrong[0]!r} is not {column.type}")
    if values.null_count() and not column.nullable:
        raise RecordError(f"{path}: column {column.name}: empty in {values.null_count()} rows, and it may not be")
    if column.values is not None and len(values):
        known = (None, *column.values)
        strange = [value for value in values.unique(maintain_order=True) if value not in known]
        if strange:
            raise RecordError(f"{path}: column {column.name}: {strange[0]!r} is none of {', '.join(column.values)}")
    return values.alias(column.name)

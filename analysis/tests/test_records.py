"""Every contract has a valid example, and what is not as the contract says is refused by name."""

import json
import shutil
from pathlib import Path
from typing import Any, get_args

import jsonschema
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from pydantic import ValidationError

from analysis.analysis_errors import RecordError
from analysis.contract import schemas
from analysis.contract.document import Document
from analysis.contract.experiment_document import ExperimentDocument
from analysis.contract.json_schema import MODELS, text_of
from analysis.contract.trial_document import TrialDocument
from analysis.reading.records import read_records, read_table, read_trial

EXAMPLES = schemas.SCHEMAS / "examples"


@pytest.mark.parametrize("name", sorted(schemas.tables()))
def test_the_example_of_each_record_is_read(name: str) -> None:
    table = schemas.tables()[name]
    frame = read_table(EXAMPLES, table)
    assert dict(frame.schema) == {column: kind() for column, kind in table.polars_schema.items()}
    assert len(frame)


@pytest.mark.parametrize(
    "name",
    ["trial", "experiment", "summary", "machine_profile", "machine_capacity", "machine_floors", "floors"],
)
def test_the_example_of_each_document_is_as_its_schema_says(name: str) -> None:
    schemas.read_json(EXAMPLES / f"{name}.json", name)


@pytest.mark.parametrize("model", MODELS)
def test_the_example_of_each_document_is_read(model: type[Document]) -> None:
    """Nothing of it is passed over, and what is written again is the same."""
    path = EXAMPLES / f"{model.NAME}.json"
    assert schemas.read_document(path, model).model_dump(mode="json", exclude_unset=True) == json.loads(
        path.read_text()
    )


@pytest.mark.parametrize("model", MODELS)
def test_the_schema_of_a_document_is_made_from_its_model(model: type[Document]) -> None:
    assert (schemas.SCHEMAS / f"{model.NAME}.schema.json").read_text(encoding="utf-8") == text_of(model)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{", "not JSON: Expecting property name"),
        (b"\xff", "not JSON: 'utf-8' codec can't decode byte 0xff in position 0"),
        (None, "cannot be read: Is a directory"),
    ],
)
def test_a_document_that_cannot_be_read_is_named_with_the_reason(
    content: bytes | None, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "trial.json"
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    with pytest.raises(RecordError, match=f"^{file}: {said}"):
        read_trial(tmp_path)


def test_a_table_that_is_no_text_is_named(tmp_path: Path) -> None:
    table = schemas.table("mails")
    (tmp_path / table.file).write_bytes(table.header.encode() + b"\n\xff,\xff,\xff,\xff\n")
    with pytest.raises(RecordError, match=f"^{tmp_path / table.file}: "):
        read_table(tmp_path, table)


def test_the_names_of_the_tables_are_those_of_their_files() -> None:
    assert set(get_args(schemas.TableName)) == set(schemas.tables())


DOCUMENT = json.loads((EXAMPLES / "trial.json").read_text())


ASSIGNMENT = {
    "unit": "order",
    "factor": "transition",
    "transitions": ["supplier-order", "invoice"],
    "levels": ["jms-transacted", "soap"],
    "seed": 71,
    "window_s": None,
    "washout_s": None,
}


@pytest.mark.parametrize("change", [{}, {"unit": "window", "window_s": 6, "washout_s": 0.5}])
def test_model_and_schema_take_an_assignment_within_a_trial(change: dict[str, Any]) -> None:
    document = DOCUMENT | {"assignment": ASSIGNMENT | change}
    jsonschema.Draft202012Validator(schemas.json_schema("trial")).validate(document)
    read = TrialDocument.model_validate(document).assignment
    assert read is not None
    assert read.model_dump(mode="json") == ASSIGNMENT | change


@pytest.mark.parametrize(
    "change",
    [
        {"assignment": ASSIGNMENT | {"unit": "trial"}},
        {"assignment": ASSIGNMENT | {"levels": ["soap"]}},
        {"assignment": ASSIGNMENT | {"seed": "71"}},
        {"assignment": {"unit": "order"}},
        {"levels": {"customers": 15}},
        {"levels": {"transition": "soap", "customers": 0}},
        {"levels": {"transition": "soap", "customers": "15"}},
        {"levels": {"transition": "soap", "customers": 15, "jvm": None}},
        {"drained": 1},
        {"data_loss": -1},
        {"measure_s": "30"},
        {"schema_version": 2},
        {"outcome": {"status": "void", "reason": None}},
        {"managers": {"server": {"version": "7"}}},
        {"faults": [{**DOCUMENT["faults"][0], "triggered": None}]},
        {"forced_writes": {**DOCUMENT["forced_writes"], "seconds": 0}},
    ],
)
def test_model_and_schema_refuse_the_same(change: dict[str, Any]) -> None:
    wrong = DOCUMENT | change
    assert not jsonschema.Draft202012Validator(schemas.json_schema("trial")).is_valid(wrong)
    with pytest.raises(ValidationError):
        TrialDocument.model_validate(wrong)


def test_the_examples_together_are_a_trial_folder() -> None:
    records = read_records(EXAMPLES)
    assert records.trial.id == "001"
    assert records.trial.window_s == 30.0
    assert [log.collector for log in records.gc_logs.values()] == ["G1"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLES, tmp_path / "001"))


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("points.csv", "wall_ns,jvm,point,order_id\n", "points.csv: column phase is missing"),
        ("points.csv", "wall_ns,jvm,point,order_id,phase,colour\n", "points.csv: column colour is unknown"),
        ("points.csv", "", "points.csv: empty"),
        (
            "mails.csv",
            "wall_ns,order_id,kind,message_id\nsoon,1,approved,x\n",
            "mails.csv: column wall_ns: 'soon' is not int64",
        ),
        (
            "mails.csv",
            "wall_ns,order_id,kind,message_id\n1,,approved,x\n",
            "mails.csv: column order_id: empty in 1 rows",
        ),
        (
            "mails.csv",
            "wall_ns,order_id,kind,message_id\n1,1,fish,x\n",
            "mails.csv: column kind: 'fish' is none of approved",
        ),
    ],
)
def test_a_record_that_is_not_as_its_contract_says_is_refused(folder: Path, file: str, text: str, message: str) -> None:
    (folder / file).write_text(text)
    with pytest.raises(RecordError, match=message):
        read_records(folder)


def test_a_column_that_older_records_lack_is_empty(folder: Path) -> None:
    path = folder / "requests.csv"
    rows = [line.split(",") for line in path.read_text().splitlines()]
    place = rows[0].index("account")
    path.write_text("".join(",".join(row[:place] + row[place + 1 :]) + "\n" for row in rows))
    assert read_records(folder).requests["account"].null_count() == len(rows) - 1


def test_a_missing_record_is_named(folder: Path) -> None:
    (folder / "stock.csv").unlink()
    with pytest.raises(RecordError, match=r"stock\.csv: missing"):
        read_records(folder)


def test_a_wrong_key_of_trial_json_is_named(folder: Path) -> None:
    facts = json.loads((folder / "trial.json").read_text())
    facts["windows"]["measure_begin_ns"] = "noon"
    (folder / "trial.json").write_text(json.dumps(facts))
    with pytest.raises(RecordError, match=r"windows\.measure_begin_ns"):
        read_trial(folder)


def test_a_trial_of_an_older_version_is_read_in_the_names_of_today(folder: Path) -> None:
    today = json.loads((folder / "trial.json").read_text())
    old_names = {
        "triggered_ns": "gone_ns",
        "recovered_ns": "back_ns",
        "in_doubt_at_recovery": "in_doubt_at_return",
        "triggered": "went_off",
    }
    old = {
        **today,
        "schema_version": 1,
        "faults": [{old_names.get(key, key): value for key, value in fault.items()} for fault in today["faults"]],
        "crash_points": {"server": {"armed": "handed-on:throw", "gone_off": 4, "passings": {"handed-on": 80}}},
        "generator": {**today["generator"], "queue_looks_missed": 3},
    }
    (folder / "trial.json").write_text(json.dumps(old))
    trial = read_trial(folder)
    assert [fault.model_dump() for fault in trial.facts.faults] == today["faults"] and trial.facts.schema_version == 3
    assert (trial.triggered, trial.queue_polls_missed) == (4, 3)


def test_the_crash_point_of_older_trials_and_experiments_is_read_under_its_present_name(folder: Path) -> None:
    facts = json.loads((folder / "trial.json").read_text())
    points = {"armed": "handed-on@invoice:throw", "triggered": 4, "passings": {"handed-on": 80, "worked": 81}}
    fault = {**facts["faults"][0], "kind": "handed-on:halt:17"}
    levels = {**facts["levels"], "fault": "handed-on@invoice:throw"}
    old = {**facts, "schema_version": 2, "faults": [fault], "crash_points": {"server": points}, "levels": levels}
    (folder / "trial.json").write_text(json.dumps(old))
    trial = read_trial(folder)
    assert (trial.fault, trial.faults[0].kind) == ("sent@invoice:throw", "sent:halt:17")
    assert trial.facts.crash_points["server"].hits == {"sent": 80, "worked": 81}

    plan = json.loads((folder / "experiment.json").read_text())
    factors = {**plan["factors"], "fault": ["none", "handed-on:halt"]}
    (folder / "experiment.json").write_text(json.dumps({**plan, "schema_version": 1, "factors": factors}))
    experiment = schemas.read_document(folder / "experiment.json", ExperimentDocument)
    assert experiment.factors["fault"] == ("none", "sent:halt")


@pytest.mark.parametrize("table", ["opc_orders", "supplier_orders"])
def test_a_column_of_an_older_version_is_read_under_its_present_name(folder: Path, table: str) -> None:
    path = folder / f"{table}.csv"
    header, rows = path.read_text().split("\n", 1)
    expected = table_of(folder, table)
    path.write_text(header.replace("duplicates", "repeated") + "\n" + rows)
    assert "repeated" in path.read_text()
    assert_frame_equal(table_of(folder, table), expected)


def table_of(folder: Path, table: str) -> pl.DataFrame:
    return read_table(folder, schemas.tables()[table])


def test_the_oldest_trials_had_no_faults(folder: Path) -> None:
    facts = json.loads((folder / "trial.json").read_text())
    old = {key: value for key, value in facts.items() if key not in ("faults", "crash_points")}
    (folder / "trial.json").write_text(json.dumps({**old, "schema_version": 1}))
    assert read_trial(folder).faults == []


@pytest.mark.parametrize(("model", "readable"), [(TrialDocument, "1 and 2 and 3"), (ExperimentDocument, "1 and 2")])
def test_a_version_that_is_not_known_is_refused_by_its_number(
    folder: Path, model: type[Document], readable: str
) -> None:
    path = folder / f"{model.NAME}.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "schema_version": 7}))
    with pytest.raises(RecordError, match=rf"schema_version is 7, and this version of Petlab reads {readable}: "):
        schemas.read_document(path, model)


def test_a_complete_trial_has_a_window(folder: Path) -> None:
    facts = json.loads((folder / "trial.json").read_text())
    facts["windows"]["measure_end_ns"] = None
    (folder / "trial.json").write_text(json.dumps(facts))
    with pytest.raises(RecordError, match="measuring window"):
        read_trial(folder)


def test_an_older_trial_lacks_what_customers_were_told(folder: Path) -> None:
    assert len(read_records(folder).answers) == 2
    (folder / "answers.csv").unlink()
    records = read_records(folder)
    assert records.answers.is_empty() and "answers" in records.absent
    (folder / "mails.csv").unlink()
    with pytest.raises(RecordError, match=r"mails\.csv: missing"):
        read_records(folder)

"""What a failing test tells of the servers' logs."""

import json
from types import SimpleNamespace
from typing import Any

import pytest

from deploy import testing_logs

BEGAN_S = 1795449600.0  # 2026-11-23T16:00:00Z


def line(time: str, level: str, message: str, trace: str = "") -> str:
    entry = {"Timestamp": f"2026-11-23T{time}+0000", "Level": level, "LoggerName": "shop", "LogMessage": message}
    return json.dumps(entry | ({"Throwable": {"Exception": message, "StackTrace": trace}} if trace else {}))


@pytest.fixture
def log(tmp_path):
    frames = [f"\tat shop.Checkout.place({n})" for n in range(1, 31)]
    trace = "\n".join(["java.lang.IllegalStateException: no", *frames, "Caused by: java.lang.LinkageError: twice"])
    file = tmp_path / "server.log"
    file.write_text(
        "\n".join(
            [
                line("15:59:59.900", "SEVERE", "before the test"),
                line("16:00:00.000", "INFO", "all is well"),
                line("16:00:00.100", "WARNING", "no order", trace),
                line("16:00:01.000", "WARNING", "no order", "java.lang.NoClassDefFoundError: Checkout"),
                line("16:00:02.000", "SEVERE", "gone"),
            ]
        ),
        encoding="utf-8",
    )
    return file


def test_each_message_is_told_once_with_its_first_trace_and_all_causes(log):
    told = testing_logs.problems(log, BEGAN_S)
    assert told.splitlines() == [
        "2026-11-23T16:00:00.100+0000 WARNING shop, 2 times: no order",
        "java.lang.IllegalStateException: no",
        *(f"\tat shop.Checkout.place({n})" for n in range(1, 9)),
        "Caused by: java.lang.LinkageError: twice",
        "2026-11-23T16:00:02.000+0000 SEVERE shop, once: gone",
    ]


def test_of_many_messages_the_first_are_told(tmp_path):
    log = tmp_path / "server.log"
    log.write_text("\n".join(line("16:00:00.000", "SEVERE", f"problem {n}") for n in range(23)), encoding="utf-8")
    assert testing_logs.problems(log, BEGAN_S).splitlines()[19:] == [
        "2026-11-23T16:00:00.000+0000 SEVERE shop, once: problem 19",
        "... and 3 other messages",
    ]


@pytest.mark.parametrize(("outcome", "sections"), [("failed", 1), ("passed", 0)])
def test_who_fails_while_a_bed_stands_tells_of_its_servers_and_its_database(log, outcome, sections):
    bed: Any = SimpleNamespace(home=log.parent, jvms=[SimpleNamespace(server_log=log)])
    database = log.with_name("postgresql.log")
    database.write_text("".join(f"line {n}\n" for n in range(60)), encoding="utf-8")
    item: Any = SimpleNamespace(name="test_it")
    call: Any = SimpleNamespace(start=BEGAN_S)
    report = pytest.TestReport("test_it", ("file", 1, "test_it"), {}, outcome, None, "call")
    with testing_logs.told_of(bed):
        adding = testing_logs.pytest_runtest_makereport(item, call)
        next(adding)
        with pytest.raises(StopIteration) as ended:
            adding.send(report)
    assert ended.value.value is report
    titles = [f"test_it: warnings and errors in {log}", f"test_it: end of {database}"]
    assert [title for title, _ in report.sections] == titles * sections
    assert all(text.endswith(end) for (_, text), end in zip(report.sections, ("gone", "\nline 59"), strict=False))
    assert all("line 19" not in text for _, text in report.sections)

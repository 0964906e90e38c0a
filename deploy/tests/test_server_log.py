"""A server's log as it is written, and what is read from it."""

import json
from pathlib import Path

import pytest

from deploy.payara import readiness, server_log

ROLLED_BACK = {
    "Timestamp": "2026-11-21T15:00:00.000+0000",
    "Level": "WARNING",
    "LoggerName": "jakarta.enterprise.ejb.container",
    "LogMessage": "A system exception occurred",
    "order": "10001",
    "step": "approving",
}
FAILED = {
    "Level": "SEVERE",
    "Throwable": {
        "Exception": "Exception while loading the app",
        "StackTrace": "java.lang.IllegalStateException: no\n\tat X\nCaused by: java.io.IOException: the disk is full\n",
    },
}


def log(folder: Path) -> Path:
    file = folder / "server.log"
    half = json.dumps(ROLLED_BACK)[:40]
    file.write_text(
        f"{json.dumps(ROLLED_BACK)}\n[launcher] [INFO]\n-debug\nfalse\n{json.dumps(FAILED)}\n{half}", encoding="utf-8"
    )
    return file


def test_a_line_says_who_said_what_of_which_order(tmp_path):
    rolled_back, failed = server_log.lines(log(tmp_path))
    assert (rolled_back.level, rolled_back.order, rolled_back.step) == ("WARNING", "10001", "approving")
    assert rolled_back.text == "A system exception occurred"
    assert (failed.message, failed.order) == ("Exception while loading the app", "")


@pytest.mark.parametrize(
    "logged",
    [
        "Exception while deploying the app [opc]",  # Payara's class of MBean servers was not found, a race of its own
        "Exception while loading the app",
        "Exception while preparing the app : null",
        "Unable to load the EJB module. DeploymentContext does not contain any EJB.",
    ],
)
def test_a_server_says_that_it_goes_on_without_an_application(logged: str) -> None:
    assert readiness.loading_failed(json.dumps({"Level": "SEVERE", "LogMessage": logged}))
    assert not readiness.loading_failed(json.dumps({"Level": "INFO", "LogMessage": "Loading application [opc]"}))


def test_complaints_are_found_in_messages_and_in_stack_traces(tmp_path):
    assert readiness.complaints(log(tmp_path)).split("\n  ")[1:] == [
        "Exception while loading the app",
        "Caused by: java.io.IOException: the disk is full",
    ]
    assert readiness.complaints(tmp_path / "none.log") == ""

"""What others have written is shown as it is: nothing of it vanishes, and none of it is an error."""

import re
from pathlib import Path

import pytest
from rich.console import Console

from analysis.tests.synthetic import write_results
from analysis.tests.synthetic_plan import TrialPlan
from cli.consoles import plain_console
from cli.tests.test_command_line import petlab
from deploy.paths import CHECKOUT

LOGGED = "AMQ222087: [org.apache.activemq] gone [/127.0.0.1:21316] :warning:"
FAILED = TrialPlan(changes={"outcome": {"status": "failed", "reason": LOGGED}})


def test_the_reason_of_a_failed_trial_and_the_question_are_shown_as_they_are(tmp_path: Path) -> None:
    folder = write_results(
        tmp_path / "r", ["jms-transacted", "soap"], [15], 1, special={"002": FAILED}, question="Is [/it] [soap]?"
    )
    shown = petlab("report", str(folder))
    assert (shown.returncode, "Traceback" in shown.stderr) == (1, False)
    assert "Is [/it] [soap]?" in shown.stdout
    assert LOGGED in " ".join(shown.stdout.split())
    assert shown.stdout.rstrip().endswith("report.html")


def test_a_plan_shows_the_question_as_it_is(tmp_path: Path) -> None:
    shipped = (CHECKOUT / "loadscripts/experiments/tiny.toml").read_text(encoding="utf-8")
    file = tmp_path / "asked.toml"
    file.write_text(re.sub("(?m)^question.*", 'question = "Is [/it] [soap]?"', shipped), encoding="utf-8")
    assert petlab("plan", str(file)).stdout.startswith("Is [/it] [soap]?\n")


@pytest.mark.parametrize("text", [LOGGED, "[bold]", "[/]"])
def test_a_text_is_shown_as_it_is(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    plain_console(width=160).print(text)
    assert capsys.readouterr().out == f"{text}\n"


def test_no_command_has_another_console() -> None:
    made = re.compile(rf"(?<!\w){Console.__name__}\(")
    modules = [path for path in (CHECKOUT / "cli").rglob("*.py") if "tests" not in path.parts]
    assert [path.name for path in modules if made.search(path.read_text("utf-8"))] == ["consoles.py"]

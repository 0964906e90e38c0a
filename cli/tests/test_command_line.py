"""What a person sees of the command line when nothing needs a server."""

import io
import os
import re
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from cli.app import app, main
from cli.bed_commands import switched
from deploy import paths

ROOT = Path(__file__).resolve().parents[2]
PLAIN = {"COLUMNS": "160", "NO_COLOR": "1"}
COMMANDS = (
    "run",
    "plan",
    "resume",
    "reproduce",
    "calibrate",
    "report",
    "compare",
    "verify",
    "up",
    "down",
    "status",
    "switch",
    "generate",
    "doctor",
    "test",
)


def petlab(*words, **environment):
    """What a person is shown; by this process where no environment matters, for another Python takes a second."""
    if environment:
        return program(*words, **environment)
    stdout, stderr = io.StringIO(), io.StringIO()
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(stdout), redirect_stderr(stderr):
        patch.chdir(ROOT)
        patch.setattr(sys, "argv", ["petlab", *words])
        for name, value in PLAIN.items():
            patch.setenv(name, value)
        try:
            code = main()
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
    return subprocess.CompletedProcess(words, code, stdout.getvalue(), stderr.getvalue())


def program(*words, **environment):
    """The same by a program of its own."""
    return subprocess.run(
        [sys.executable, "-m", "cli", *words],
        cwd=ROOT,
        env=os.environ | PLAIN | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_help_names_every_command():
    shown = program("--help")

    assert shown.returncode == 0
    assert all(command in shown.stdout for command in COMMANDS)


def test_no_command_waits_for_what_others_draw_or_test_with():
    slow = ("altair", "vl_convert", "pytest", "scipy")
    loaded = f"import sys, cli.app; print([name for name in {slow} if name in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", loaded], cwd=ROOT, capture_output=True, text=True, check=True)
    assert shown.stdout == "[]\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command):
    shown = petlab(command, "--help")

    assert shown.returncode == 0
    assert f"petlab {command}" in shown.stdout


def test_the_java_half_is_built_for_whatever_starts_servers_and_for_nothing_else():
    launcher = (ROOT / "petlab").read_text(encoding="utf-8")
    [listed] = re.findall(r'case "\$\{1:-\}" in (.*)\) ;; \*\) return 1', launcher)
    commands = {
        each.name or getattr(each.callback, "__name__", "").replace("_", "-") for each in app.registered_commands
    }
    without_servers = {"plan", "report", "compare", "verify", "paper", "gc", "doctor", "selfcheck"}
    with_one_that_stands = {"status", "down", "switch", "generate"}
    assert set(listed.split(" | ")) == commands - without_servers - with_one_that_stands


def test_an_unknown_command_is_a_usage_error():
    shown = program("feed")

    assert shown.returncode == 2
    assert "No such command 'feed'" in shown.stderr


def test_an_unknown_option_is_a_usage_error():
    assert petlab("run", "--faster").returncode == 2


@pytest.mark.parametrize("words", [("reproduce", "nowhere", "--measure"), ("calibrate", "--dry-run", "--minutes")])
def test_a_time_without_an_end_is_a_usage_error(words):
    shown = petlab(*words, "inf")

    assert shown.returncode == 2
    assert "expected a finite number, got inf" in shown.stderr
    assert petlab(*words, "nan").returncode == 2


@pytest.mark.parametrize(
    "words",
    [
        ("run", "regression", "--against", "", "--dry-run"),
        ("run", "tiny", "--database", " ", "--dry-run"),
        ("plan", "tiny", "--tell", ""),
        ("run", "tiny", "--transaction-manager", "", "--dry-run"),
        ("run", "tiny", "--log-store", "", "--dry-run"),
    ],
)
def test_a_variable_that_is_not_set_names_nothing(words):
    """What is usual would be conducted, and taken for what was asked for."""
    outcome = petlab(*words)
    assert outcome.returncode == 2 and "expected a value, got an empty one" in outcome.stderr


def test_an_error_is_one_message_without_a_stack_trace():
    shown = program("plan", "papre")

    assert shown.returncode == 1
    assert shown.stderr.startswith("petlab: there is no experiment papre")
    assert "Traceback" not in shown.stderr
    assert shown.stdout == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("run", "crashes", "--log-store", "slots"), "crashes compares transaction managers"),
        (
            ("run", "--transaction-manager", "payara", "--log-store", "slots"),
            "with the transaction manager narayana only",
        ),
        (("run", "--log-store", "volatile", "--forced-writes"), "writes nothing that could be forced"),
        (("up", "--log-store", "jdbc", "--no-forced-writes"), "the database forces each of its commits"),
        (("up", "--transaction-manager", "bee"), "known are narayana, payara"),
    ],
)
def test_a_transaction_manager_that_cannot_be_is_refused_before_anything_is_started(words, message):
    shown = petlab(*words)

    assert shown.returncode == 1
    assert message in shown.stderr
    assert "Traceback" not in shown.stderr


def test_a_mistaken_experiment_is_refused_before_anything_is_started(tmp_path):
    file = tmp_path / "mistaken.toml"
    file.write_text('question = "?"\nwarp_factor = 9\n')

    shown = petlab("run", str(file))

    assert shown.returncode == 1
    assert "warp_factor: there is no such key" in shown.stderr
    assert "measure_s: is missing" in shown.stderr


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ('primary = "responce_p99_ms"', "did you mean response_p99_ms"),
        (
            'secondary = ["throughput_per_min", "queue_mail_median"]',
            "secondary queue_mail_median: a metric was expected",
        ),
    ],
)
def test_a_metric_that_there_is_not_is_refused_before_anything_is_started(asked, message, tmp_path):
    shipped = (ROOT / "loadscripts/experiments/tiny.toml").read_text(encoding="utf-8")
    file = tmp_path / "asking.toml"
    file.write_text(f"{asked}\n{shipped}", encoding="utf-8")

    shown = petlab("plan", str(file))

    assert shown.returncode == 1
    assert message in shown.stderr


def test_a_metric_that_orders_do_not_have_is_refused_by_order(tmp_path):
    shipped = (ROOT / "loadscripts/experiments/known-delay.toml").read_text(encoding="utf-8")
    file = tmp_path / "asking.toml"
    file.write_text(f'primary = "cpu_per_order_ms"\n{shipped}', encoding="utf-8")

    shown = petlab("plan", str(file))

    assert shown.returncode == 1
    assert "primary or secondary cpu_per_order_ms: by order one of response_geomean_ms, " in shown.stderr


def test_the_plan_shows_the_order_and_the_time():
    shown = petlab("plan", "saturation", "--repetitions", "2")

    assert shown.returncode == 0
    assert "30 trials" in shown.stdout
    assert "jms-nontransacted" in shown.stdout


def test_a_dry_run_is_a_plan():
    assert petlab("run", "--dry-run").stdout == petlab("plan", "quickstart").stdout


def test_the_same_seed_plans_the_same():
    assert petlab("plan", "--seed", "5").stdout == petlab("plan", "--seed", "5").stdout
    assert petlab("plan", "--seed", "5").stdout != petlab("plan", "--seed", "6").stdout


@pytest.mark.parametrize("words", [("run", "--dry-run"), ("plan",), ("tune-gc", "--dry-run")])
def test_a_seed_that_the_applications_cannot_read_is_refused_at_once(words):
    assert petlab(*words, "--seed", str(10**18 - 1)).returncode == 0
    refused = petlab(*words, "--seed", str(10**18))
    assert refused.returncode == 2 and "--seed" in refused.stderr


def test_a_folder_without_results_is_said(tmp_path):
    for command in ("resume", "report", "paper"):
        shown = petlab(command, str(tmp_path))
        assert shown.returncode == 1
        assert "holds no results" in shown.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--orders", "-1"), "orders: 0 to 9,999,999 was expected, not -1"),
        (("--customers", "0", "--orders", "5"), "past orders need customers who placed them"),
        (("--products", "3", "--seed", "-2"), "products: 16 to 100,000 was expected, not 3; seed: 0 to"),
        ((), "there is no bed to fill: start one first (petlab up)"),
    ],
)
def test_a_past_that_cannot_be_generated_is_refused(words, message, tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "BED_HOME", tmp_path / "bed")
    shown = petlab("generate", *words)

    assert shown.returncode == 1
    assert message in shown.stderr
    assert "Traceback" not in shown.stderr


def test_a_switch_is_said_as_what_it_means():
    assert switched("invoice", "soap") == "invoice now uses soap"
    drawn = "invoice uses a delegate that is drawn per order: soap, jms-transacted"
    assert switched("invoice", "drawn:7:soap,jms-transacted") == drawn


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_what_the_terminal_has_no_sign_for_is_a_question_mark(encoding, tmp_path):
    shipped = (ROOT / "loadscripts/experiments/tiny.toml").read_text(encoding="utf-8")
    file = tmp_path / "dashes.toml"
    file.write_text(re.sub("^question.*", 'question = "From 1–2 to 3?"', shipped, flags=re.MULTILINE), encoding="utf-8")

    shown = petlab("plan", str(file), PYTHONIOENCODING=encoding)

    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.startswith("From 1?2 to 3?\n")

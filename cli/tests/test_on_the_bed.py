"""The commands with beds of their own: a run goes all the way, and whatever happens nothing is left."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil
import pytest

from deploy.host.certificates import client_context
from deploy.host.ports import BLOCK, BedPorts, is_taken
from deploy.testing import PORT_BASE

pytestmark = [pytest.mark.bed, pytest.mark.alone]

ROOT = Path(__file__).resolve().parents[2]
BASE = PORT_BASE + 800  # and the block after it
TIMEOUT_S = 600  # a busy machine is slow, not wrong


@dataclass(frozen=True)
class Place:
    """A place of its own for beds and results, beside the bed of the session."""

    folder: Path

    def begin(self, *words: str) -> "Command":
        environment = os.environ | {"PETLAB_RUNTIME": str(self.folder / "runtime"), "NO_COLOR": "1"}
        output = self.folder / f"output-{words[0]}-{time.monotonic_ns()}.txt"
        with output.open("w") as out:
            process = subprocess.Popen(
                # Dies with the tests, so that a test that was ended leaves no bed behind.
                ["setpriv", "--pdeathsig", "TERM", sys.executable, "-m", "cli", *words],
                cwd=ROOT,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=out,
                text=True,
                start_new_session=True,
            )
        return Command(process, output)

    def petlab(self, *words: str) -> "Command":
        command = self.begin(*words)
        command.wait()
        return command

    def is_left_clean(self) -> bool:
        """No server runs, no port is taken, no trial is half there."""
        return not (self.processes() or self.taken_ports() or self.half_trials())

    def processes(self) -> list[str]:
        mine = str(self.folder)
        return [
            " ".join(process.info["cmdline"])
            for process in psutil.process_iter(["cmdline", "status"])
            if process.info["status"] != psutil.STATUS_ZOMBIE and mine in " ".join(process.info["cmdline"] or ())
        ]

    def taken_ports(self) -> list[int]:
        return [port for base in (BASE, BASE + BLOCK) for port in BedPorts(base).used(servers=3) if is_taken(port)]

    def half_trials(self) -> list[Path]:
        return list(self.folder.glob("results/*/trials/.*"))


class Command:
    """A command that was begun, and what it says."""

    def __init__(self, process: "subprocess.Popen[str]", output: Path) -> None:
        self.process = process
        self._output = output
        self.stdout = ""

    @property
    def stderr(self) -> str:
        return self._output.read_text()

    @property
    def exit_code(self) -> int:
        return int(self.process.returncode)

    def wait(self) -> int:
        self.stdout, _ = self.process.communicate(timeout=TIMEOUT_S)
        return self.exit_code

    def until(self, text: str, times: int = 1) -> None:
        """Waits until the command has said this so often."""
        deadline_s = time.monotonic() + TIMEOUT_S
        while self.stderr.count(text) < times:
            assert self.process.poll() is None, self.stderr
            assert time.monotonic() < deadline_s, self.stderr
            time.sleep(0.05)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    place = Place(tmp_path)
    yield place
    place.petlab("down")


def run_tiny(place: Place) -> Command:
    return place.begin("run", "tiny", "--results", str(place.folder / "results"), "--port-base", str(BASE))


def eventually(condition, timeout_s=60.0):
    deadline_s = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > deadline_s:
            return False
        time.sleep(0.1)
    return True


def soon_warm(folder: Path) -> str:
    """The smallest experiment that there is, but with half the time for the JVMs to get warm."""
    file, text = folder / "tiny.toml", (ROOT / "loadscripts/experiments/tiny.toml").read_text(encoding="utf-8")
    assert text.count(" = 8\n") == 2, "jvm_warmup_s and jvm_warmup_max_s"
    file.write_text(text.replace(" = 8\n", " = 4\n"), encoding="utf-8")
    return str(file)


def test_an_interrupted_run_leaves_nothing_and_is_resumed_to_its_report(place):
    interrupted = place.begin(
        "run", soon_warm(place.folder), "--live", "--results", str(place.folder / "results"), "--port-base", str(BASE)
    )
    interrupted.until("resetting the store")
    refused = place.petlab("switch", "supplier-order", "soap")
    assert refused.exit_code == 1
    assert f"process {interrupted.process.pid} is measuring on the bed" in refused.stderr
    interrupted.until("trial 2 of 2")
    [live] = re.findall(r"^live: (http://127\.0\.0\.1:\d+/)$", interrupted.stderr, re.MULTILINE)
    interrupted.until("measuring")
    with httpx.stream("GET", f"{live}events", timeout=TIMEOUT_S) as followed:
        shots = (json.loads(line[6:]) for line in followed.iter_lines() if line.startswith("data: "))
        measuring = next(shots)
        interrupted.process.send_signal(signal.SIGINT)
        *_, last = shots

    assert interrupted.wait() == 130
    assert "petlab: interrupted" in interrupted.stderr
    assert measuring["trial"]["number"] == 2
    assert [trial["id"] for trial in measuring["ended"]] == ["001"]
    assert sum(filter(None, measuring["orders"]["completed"])) > 0
    assert sum(sum(column) for column in measuring["responses"] if column) > 0
    assert {"server", "broker", "postgresql", "siege"} <= {each["name"] for each in measuring["cpu"]}
    assert last["state"] == "interrupted"
    assert place.is_left_clean(), (place.processes(), place.taken_ports(), place.half_trials())
    results = next((place.folder / "results").iterdir())
    assert [trial.name for trial in (results / "trials").iterdir()] == ["001"]

    resumed = place.petlab("resume", str(results), "--port-base", str(BASE))

    assert resumed.exit_code == 0, resumed.stderr
    assert sorted(trial.name for trial in (results / "trials").iterdir()) == ["001", "002"]
    last_line = resumed.stdout.strip().splitlines()[-1]
    assert Path(last_line) == results / "report.html"
    assert Path(last_line).stat().st_size > 10_000
    assert place.is_left_clean()


DUETS = """
question       = "Does a trial go by the bed that it needs?"
compare        = "transactions"
baseline       = "payara"
repetitions    = 2
blocks_per_bed = 2
side_by_side   = true
duet           = true
jvm_warmup_s = 4
jvm_warmup_max_s = 4
warmup_s     = 3
measure_s    = 4

[factors]
transactions = ["payara", "narayana slots"]
customers    = 2
think        = "0.1-0.3 s"
measuring    = "off"
jvm          = "soon-ready"

[jvm]
soon-ready = ["-XX:TieredStopAtLevel=1"]
"""


def test_trials_run_at_the_same_time_on_beds_of_which_nothing_is_left(place):
    file = place.folder / "beside.toml"
    file.write_text(DUETS)
    interrupted = place.begin("run", str(file), "--results", str(place.folder / "results"), "--port-base", str(BASE))
    interrupted.until("trial 3 of 4")
    interrupted.until("measuring", times=2)
    standing = place.taken_ports()
    interrupted.process.send_signal(signal.SIGINT)

    assert interrupted.wait() == 130
    assert interrupted.stderr.count("starting broker") == 2
    assert {port - BASE >= 400 for port in standing} == {True, False}
    assert place.is_left_clean(), (place.processes(), place.taken_ports(), place.half_trials())
    assert not list((place.folder / "runtime").glob("**/bed"))
    trials = next((place.folder / "results").iterdir()) / "trials"
    one, other = (json.loads(file.read_text()) for file in sorted(trials.glob("*/trial.json")))
    for record in (one, other):
        assert record["outcome"]["status"] == "complete"
        assert record["transactions"] == record["levels"]["transactions"]
    assert (one["beside"], other["beside"]) == ("002", "001")
    begins = [record["windows"]["measure_begin_ns"] for record in (one, other)]
    assert abs(begins[0] - begins[1]) < 2e9, "both windows, of four seconds, are nearly the same"


@pytest.mark.parametrize(
    "moment",
    [
        "starting broker",
        pytest.param("waiting for storefront", marks=pytest.mark.thorough),
        pytest.param("warming up the JVMs", marks=pytest.mark.thorough),
    ],
)
def test_a_killed_run_leaves_no_process_and_no_port(place, moment):
    killed = run_tiny(place)
    killed.until(moment)
    killed.process.send_signal(signal.SIGKILL)
    killed.wait()

    assert eventually(lambda: not place.processes() and not place.taken_ports()), place.processes()


def test_sigterm_ends_a_run_in_good_order(place):
    ended = run_tiny(place)
    ended.until("waiting for")
    ended.process.send_signal(signal.SIGTERM)

    assert ended.wait() != 0
    assert place.is_left_clean()
    assert list((place.folder / "results").iterdir()) == []


def test_a_bed_to_look_at_is_kept_switched_and_taken_down(place):
    up = place.petlab("up", "--tls", "--port-base", str(BASE))
    assert up.exit_code == 0, up.stderr
    at = f"https://127.0.0.1:{BASE + 80}"
    trust = client_context(place.folder / "runtime/bed/certificates/authority.pem") or True
    signing_on = re.findall(r"(https://\S+/) +(\S+) / (\S+)", up.stdout)
    assert [(address, name) for address, name, _ in signing_on] == [
        (f"{at}/storefront/", "customer1"),
        (f"{at}/opc/", "administrator"),
        (f"{at}/supplier/", "supplier"),
    ]
    for address, name, password in signing_on:
        form = {"user": name, "password": password, "next": "/"}
        answer = httpx.post(f"{address}signon", data=form, verify=trust)
        assert answer.status_code in {200, 303}, "what was printed signs on"

    item = httpx.get(f"{at}/storefront/item", params={"id": "EST-1"}, verify=trust)
    assert item.status_code == 200, "there is an animal to buy"

    status = place.petlab("status")
    assert status.exit_code == 0
    assert "SupplierOrderQueue" in status.stdout
    assert all(password in status.stdout for _, _, password in signing_on)
    assert re.search(r"narayana .*slots", status.stdout), "who drives the transactions"

    second = run_tiny(place)
    assert second.wait() == 1
    assert "a bed is up already" in second.stderr

    switched = place.petlab("switch", "supplier-order", "soap")
    assert switched.stdout.strip() == "supplier-order now uses soap"
    assert "soap" in place.petlab("status").stdout
    refused = place.petlab("switch", "supplier-order", "pigeons")
    assert refused.exit_code == 1
    assert "jms-nontransacted" in refused.stderr

    assert place.petlab("down").exit_code == 0
    assert place.is_left_clean()
    assert place.petlab("status").exit_code == 1

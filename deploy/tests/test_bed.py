"""The real bed: it starts, keeps its secrets, and leaves nothing behind."""

import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Timer
from types import SimpleNamespace
from typing import cast

import psutil
import psycopg
import pytest

from deploy import paths
from deploy.bed import leftovers, servers
from deploy.bed.bed_record import read
from deploy.bed.standing_bed import Bed, BedPlan, Management
from deploy.build.artifacts import Store, pinned
from deploy.build.built import Built
from deploy.build.maven import Maven
from deploy.database import jdbc, postgresql
from deploy.database.postgresql import Cluster
from deploy.errors import BedError, ManagementError, PlanError
from deploy.generating.connecting import checkpoint
from deploy.host import processes
from deploy.host.jdk import Jdk
from deploy.host.ports import BedPorts, is_taken
from deploy.lifecycle import lifetime
from deploy.paths import CHECKOUT
from deploy.payara import server_log
from deploy.progress import Silent
from deploy.specification import forced_writes
from deploy.specification.broker_place import IN_SERVER
from deploy.specification.message_store import DATABASE
from deploy.specification.transactions import TransactionPlan
from deploy.testing import PORT_BASE
from deploy.tests import store as shop

pytestmark = pytest.mark.bed

OTHER_BASE = PORT_BASE + 400
DATABASE_BASE = PORT_BASE + 800
RESTARTED_IN_S = 120
GONE_IN_S = 60


def store() -> Store:
    return Store(paths.cache(), Maven.of_this_machine(), Silent())


def secrets_of(bed: Bed) -> Mapping[str, str]:
    known = read(bed.home)
    assert known is not None
    return known.secrets


def all_processes(bed: Bed) -> Iterator[psutil.Process]:
    for each in bed.processes:
        root = psutil.Process(each.pid)
        yield from (root, *root.children(recursive=True))


def test_every_application_answers_and_every_part_says_its_version(bed):
    for application in ("storefront", "opc", "supplier"):
        assert bed.manage(application).get_json("health")["ready"] is True
    assert bed.versions.keys() >= {"payara", "artemis", "artemis-ra", "postgresql", "jdk"}
    assert set(bed.delegates().values()) == {"jms-transacted"}


def connections_of(process):
    """None of a process that has just ended, such as that of a database connection."""
    try:
        return process.net_connections(kind="inet")
    except psutil.NoSuchProcess:
        return []


def test_it_listens_on_loopback_only(bed):
    listening = [
        connection.laddr
        for process in all_processes(bed)
        for connection in connections_of(process)
        if connection.status == psutil.CONN_LISTEN or connection.type.name == "SOCK_DGRAM"
    ]
    assert {address.ip for address in listening} <= {"127.0.0.1", "::ffff:127.0.0.1"}
    block = range(PORT_BASE, PORT_BASE + 400)
    assert all(address.port in block for address in listening)
    # Payara's own databases listen while they are open, and leave a file.
    assert not list(bed.home.rglob("*.mv.db"))


def test_no_secret_can_be_read_by_others_or_is_on_a_command_line(bed):
    secrets = [secret.encode() for secret in secrets_of(bed).values()]
    open_files = [path for path in bed.home.rglob("*") if "osgi-cache" not in path.parts and is_open_to_others(path)]
    assert [path for path in open_files if any(secret in content(path) for secret in secrets)] == []
    assert bed.home.stat().st_mode & 0o077 == 0
    lines = " ".join(command_line(process) for process in all_processes(bed)).encode()
    assert not any(secret in lines for secret in secrets)


def is_open_to_others(path: Path) -> bool:
    try:
        return path.is_file() and bool(path.stat().st_mode & 0o077)
    except FileNotFoundError:
        return False


def content(path: Path) -> bytes:
    """Nothing of a file that is gone by now."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def command_line(process: psutil.Process) -> str:
    """Nothing of a process that has ended by now."""
    try:
        return " ".join(process.cmdline())
    except psutil.NoSuchProcess:
        return ""


def test_management_refuses_another_token(bed):
    stranger = Management("opc", bed.management["opc"], "guessed")
    with pytest.raises(ManagementError, match="answered 401"):
        stranger.get_json("counts")


@pytest.mark.parametrize(
    ("user", "queue", "message"),
    [
        ("storefront", "MailQueue", "AMQ229032"),
        ("supplier", "PurchaseOrderQueue", "AMQ229032"),
        ("opc", "NoSuchQueue", "NoSuchQueue"),
    ],
)
def test_a_broker_user_is_refused_on_a_foreign_queue(bed, user, queue, message):
    assert message in send_one_message(user, secrets_of(bed)[f"broker.{user}"], queue)
    assert all(length.messages == 0 for length in bed.queue_lengths())


def test_a_broker_user_with_another_password_is_refused(bed):
    assert "AMQ229031" in send_one_message("opc", "guessed", "MailQueue")


def send_one_message(user: str, password: str, queue: str) -> str:
    """What the broker's own client says when it tries to send."""
    home = store().unpacked(pinned("artemis")) / f"apache-artemis-{pinned('artemis').version}"
    java = str(Jdk.of_this_run().java)
    client = [java, f"-Dartemis.home={home}", "-cp", str(home / "lib/artemis-boot.jar")]
    order = ["--destination", f"queue://{queue}", "--message-count", "1", "--silent"]
    login = ["--user", user, "--password", password, "--url", f"tcp://127.0.0.1:{BedPorts(PORT_BASE).broker}"]
    outcome = subprocess.run(
        [*client, "org.apache.activemq.artemis.boot.Artemis", "producer", *login, *order],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return outcome.stdout + outcome.stderr


def test_a_transition_is_switched_and_an_unknown_delegate_is_refused(bed):
    bed.switch("supplier-order", "soap")
    assert bed.delegates()["supplier-order"] == "soap"
    with pytest.raises(PlanError, match="known are jms-transacted"):
        bed.switch("supplier-order", "pigeon")
    bed.switch("supplier-order", "jms-transacted")


def test_delegates_can_be_drawn_for_each_order(bed):
    with shop.delegates(bed, {"supplier-order": "drawn:7:soap,jms-transacted"}):
        assert bed.delegates()["supplier-order"] == "drawn:7:soap,jms-transacted"
        with pytest.raises(PlanError, match="delegate pigeon is unknown"):
            bed.switch("supplier-order", "drawn:7:soap,pigeon")


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        ("drawn:7:soap,pigeon", "No transition delegate is called 'pigeon'; known are jms-nontransacted"),
        ("drawn:7:", "No transition delegate is called ''; known are jms-nontransacted"),
        ("drawn:7:soap,soap", "Expected each delegate once"),
        ("drawn:soap", "Expected drawn:<seed>:<delegate>,"),
        ("", "No transition delegate is called ''"),
        ("x" * 500_000, "of at most 200 characters, got 500000"),
    ],
    ids=lambda text: text[:20],
)
def test_an_application_refuses_a_choice_that_cannot_be_and_keeps_its_own(bed, choice, reason):
    before = bed.delegates()
    with pytest.raises(ManagementError, match=f"answered 400: .*{re.escape(reason)}"):
        bed.manage("opc").put("transitions/supplier-order", choice)
    assert bed.delegates() == before


@pytest.fixture
def where_commands_look(bed, monkeypatch):
    """The commands look for a bed where the shared one is."""
    monkeypatch.setattr(paths, "BED_HOME", bed.home)


@pytest.mark.usefixtures("where_commands_look")
def test_another_process_finds_the_bed_but_does_not_own_it(bed):
    found = lifetime.attach()
    assert found is not None and not found.is_owned
    assert found.applications == bed.applications
    with pytest.raises(BedError, match="belong to process"):
        found.restart_servers()


@pytest.mark.usefixtures("where_commands_look")
def test_a_second_bed_is_refused_with_the_first_ones_owner():
    with pytest.raises(BedError, match=rf"a bed is up already \(process {os.getpid()}\)"):
        lifetime.up(BedPlan(port_base=OTHER_BASE), progress=Silent())


def test_fresh_jvms_take_other_options_and_keep_the_database(bed):
    before = bed.jvms[0].pid
    shop.wait_until_logs_are_written(bed)
    refused = refusals(bed)
    assert "Using Serial" not in bed.jvms[0].gc_log.read_text(encoding="utf-8")
    bed.restart_servers(["-XX:+UseSerialGC", "-Xmx768m"])
    assert bed.jvms[0].pid != before
    assert bed.plan.jvm_options == ("-XX:+UseSerialGC", "-Xmx768m")
    assert "Using Serial" in bed.jvms[0].gc_log.read_text(encoding="utf-8")
    assert bed.manage("storefront").get_json("health")["ready"] is True
    # Ready is a server whose inboxes have refused a document: no client waits for the first fault.
    # A call that was given up has refused one more.
    shop.wait_until_logs_are_written(bed)
    assert (refusals(bed) - refused).keys() == set(shop.SWITCHABLE)


def test_how_a_server_is_started_is_recorded_for_every_place(bed):
    command = psutil.Process(bed.jvms[0].pid).cmdline()
    [root] = [part for part in command if part.startswith("-Dcom.sun.aas.instanceRoot=")]
    assert Path(root.partition("=")[2]).is_relative_to(bed.home)
    assert not [part for part in command if "${" in part]
    [named] = [part for part in command if ",,,--domaindir,,," in part]
    assert f",,,{bed.home}/" in named
    [installed] = [part.partition("=")[2] for part in command if part.startswith("-Dcom.sun.aas.installRoot=")]
    recorded = [file.read_text(encoding="utf-8") for file in Path(installed).parents[1].glob("start-*.json")]
    assert recorded
    assert not [text for text in recorded if str(bed.home) in text]


def refusals(bed: Bed) -> Counter[str]:
    """How many documents each SOAP inbox has refused, as the server's log says."""
    said = (re.match(r"Refused at ([\w-]+): ", line.message) for line in server_log.lines(bed.jvms[0].server_log))
    return Counter(found[1] for found in said if found)


@pytest.mark.thorough
def test_a_server_that_gets_stuck_while_it_starts_tells_of_its_threads_and_is_started_once_more(bed, monkeypatch):
    monkeypatch.setattr(servers, "_STUCK_S", servers._STUCK_S)  # what is changed aside is put back
    with ThreadPoolExecutor(1) as aside:
        stuck = aside.submit(get_stuck, bed, bed.jvms[0].pid)
        bed.restart_servers(bed.plan.jvm_options)
    assert bed.jvms[0].pid != stuck.result()
    assert not psutil.pid_exists(stuck.result())
    message = bed.jvms[0].server_log.with_name("jvm.out").read_text(encoding="utf-8")
    assert message.count("Full thread dump") == 1
    assert bed.manage("storefront").get_json("health")["ready"] is True


def get_stuck(bed: Bed, before: int) -> int:
    """Stops the server that replaces this one in the middle of its start, until it is asked for its thread dump."""
    log = bed.jvms[0].server_log
    processes.wait_until(lambda: server_of(bed) != before, "another server", timeout_s=RESTARTED_IN_S)
    replacement, size = server_of(bed), log.stat().st_size
    processes.wait_until(lambda: log.stat().st_size > size, "its first words", timeout_s=RESTARTED_IN_S)
    os.kill(replacement, signal.SIGSTOP)
    # Not before: on a busy machine a server that is well may be silent for longer.
    servers._STUCK_S = 5
    processes.wait_until(lambda: is_pending(signal.SIGQUIT, replacement), "the question", timeout_s=RESTARTED_IN_S)
    # The next one starts among other work and may be silent for longer.
    servers._STUCK_S = 60
    os.kill(replacement, signal.SIGCONT)
    return replacement


def server_of(bed: Bed) -> int:
    known = read(bed.home)
    assert known is not None
    return known.jvms[0].pid


def is_pending(number: int, pid: int) -> bool:
    """Whether a process has been sent a signal that it has not seen yet; proc(5), ShdPnd."""
    pending = re.search(r"^ShdPnd:\s*(\w+)", Path(f"/proc/{pid}/status").read_text(encoding="ascii"), re.MULTILINE)
    assert pending is not None
    return bool(int(pending[1], 16) & 1 << number - 1)


def test_a_reset_empties_the_queues_and_the_mails(bed):
    bed.reset()
    done = shop.order(bed)
    shop.wait_until_told(bed, done, "approved", "shipped", "completed")
    bed.put("MailQueue", "<no mail", sender="opc")
    shop.wait_for("a dead letter", bed.dead_letters)
    with bed.queue_paused("SupplierOrderQueue"):
        shop.order(bed)
        shop.wait_for("a document on its way", lambda: "SupplierOrderQueue" in filled_queues(bed))
        assert bed.manage("storefront").get_json("counts") == {"acknowledged": 2}
        bed.reset()
    assert all(length.messages == 0 for length in bed.queue_lengths())
    assert bed.dead_letters() == []
    assert bed.mail_record.read_text(encoding="utf-8") == "wall_ns,order_id,kind,message_id\n"
    assert bed.manage("storefront").get_json("counts") == {"acknowledged": 0}


def test_a_reset_is_done_again_when_a_step_has_booked_at_the_same_time(bed):
    order_id = shop.order(bed)
    shop.wait_until_told(bed, order_id, "approved", "shipped", "completed")
    with shop.sql(bed, "opc") as database, ThreadPoolExecutor(1) as pool:
        with database.transaction():
            database.execute("select from purchase_order where order_id = %s for update", [order_id])
            resetting = pool.submit(bed.reset)
            shop.wait_for("the reset waits", lambda: shop.waiting_for_locks(bed, "opc"))
            database.execute("insert into order_line values (%s, 99, 'EST-1', 1, 1, 0)", [order_id])
        resetting.result(timeout=60)
    assert shop.rows(bed, "opc") == []


def filled_queues(bed: Bed) -> set[str]:
    return {length.queue for length in bed.queue_lengths() if length.messages}


_OWNER = f"""
from deploy.specification.plan import BedPlan
from deploy.lifecycle.lifetime import bed_up
class Telling:
    def step(self, text):
        print(text, flush=True)
with bed_up(BedPlan(port_base={OTHER_BASE}), Telling()):
    pass
"""


@pytest.mark.alone
@pytest.mark.parametrize(
    ("number", "moment"),
    [(signal.SIGKILL, "Payara: waiting"), (signal.SIGINT, "Payara: waiting"), (signal.SIGTERM, "database: creating")],
)
def test_however_its_owner_ends_no_process_and_no_port_is_left(tmp_path, number, moment):
    environment = os.environ | {"PYTHONPATH": str(CHECKOUT), "PETLAB_RUNTIME": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", _OWNER], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as owner:
        assert owner.stdout is not None
        for line in owner.stdout:
            if line.startswith(moment):
                break
        known = read(tmp_path / "bed")
        assert known is not None
        begun = {process.pid for process in known.processes}
        assert shared_memory(begun)
        owner.send_signal(number)
    assert_gone(tmp_path)
    assert not any(process.is_running() for process in known.processes)
    assert not shared_memory(begun)
    leftovers.tidy_up(tmp_path / "bed")
    assert not any(folder.exists() for folder in known.folders)


def assert_gone(runtime: Path) -> None:
    deadline = time.monotonic() + GONE_IN_S
    ports = BedPorts(OTHER_BASE).used(1)
    while any(is_taken(port) for port in ports) or mentioning(runtime):
        assert time.monotonic() < deadline, f"still there: {mentioning(runtime)}"
        time.sleep(0.1)


def mentioning(runtime: Path) -> list[str]:
    lines = [" ".join(process.info["cmdline"] or []) for process in psutil.process_iter(["cmdline"])]
    return [line for line in lines if str(runtime) in line]


def shared_memory(makers: set[int]) -> list[str]:
    """The segments of System V shared memory that these processes have made."""
    lines = Path("/proc/sysvipc/shm").read_text(encoding="utf-8").splitlines()[1:]
    return [line for line in lines if int(line.split()[4]) in makers]


@pytest.fixture
def foreign_database(tmp_path: Path) -> Iterator[Cluster]:
    """A PostgreSQL that is not the bed's."""
    cluster = postgresql.create(store(), tmp_path, BedPorts(DATABASE_BASE).database, "boss-secret")
    process = postgresql.start(cluster)
    try:
        processes.wait_until(lambda: postgresql.answers(cluster), "PostgreSQL", timeout_s=60, process=process)
        yield cluster
    finally:
        processes.end([process])
        postgresql.remove(cluster.folder)


def url_of(cluster: Cluster) -> str:
    return f"{cluster.database.url}?user={cluster.database.user}&password={cluster.password}"


@pytest.mark.alone
def test_a_foreign_database_is_made_ready_again_and_again_but_nobodys_role_is_taken(foreign_database, tmp_path):
    database = jdbc.of_url(url_of(foreign_database))
    driver = store().file(pinned("postgresql-driver"))
    jdk = Jdk.of_this_run()
    passwords = dict.fromkeys(("storefront", "opc", "supplier"), "pw")
    jdbc.prepare(database, passwords, Built(), driver=driver, jdk=jdk, folder=tmp_path)
    port = BedPorts(DATABASE_BASE).database
    working = psycopg.connect(host="127.0.0.1", port=port, dbname="postgres", user="opc", password="pw")
    with pytest.raises(
        BedError, match=r"the role opc is in use, by 1 connection\(s\): another bed is on this database"
    ):
        jdbc.prepare(database, passwords, Built(), driver=driver, jdk=jdk, folder=tmp_path)
    tables = working.execute("SELECT count(*) FROM information_schema.tables WHERE table_schema = 'opc'").fetchone()
    assert tables is not None and tables[0] > 3, "and they are there"
    ended = Timer(1.0, working.close)  # as those of a bed that was killed
    ended.start()
    jdbc.prepare(database, passwords, Built(), driver=driver, jdk=jdk, folder=tmp_path)
    ended.join()
    forget = tmp_path / "forget.sql"
    forget.write_text("COMMENT ON ROLE opc IS 'a person';\n", encoding="utf-8")
    jdbc.run(database.url, [(database.user, database.password, forget)], driver=driver, jdk=jdk, folder=tmp_path)
    with pytest.raises(BedError, match="there is a role opc that Petlab has not made"):
        jdbc.prepare(database, passwords, Built(), driver=driver, jdk=jdk, folder=tmp_path)


@pytest.mark.alone
def test_a_foreign_database_is_made_ready_by_one_who_is_no_superuser_though_a_branch_is_left(
    foreign_database, tmp_path
):
    with postgresql.connect_as_admin(foreign_database.port, foreign_database.password) as admin:
        admin.execute("CREATE ROLE boss LOGIN NOSUPERUSER CREATEROLE PASSWORD 'pw'")
        admin.execute("GRANT CREATE ON DATABASE postgres TO boss")
        database = jdbc.of_url(f"{foreign_database.database.url}?user=boss&password=pw")
        driver, jdk = store().file(pinned("postgresql-driver")), Jdk.of_this_run()
        jdbc.prepare(database, {"opc": "pw"}, Built(), driver=driver, jdk=jdk, folder=tmp_path)
        port = foreign_database.port
        with psycopg.connect(host="127.0.0.1", port=port, dbname="postgres", user="opc", password="pw") as left:
            left.autocommit = True
            for statement in ("BEGIN", "CREATE TABLE opc.draft (id int)", "PREPARE TRANSACTION 'left'"):
                left.execute(statement)
        jdbc.prepare(database, {"opc": "pw"}, Built(), driver=driver, jdk=jdk, folder=tmp_path)
        assert not postgresql.has_work_in_mid_commit(admin)


@pytest.mark.alone
def test_what_the_environment_says_of_other_databases_is_not_of_the_beds_own(foreign_database, monkeypatch):
    others = {"HOSTADDR": "127.0.0.9", "SSLMODE": "require", "OPTIONS": "-c nothing=1", "SERVICE": "nothing"}
    others |= {"CHANNELBINDING": "require", "TARGETSESSIONATTRS": "read-only", "GSSENCMODE": "require"}
    for name, value in others.items():
        monkeypatch.setenv(f"PG{name}", value)
    postgresql.connect_as_admin(foreign_database.port, foreign_database.password).close()
    monkeypatch.setenv("PGSERVICE", "nothing")
    bed = SimpleNamespace(plan=BedPlan(port_base=DATABASE_BASE), secret=lambda name: foreign_database.password)
    checkpoint(cast(Bed, bed))


@pytest.mark.alone
def test_three_servers_on_a_database_named_by_url_carry_orders_along_every_delegate(
    foreign_database, tmp_path, monkeypatch
):
    """The database keeps the broker's messages, too, and has them still when the broker was killed."""
    monkeypatch.setattr(paths, "BED_HOME", tmp_path / "runtime/bed")
    plan = BedPlan(
        topology="three-servers",
        port_base=OTHER_BASE,
        database_url=url_of(foreign_database),
        jvm_options=("-XX:+UseParallelGC", "-Xmx512m"),
        transitions={"invoice": "soap"},
        message_store=DATABASE,
    )
    with lifetime.up(plan, progress=Silent()) as standing:
        assert [jvm.name for jvm in standing.jvms] == ["storefront", "opc", "supplier"]
        assert "postgresql" not in [process.name for process in standing.processes]
        assert standing.delegates()["invoice"] == "soap"
        assert "boss-secret" not in standing.versions["database"]
        for delegate in shop.DELEGATES:
            shop.assert_carried_along(standing, delegate)
        assert list(standing.home.glob("broker/data/**/*.amq")) == [], "no message is in a journal"
        with standing.queue_paused("SupplierOrderQueue"):
            order_id = shop.order(standing)
            shop.wait_for("a waiting document", lambda: messages_of(order_id, foreign_database) > 0)
            shop.wait_until_told(standing, order_id, "approved")
            standing.kill("broker")
            standing.recover()
        shop.wait_until_told(standing, order_id, *shop.THREE_MAILS)
        shop.wait_until_idle(standing)
    assert_gone(tmp_path / "runtime")


def messages_of(order_id: str, cluster: Cluster) -> int:
    """How many records of the broker's message store in this database contain the order's number."""
    with postgresql.connect_as_admin(cluster.port, cluster.password) as connection:
        [found] = connection.execute(
            "select count(*) from message_store.message where position(%s in record) > 0",
            [order_id.encode("utf-16-le")],
        ).fetchone() or (0,)
        return int(found)


def test_servers_and_broker_run_on_the_jdk_and_with_the_options_that_were_asked_for(limited_bed):
    asked = limited_bed.plan
    assert asked.jdk and Path(asked.jdk).is_symlink() and "-XX:+UseParallelGC" in asked.jvm_options
    assert [jvm.name for jvm in limited_bed.observed_jvms] == ["server", "broker"]
    for jvm, collector in zip(limited_bed.observed_jvms, ("Parallel", "Serial"), strict=True):
        command = Path(f"/proc/{jvm.pid}/cmdline").read_text(encoding="utf-8").split("\0")
        assert command[0] == f"{asked.jdk}/bin/java"
        assert f"Using {collector}" in jvm.gc_log.read_text(encoding="utf-8")
    assert {"-Xms200m", "-Xmx200m", "-XX:+UseSerialGC"} < set(command)
    assert "-XX:+UseG1GC" not in command
    shop.assert_carried_along(limited_bed, shop.DELEGATES[0])
    limited_bed.reset()


@pytest.mark.alone
def test_a_broker_in_the_server_dies_with_it_and_comes_back_with_what_it_held(tmp_path, monkeypatch):
    """Nothing is forced to the disk meanwhile: that it outlives its process needs no forced write."""
    monkeypatch.setattr(paths, "BED_HOME", tmp_path / "runtime/bed")
    plan = BedPlan(
        port_base=OTHER_BASE,
        broker=IN_SERVER,
        jvm_options=("-XX:+UseParallelGC",),
        forced_writes=forced_writes.NONE,
        transactions=TransactionPlan(forced_writes=False),
    )
    with lifetime.up(plan, progress=Silent()) as standing:
        assert "broker" not in [process.name for process in standing.processes]
        assert standing.transactions()["server"]["forced_writes"] is False
        with shop.sql(standing, "opc") as database:
            assert database.execute("show fsync").fetchone() == ("off",)
        for delegate in shop.DELEGATES:
            shop.assert_carried_along(standing, delegate)
        with pytest.raises(BedError, match="the bed has no process broker; it has mail, postgresql, server"):
            standing.kill("broker")
        with standing.queue_paused("SupplierOrderQueue"):
            order_id = shop.order(standing)
            shop.wait_for(
                "a waiting document",
                lambda: any(each.queue == "SupplierOrderQueue" and each.messages for each in standing.queue_lengths()),
            )
            shop.wait_until_told(standing, order_id, "approved")
            standing.kill("server")
            standing.recover()
        shop.wait_until_told(standing, order_id, *shop.THREE_MAILS)
        shop.wait_until_idle(standing)
    assert_gone(tmp_path / "runtime")

"""What is asked for is read strictly, and every refusal says what was expected."""

import socket
from dataclasses import replace

import pytest

from deploy.errors import PlanError, PortTakenError
from deploy.host import ports
from deploy.host.ports import BedPorts
from deploy.specification import topology
from deploy.specification.plan import DEFAULT_SETTINGS, BedPlan, check
from deploy.specification.transactions import TransactionPlan

APPLICATIONS = ("storefront", "opc", "supplier")
UNFORCED = TransactionPlan(forced_writes=False)


def test_the_default_is_one_server_with_everything_transacted():
    checked = check(BedPlan())
    assert [server.applications for server in checked.topology.servers] == [APPLICATIONS]
    assert checked.base_url("opc") == "http://127.0.0.1:21080/opc"
    assert set(checked.delegates.values()) == {"jms-transacted"}


def test_three_servers_have_ports_of_their_own():
    checked = check(BedPlan(topology="three-servers", port_base=30000))
    urls = [checked.base_url(name) for name in APPLICATIONS]
    assert urls == [
        "http://127.0.0.1:30080/storefront",
        "http://127.0.0.1:30180/opc",
        "http://127.0.0.1:30280/supplier",
    ]
    assert len(set(checked.ports.used(3))) == 17


def test_a_topology_says_that_everything_is_tls():
    checked = check(BedPlan(topology="one-server-tls"))
    assert checked.base_url("opc") == "https://127.0.0.1:21080/opc"
    assert checked.console_url == "https://127.0.0.1:21361"
    assert not check(BedPlan()).topology.tls


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (BedPlan(topology="nine-servers"), "known are one-server, one-server-tls, three-servers"),
        (BedPlan(transitions={"supplier-order": "pigeon"}), "known are jms-transacted, jms-nontransacted, soap"),
        (BedPlan(transitions={"notification": "soap"}), "switchable are order-submission, supplier-order, invoice"),
        (BedPlan(settings={"approval.limits": "5"}), "known are approval.limit"),
        (BedPlan(port_base=80), "a number from 1024"),
        (BedPlan(message_store="memory"), "known are journal, database"),
        (BedPlan(message_store="database", small_disks=True), "the message store journal was expected"),
        (BedPlan(forced_writes="some"), "known are all, none"),
        (BedPlan(database_commit="one-phase"), "known are two-phase, last-agent"),
        (
            BedPlan(database_commit="last-agent", transactions=TransactionPlan("payara")),
            "manager narayana was expected",
        ),
        (BedPlan(forced_writes="none"), "a transaction log that is not forced was expected"),
        (
            BedPlan(forced_writes="none", transactions=UNFORCED, database_url="jdbc:postgresql://db/x"),
            "the bed's own database was expected",
        ),
        (BedPlan(forced_writes="none", transactions=TransactionPlan("payara")), "narayana was expected"),
        (BedPlan(jdk="/usr"), "/usr: the folder of a JDK of 21 or newer was expected"),
        (BedPlan(broker="cloud"), "broker 'cloud' is unknown; known are process, in-server"),
        (BedPlan(broker="in-server", topology="three-servers"), "a topology with one server was expected"),
        (BedPlan(broker="in-server", small_disks=True), "the broker process was expected"),
        (BedPlan(broker="in-server", broker_jvm_options=("-Xmx1g",)), "no JVM options for the broker were expected"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_with_what_was_expected(plan, message):
    with pytest.raises(PlanError, match=message):
        check(plan)


def test_all_mistakes_of_a_topology_are_reported_together(tmp_path):
    (tmp_path / "odd.toml").write_text(
        'colour = "red"\ntls = "yes"\ndescription = "x"\n[servers.a]\napplications = ["opc", "opc", "shop"]\n',
        encoding="utf-8",
    )
    with pytest.raises(PlanError) as refusal:
        topology.read("odd", APPLICATIONS, tmp_path)
    for mistake in (
        "unknown key colour",
        "tls: true or false",
        "storefront is in no server",
        "shop is unknown",
        "opc is in two servers",
    ):
        assert mistake in str(refusal.value)


def test_a_taken_port_is_named_with_the_remedy():
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        with pytest.raises(PortTakenError, match=rf"port {port} is in use.*--port-base"):
            ports.check_free([port])


@pytest.mark.parametrize("servers", ["", "servers = 3", "[servers]"])
def test_a_topology_without_servers_says_what_was_expected(tmp_path, servers):
    (tmp_path / "empty.toml").write_text(f'description = "nothing"\n{servers}\n')
    with pytest.raises(PlanError, match=r": servers: one table per server was expected, like \[servers\.server\]$"):
        topology.read("empty", APPLICATIONS, tmp_path)


@pytest.mark.parametrize(
    ("server", "applications", "mistake"),
    [
        ("broker", '["opc"]', r"servers\.broker: a name of lowercase letters"),
        ("mail", '["opc"]', r"servers\.mail: a name of lowercase letters"),
        ("'../up'", '["opc"]', r"servers\.\.\./up: a name of lowercase letters"),
        ("A", '["opc"]', r"servers\.A: a name of lowercase letters"),
        ("a", '"opc"', r"servers\.a\.applications: a list of applications"),
        ("a", "[]", r"servers\.a\.applications: a list of applications"),
        ("a", "[1]", r"servers\.a\.applications: a list of applications"),
        ("a", "[[]]", r"servers\.a\.applications: a list of applications"),
    ],
)
def test_a_server_that_cannot_be_says_what_was_expected(tmp_path, server, applications, mistake):
    (tmp_path / "odd.toml").write_text(f'description = "x"\n[servers.{server}]\napplications = {applications}\n')
    with pytest.raises(PlanError, match=mistake):
        topology.read("odd", APPLICATIONS, tmp_path)


def test_a_block_holds_all_ports_of_the_largest_topology():
    assert all(24000 <= port < 24000 + ports.BLOCK for port in BedPorts(24000).used(3))


@pytest.mark.parametrize(
    ("base", "is_shared"), [(20000, False), (32368, False), (32369, True), (40000, True), (60999, True), (61000, False)]
)
def test_a_block_among_the_ports_of_clients_is_reported_with_a_better_one(base, is_shared, tmp_path, monkeypatch):
    clients = tmp_path / "ip_local_port_range"
    clients.write_text("32768\t60999\n")
    monkeypatch.setattr(ports, "_CLIENT_PORTS", clients)
    message = BedPorts(base).overlap_with_ephemeral_ports()
    assert ("choose a --port-base up to 32368" in message) == is_shared
    assert message.startswith(f"ports {base} to {base + 399} lie among those" if is_shared else "")


def test_where_the_kernel_does_not_tell_every_block_is_fine(tmp_path, monkeypatch):
    monkeypatch.setattr(ports, "_CLIENT_PORTS", tmp_path / "missing")
    assert BedPorts(40000).overlap_with_ephemeral_ports() == ""


def test_a_plan_survives_being_passed_to_the_daemon():
    plan = BedPlan("three-servers", 24000, None, ("-Xmx2g",), {"invoice": "soap"}, {"approval.limit": "9.00"})
    plan = replace(plan, broker_jvm_options=("-XX:+UseSerialGC", "-Xmx256m"))
    assert BedPlan.of_json(plan.as_json()) == plan


@pytest.mark.parametrize(
    ("kept", "expected"), [("100001", "from 0 to 100000"), *((kept, "a whole number") for kept in ("-1", "all", ""))]
)
def test_the_number_of_mails_that_are_kept_is_bounded(kept, expected):
    with pytest.raises(PlanError, match=rf"mails\.kept = .*{expected}"):
        check(BedPlan(settings={"mails.kept": kept}))


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("approval.limit", "500,00", r"an amount such as 500\.00"),
        ("approval.limit", "-1", r"an amount such as 500\.00"),
        ("stock.initial", "many", "a whole number up to 999999999"),
        ("soap.read-timeout-ms", "1e4", "a whole number"),
        ("password.cost", "cheap", "such as m=19456,t=2,p=1"),
        ("history", "of", "on or off"),
    ],
)
def test_a_setting_that_no_application_could_read_is_refused_before_any_of_them_starts(key, value, expected):
    with pytest.raises(PlanError, match=rf"^setting {key} = '{value}': .*{expected}.* was expected"):
        check(BedPlan(settings={key: value}))


def test_what_a_bed_has_by_itself_is_as_expected():
    check(BedPlan(settings=DEFAULT_SETTINGS))

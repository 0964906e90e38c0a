"""How a prepared domain becomes one server, and how its JVM is started."""

import base64
import fcntl
import hashlib
import os
import subprocess
import xml.etree.ElementTree as ET
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from deploy.errors import BedError
from deploy.host.jdk import Jdk
from deploy.host.ports import ServerPorts
from deploy.payara.asadmin import Asadmin
from deploy.payara.payara_domain import DomainSettings, admin_keyfile, closed, configured
from deploy.payara.payara_pools import BrokerLogin, DataSource
from deploy.payara.prepared_domain import Payara, java_command
from deploy.progress import Silent

PREPARED = """<domain>
  <resources>
    <connector-connection-pool resource-adapter-name="jmsra" name="jms/__defaultConnectionFactory-Connection-Pool"/>
    <connector-resource jndi-name="jms/__defaultConnectionFactory"/>
    <jdbc-resource pool-name="__TimerPool" jndi-name="jdbc/__TimerPool"/>
    <jdbc-resource pool-name="H2Pool" jndi-name="jdbc/__default"/>
    <jdbc-connection-pool name="__TimerPool" datasource-classname="org.h2.jdbcx.JdbcDataSource"/>
    <jdbc-connection-pool name="H2Pool" datasource-classname="org.h2.jdbcx.JdbcDataSource"/>
  </resources>
  <servers><server name="server">
    <application-ref ref="storefront" enabled="false"/><application-ref ref="artemis-storefront" enabled="false"/>
    <application-ref ref="opc" enabled="false"/><application-ref ref="artemis-opc" enabled="false"/>
    <resource-ref ref="jms/__defaultConnectionFactory"/>
    <resource-ref ref="jdbc/__TimerPool"/><resource-ref ref="jdbc/__default"/>
  </server></servers>
  <configs><config name="server-config">
    <system-property name="JMS_PROVIDER_PORT" value="9076"/>
    <http-service><virtual-server id="server" network-listeners="http-listener-1,http-listener-2"/></http-service>
    <iiop-service>
      <iiop-listener address="0.0.0.0" port="1"/><iiop-listener address="0.0.0.0" port="2"/>
      <iiop-listener address="0.0.0.0" port="3"/>
    </iiop-service>
    <admin-service><jmx-connector address="0.0.0.0" port="4"/></admin-service>
    <transaction-service/>
    <network-config>
      <protocols>
        <protocol name="http-listener-1"><http/></protocol>
        <protocol name="http-listener-2" security-enabled="true"><http/></protocol>
      </protocols>
      <transports><transport name="tcp"/></transports>
      <network-listeners>
        <network-listener name="http-listener-1" port="5"/><network-listener name="http-listener-2" port="6"/>
        <network-listener name="admin-listener" port="7"/>
      </network-listeners>
    </network-config>
    <thread-pools><thread-pool name="http-thread-pool"/></thread-pools>
  </config></configs>
</domain>"""

SETTINGS = DomainSettings(
    ports=ServerPorts(21100),
    transaction_identity="petlab-opc",
    applications=["opc"],
    databases={"opc": DataSource("org.postgresql.xa.PGXADataSource", {"URL": "jdbc:x", "User": "opc"})},
    brokers={"opc": BrokerLogin(21316, "opc", "a&b<c")},
)


def configured_domain() -> ET.Element:
    return ET.fromstring(configured(PREPARED, SETTINGS))  # noqa: S314 - our own text


def test_every_listener_is_on_loopback_or_off():
    domain = configured_domain()
    for tag in ("network-listener", "iiop-listener", "jmx-connector"):
        for listener in domain.iter(tag):
            assert listener.get("address") == "127.0.0.1"
    on = {
        listener.get("name"): listener.get("port")
        for listener in domain.iter("network-listener")
        if listener.get("enabled") == "true"
    }
    assert on == {
        "http-listener-1": "21180",
        "services": "21182",
        "management": "21184",
        "admin-listener": "21148",
    }


def test_each_listener_has_threads_of_its_own_and_the_bounds_of_all():
    domain = configured_domain()
    pools = {
        listener.get("name"): listener.get("thread-pool")
        for listener in domain.iter("network-listener")
        if listener.get("name") in ("http-listener-1", "services", "management")
    }
    assert pools == {
        "http-listener-1": "http-thread-pool",
        "services": "services-thread-pool",
        "management": "management-thread-pool",
    }
    threads = {pool.get("name"): pool.get("max-thread-pool-size") for pool in domain.iter("thread-pool")}
    assert threads == {"http-thread-pool": "64", "services-thread-pool": "64", "management-thread-pool": "16"}
    for name in pools:
        http = domain.find(f".//protocol[@name='{name}']/http")
        assert http is not None
        assert (http.get("http2-enabled"), http.get("comet-support-enabled")) == ("false", "true")
        assert http.get("default-virtual-server") == "server"
    server = domain.find(".//virtual-server[@id='server']")
    assert server is not None and server.get("network-listeners") == "http-listener-1,services,management"


def test_payaras_own_databases_which_would_listen_on_every_address_are_gone():
    pools = [pool.get("datasource-classname") for pool in configured_domain().iter("jdbc-connection-pool")]
    assert pools == ["org.postgresql.xa.PGXADataSource"]


def test_the_pool_of_a_last_agent_has_connections_without_xa():
    without = {"opc": replace(SETTINGS.databases["opc"], is_xa=False)}
    for databases, kind in ((SETTINGS.databases, "javax.sql.XADataSource"), (without, "javax.sql.DataSource")):
        domain = ET.fromstring(configured(PREPARED, replace(SETTINGS, databases=databases)))  # noqa: S314 - our own
        assert [pool.get("res-type") for pool in domain.iter("jdbc-connection-pool")] == [kind]


def test_a_server_gets_its_own_applications_pools_and_transaction_identity():
    domain = configured_domain()
    enabled = [ref.get("ref") for ref in domain.iter("application-ref") if ref.get("enabled") == "true"]
    assert enabled == ["opc", "artemis-opc"]
    identity = domain.find(".//transaction-service/property[@name='xa-servername']")
    assert identity is not None and identity.get("value") == "petlab-opc"
    names = [
        resource.get("jndi-name") for tag in ("jdbc-resource", "connector-resource") for resource in domain.iter(tag)
    ]
    assert names == ["jdbc/opc", "jms/opc"]
    assert {ref.get("ref") for ref in domain.iter("resource-ref")} == {"jdbc/opc", "jms/opc"}


def test_with_tls_the_applications_port_takes_nothing_else_and_the_broker_must_prove_who_it_is():
    brokers = {"opc": BrokerLogin(21316, "opc", "secret", Path("/bed/trust.p12"))}
    domain = ET.fromstring(configured(PREPARED, replace(SETTINGS, tls=True, brokers=brokers)))  # noqa: S314 - our own
    for name in ("http-listener-1", "services", "management"):
        protocol = domain.find(f".//protocol[@name='{name}']")
        assert protocol is not None and protocol.get("security-enabled") == "true"
        assert protocol.find("ssl") is not None
    disabled = domain.find(".//network-listener[@name='http-listener-2']")
    assert disabled is not None and disabled.get("enabled") == "false"
    parameters = domain.find(".//resource-adapter-config/property[@name='ConnectionParameters']")
    assert parameters is not None
    settings = dict(each.split("=") for each in parameters.get("value", "").split(";"))
    assert settings.items() >= {"sslEnabled": "true", "verifyHost": "true", "trustStorePath": "/bed/trust.p12"}.items()
    assert "," not in "".join(settings.values()), "the adapter would take it for the begin of another broker"


def test_a_domain_that_was_prepared_is_configured_without_a_trace_of_the_preparation():
    prepared = closed(PREPARED, ServerPorts(9000), ["storefront", "opc"])
    domain = ET.fromstring(configured(prepared, SETTINGS))  # noqa: S314 - our own text
    classes = {pool.get("name"): pool.get("datasource-classname") for pool in domain.iter("jdbc-connection-pool")}
    assert classes["opc-database"] == "org.postgresql.xa.PGXADataSource"


def test_the_administrators_password_is_hashed_as_payara_does():
    line = admin_keyfile("secret", b"12345678")
    packed = base64.b64decode(line.split("}")[1].split(";")[0])
    digest = b"secret12345678"
    for _ in range(100):
        digest = hashlib.sha256(digest).digest()
    assert packed == digest + b"12345678"


def test_payaras_own_heap_and_its_open_shell_are_left_out():
    printed = [
        "/jdk/bin/java",
        "-cp",
        "glassfish.jar",
        "-Xmx512m",
        "-XX:NewRatio=2",
        "-Dosgi.shell.telnet.port=6666",
        "-Dorg.glassfish.additionalOSGiBundlesToStart=org.apache.felix.shell.remote,org.apache.felix.fileinstall",
        "-Dkept=yes",
        "com.sun.enterprise.glassfish.bootstrap.ASMain",
    ]
    assert java_command(printed, ["-Xmx2g"]) == [
        "/jdk/bin/java",
        "-Xms2g",
        "-XX:+UseG1GC",
        "-Xmx2g",
        "-Djakarta.mail.util.StreamProvider=org.eclipse.angus.mail.util.MailStreamProvider",
        "-cp",
        "glassfish.jar",
        "-Dorg.glassfish.additionalOSGiBundlesToStart=org.apache.felix.fileinstall",
        "-Dkept=yes",
        "com.sun.enterprise.glassfish.bootstrap.ASMain",
    ]


def test_what_a_killed_run_has_left_of_a_domain_is_removed_and_what_another_one_makes_is_not(tmp_path):
    with subprocess.Popen(["true"]) as ended:
        ended.wait()
    with subprocess.Popen(["sleep", "60"]) as another:
        left, mine, theirs = (
            tmp_path / f".{pid}.full-{key}"
            for key, pid in (("aa", ended.pid), ("cc", os.getpid()), ("bb", another.pid))
        )
        for folder in (left, mine, theirs):
            (folder / "domain").mkdir(parents=True)
        try:
            with payara(tmp_path)._made_by_one(tmp_path / "full-cc"):
                assert not left.exists() and not mine.exists()
                assert theirs.exists()
                with (tmp_path / ".lock-c").open() as lock, pytest.raises(BlockingIOError):
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        finally:
            another.kill()


def test_the_eight_domains_that_were_used_last_are_kept(tmp_path):
    for number in range(10):
        (tmp_path / f"full-{number:02}/config").mkdir(parents=True)
        os.utime(tmp_path / f"full-{number:02}", (number + 1, number + 1))
    (tmp_path / "base-00").mkdir()
    os.utime(tmp_path / "full-00", (100, 100))
    payara(tmp_path)._prune()
    left = {path.name for path in tmp_path.iterdir() if path.is_dir()}
    assert left == {"base-00", "full-00", *(f"full-{number:02}" for number in range(3, 10))}


@pytest.fixture
def deployed(monkeypatch):
    """Domains are prepared without a server: the commands that it was given each time, and each domain says its own."""
    told: list[list[str]] = []

    def create_domain(self, folder, name, base):
        (folder / name / "config").mkdir(parents=True)
        (folder / name / "config/domain.xml").write_text(PREPARED, encoding="utf-8")

    def multimode(self, commands, folder):
        told.append([command.split()[3] for command in commands])
        for name in told[-1]:
            (folder / "domain/applications" / name).mkdir(parents=True)
            for library in ("netty-common-4.1.131.Final.jar", "artemis-jakarta-ra-2.53.0.jar"):
                (folder / "domain/applications" / name / library).touch()
        with (folder / "domain/deployed").open("a", encoding="utf-8") as names:
            names.write(" ".join(told[-1]) + "\n")

    monkeypatch.setattr(Payara, "_running", lambda self, domain, where: nullcontext())
    monkeypatch.setattr(Asadmin, "create_domain", create_domain)
    monkeypatch.setattr(Asadmin, "multimode", multimode)
    return told


@pytest.fixture
def files(tmp_path):
    """Adapter, application, and an application that only some beds have."""
    found = [tmp_path / name for name in ("adapter.rar", "opc.war", "floors.war")]
    for file in found:
        file.write_bytes(b"old")
    return found


def test_what_only_some_beds_have_is_deployed_on_top_of_the_domain_of_the_others(tmp_path, deployed, files):
    adapter, war, floors = files

    def prepared(further):
        return payara(tmp_path).prepare(adapter, {"opc": war}, [], ServerPorts(9000), further)

    wider = prepared({"floors": floors})
    assert deployed == [["artemis-opc"], ["opc"], ["artemis-floors", "floors"]]
    assert (wider / "deployed").read_text(encoding="utf-8") == "artemis-opc\nopc\nartemis-floors floors\n"
    plain = prepared(None)
    assert (plain / "deployed").read_text(encoding="utf-8") == "artemis-opc\nopc\n"
    assert prepared({"floors": floors}) == wider and len(deployed) == 3, "each is made once"
    floors.write_bytes(b"new")
    assert prepared({"floors": floors}) != wider
    assert deployed[3:] == [["artemis-floors", "floors"]]
    war.write_bytes(b"new")
    prepared({"floors": floors})
    assert deployed[4:] == [["opc"], ["artemis-floors", "floors"]]


def test_a_servers_domain_shares_the_archives_of_the_prepared_one_and_nothing_that_is_written(tmp_path):
    prepared, domain = tmp_path / "prepared", tmp_path / "bed/servers/opc"
    archives = ("lib/driver.jar", "applications/__internal/opc/opc.war", "applications/artemis-opc/netty.jar")
    written = (
        "config/domain.xml",
        "config/logging.properties",
        "config/login.conf",
        "applications/opc/WEB-INF/web.xml",
    )
    for name in (*archives, *written):
        (prepared / name).parent.mkdir(parents=True, exist_ok=True)
        (prepared / name).write_text(PREPARED if name.endswith("domain.xml") else name, encoding="utf-8")
    payara(tmp_path).copy(prepared, domain, SETTINGS, "secret", logins="more")
    assert all((domain / name).samefile(prepared / name) for name in archives)
    assert not any((domain / name).samefile(prepared / name) for name in written)
    assert (domain / "config/login.conf").read_text(encoding="utf-8") == "config/login.confmore"
    assert (prepared / "config/login.conf").read_text(encoding="utf-8") == "config/login.conf"


def test_payara_is_told_to_pass_over_what_an_adapter_has_besides_its_own_library(tmp_path, deployed, files):
    adapter, war, floors = files
    domain = payara(tmp_path).prepare(adapter, {"opc": war}, [], ServerPorts(9000), {"floors": floors})
    folders = {
        str(path.relative_to(domain / "applications")) for path in domain.glob("applications/*/*") if path.is_dir()
    }
    assert folders == {f"artemis-{name}/netty-common-4.1.131.Final_jar" for name in ("opc", "floors")}
    for name in ("opc", "floors"):
        assert len(list((domain / f"applications/artemis-{name}").glob("*.jar"))) == 2, "from which it is loaded"


@pytest.mark.parametrize("rebuilds", [lambda war: war.write_bytes(b"new"), Path.unlink])
@pytest.mark.parametrize("which", [1, 2])
def test_what_is_built_again_while_it_is_deployed_is_not_taken_for_what_was_there_before(
    tmp_path, monkeypatch, deployed, files, rebuilds, which
):
    adapter, war, floors = files
    multimode, name = Asadmin.multimode, ("", "opc", "floors")[which]

    def rebuilding(self, commands, folder):
        multimode(self, commands, folder)
        if deployed[-1][-1] == name:
            rebuilds(files[which])

    def prepared():
        return payara(tmp_path).prepare(adapter, {"opc": war}, [], ServerPorts(9000), {"floors": floors})

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(Asadmin, "multimode", rebuilding)
        with pytest.raises(BedError, match="built again while they were being deployed: start the bed again"):
            prepared()
    assert len(list(tmp_path.glob("full-*"))) == which - 1 and not list(tmp_path.glob(".*.full-*"))
    files[which].write_bytes(b"old")
    assert prepared().is_dir()


def payara(folder: Path) -> Payara:
    return Payara(folder, Jdk.of_this_run(), folder, Silent())


def test_the_callers_environment_sends_asadmin_to_no_other_server(tmp_path, monkeypatch):
    command = tmp_path / "bin/asadmin"
    command.parent.mkdir()
    command.write_text("#!/bin/sh\necho /bin/java\nenv\n", encoding="utf-8")
    command.chmod(0o755)
    monkeypatch.setenv("AS_ADMIN_HOST", "elsewhere")
    monkeypatch.setenv("AS_ADMIN_PORT", "4711")
    environment = Asadmin(tmp_path, Jdk(tmp_path, "25.0.3"), tmp_path / "passwords", 21348).java_command(tmp_path)
    assert not [line for line in environment if line.startswith("AS_ADMIN_")]
    assert f"AS_JAVA={tmp_path}" in environment


def test_an_installation_that_was_moved_is_asked_again_how_a_domain_is_started(tmp_path, monkeypatch):
    monkeypatch.setattr(Payara, "_asked", lambda self, domain: [f"{self.installation}/glassfish.jar", str(domain)])
    domain = tmp_path / "domain"
    (domain / "config").mkdir(parents=True)
    (domain / "config/domain.xml").write_text("<jvm-options>-Xmx1g</jvm-options>", encoding="utf-8")
    before = Payara(tmp_path / "cache/payara7", Jdk(tmp_path, "25.0.3"), tmp_path, Silent())
    assert before._start_command(domain) == [f"{tmp_path}/cache/payara7/glassfish.jar", str(domain)]
    (tmp_path / "cache").rename(tmp_path / "moved")
    after = replace(before, installation=tmp_path / "moved/payara7")
    assert after._start_command(domain) == [f"{tmp_path}/moved/payara7/glassfish.jar", str(domain)]

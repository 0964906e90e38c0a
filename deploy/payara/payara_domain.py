"""domain.xml: how a prepared Payara domain becomes one server of a bed. Pure text in, text out.

The prepared domain holds all applications and adapters, disabled, and no secret. Here it gets its ports (on loopback),
its transaction identity, its pools with this bed's passwords, and the applications that the topology gives it.
"""

import base64
import hashlib
import secrets
import xml.etree.ElementTree as ET  # the text is Payara's own, from this bed's folder
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from deploy.host.ports import ServerPorts
from deploy.payara.domain_elements import child, only, remove
from deploy.payara.payara_listeners import LOOPBACK, add_listeners
from deploy.payara.payara_pools import (
    BrokerLogin,
    DataSource,
    adapter_of,
    add_broker,
    add_database,
    add_transaction_log,
    remove_database,
)

_STEADY_POOL_SIZE = 8


@dataclass(frozen=True)
class DomainSettings:
    """What makes a prepared domain one server of a bed. transaction_log: where a log store in the database is.
    tls: whether the applications answer by TLS only, with the key in the domain's key store."""

    ports: ServerPorts
    transaction_identity: str
    applications: Sequence[str]
    databases: Mapping[str, DataSource]
    brokers: Mapping[str, BrokerLogin]
    transaction_log: DataSource | None = None
    tls: bool = False


_IN_MEMORY = DataSource("org.h2.jdbcx.JdbcDataSource", {"URL": "jdbc:h2:mem:prepare", "User": "sa", "Password": ""})


def configured(domain_xml: str, settings: DomainSettings) -> str:
    """The domain.xml of one server of a bed."""
    domain = ET.fromstring(domain_xml)  # noqa: S314 - written by Payara on this machine
    config = only(domain, "configs/config[@name='server-config']")
    _listen_on_loopback(config, settings.ports)
    _keep_to_itself(config)
    _tell_health(config)
    add_listeners(config, settings.ports, settings.tls)
    _configure_transactions(config, settings.transaction_identity)
    _remove_default_broker(domain)
    _remove_default_databases(domain)
    _enable(domain, [*settings.applications, *map(adapter_of, settings.applications)])
    for application in settings.applications:
        remove_database(domain, application)
        add_database(domain, application, settings.databases[application], _STEADY_POOL_SIZE)
        add_broker(domain, application, settings.brokers[application])
    if settings.transaction_log:
        add_transaction_log(domain, settings.transaction_log)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(domain, encoding="unicode")


def closed(domain_xml: str, ports: ServerPorts, applications: Sequence[str]) -> str:
    """The domain.xml of a domain that is being prepared: on loopback too, and without any application enabled.

    A persistence unit is deployed only when its data source answers. No database of a bed runs yet, so for this while
    it is the one in memory that Payara brings along; nothing is written to it.
    """
    domain = ET.fromstring(domain_xml)  # noqa: S314 - written by Payara on this machine
    config = only(domain, "configs/config[@name='server-config']")
    _listen_on_loopback(config, ports)
    _keep_to_itself(config)
    for application in applications:
        remove_database(domain, application)
        add_database(domain, application, _IN_MEMORY, 0)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(domain, encoding="unicode")


def admin_keyfile(password: str, salt: bytes | None = None) -> str:
    """Payara's file of administrators with one entry: SHA-256 a hundred times over password and salt."""
    salt = salt or secrets.token_bytes(8)
    digest = password.encode() + salt
    for _ in range(100):
        digest = hashlib.sha256(digest).digest()
    return f"admin;{{SSHA256}}{base64.b64encode(digest + salt).decode()};asadmin\n"


def _listen_on_loopback(config: ET.Element, ports: ServerPorts) -> None:
    numbers = {"http-listener-1": ports.pages, "http-listener-2": ports.unused, "admin-listener": ports.admin}
    for listener in config.iterfind("network-config/network-listeners/network-listener"):
        listener.set("port", str(numbers[listener.get("name", "")]))
        listener.set("address", LOOPBACK)
        listener.set("enabled", str(listener.get("name") != "http-listener-2").lower())
    for server in config.iterfind("http-service/virtual-server[@id='server']"):
        server.set("network-listeners", "http-listener-1")
    for listener, port in zip(config.iterfind("iiop-service/iiop-listener"), ports.iiop, strict=True):
        listener.set("port", str(port))
        listener.set("address", LOOPBACK)
        listener.set("enabled", "false")
    for connector in config.iterfind("admin-service/jmx-connector"):
        connector.set("port", str(ports.jmx))
        connector.set("address", LOOPBACK)
        connector.set("enabled", "false")
    for setting in config.iterfind("system-property[@name='JMS_PROVIDER_PORT']"):
        setting.set("value", str(ports.jms))


def _keep_to_itself(config: ET.Element) -> None:
    """Nothing polls, clusters, calls home or serves what a bed has no use for."""
    child(config, "hazelcast-config-specific-configuration").set("enabled", "false")
    child(config, "phone-home-runtime-configuration").set("enabled", "false")
    child(config, "microprofile-metrics-configuration").set("enabled", "false")
    child(config, "microprofile-openapi-configuration").set("enabled", "false")
    child(config, "microprofile-healthcheck-configuration").set("enabled", "false")
    child(config, "jms-service").set("type", "DISABLED")
    das = child(only(config, "admin-service"), "das-config")
    das.set("dynamic-reload-enabled", "false")
    das.set("autodeploy-enabled", "false")


def _tell_health(config: ET.Element) -> None:
    """`/health` asks the applications' own checks, when somebody asks it; it knows neither users nor passwords."""
    child(config, "microprofile-healthcheck-configuration").set("enabled", "true")


def _configure_transactions(config: ET.Element, identity: str) -> None:
    """Domains of one machine that share a database must not take each other's transactions for their own."""
    service = only(config, "transaction-service")
    service.set("automatic-recovery", "true")
    # A commit that fails on its way is left to recovery: Payara's manager would repeat it each minute for ten minutes,
    # on a session that the broker has given up, and hold the thread and every `freeze-transaction-service` meanwhile.
    service.set("retry-timeout-in-seconds", "0")
    # Where the other manager has its log too, and not among the logs that are read by people.
    service.set("tx-log-dir", "${com.sun.aas.instanceRoot}/transaction-log")
    for old in service.findall("property[@name='xa-servername']"):
        service.remove(old)
    ET.SubElement(service, "property", name="xa-servername", value=identity)


def _remove_default_broker(domain: ET.Element) -> None:
    """Recovery would start Payara's own broker to ask it for transactions that it never had."""
    resources, server = only(domain, "resources"), only(domain, "servers/server")
    for parent, path in (
        (resources, "connector-connection-pool[@resource-adapter-name='jmsra']"),
        (resources, "connector-resource[@jndi-name='jms/__defaultConnectionFactory']"),
        (server, "resource-ref[@ref='jms/__defaultConnectionFactory']"),
    ):
        remove(parent, path)


def _remove_default_databases(domain: ET.Element) -> None:
    """Each pass of recovery would open the one for timers, which nothing here has; and then it listens everywhere."""
    resources, server = only(domain, "resources"), only(domain, "servers/server")
    for pool, name in (("__TimerPool", "jdbc/__TimerPool"), ("H2Pool", "jdbc/__default")):
        remove(resources, f"jdbc-connection-pool[@name='{pool}']")
        remove(resources, f"jdbc-resource[@jndi-name='{name}']")
        remove(server, f"resource-ref[@ref='{name}']")


def _enable(domain: ET.Element, names: Sequence[str]) -> None:
    for reference in domain.iterfind("servers/server/application-ref"):
        reference.set("enabled", str(reference.get("ref") in names).lower())

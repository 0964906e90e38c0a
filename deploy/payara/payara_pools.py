"""The pools of a server in its domain.xml: to the databases and to the broker."""

import xml.etree.ElementTree as ET  # the text is Payara's own, from this bed's folder
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from deploy.host.certificates import TRUST_PASSWORD
from deploy.payara.domain_elements import add_properties, only, remove

POOL_SIZE = 64
_BROKER_ANSWER_TIMEOUT_MS = 10_000
"""For one call to the broker; its client tries the start of a branch twice. After that the transaction is rolled back,
and the customer is told so. The client's own default of 30 s would let him wait a minute."""
_LOOPBACK = "127.0.0.1"


@dataclass(frozen=True)
class DataSource:
    """A database as an application, or the transaction log, logs in to it. probe: a table that can always be read;
    is_xa: whether its transactions have two phases.
    """

    class_name: str
    properties: Mapping[str, str]
    probe: str = ""
    is_xa: bool = True


@dataclass(frozen=True)
class BrokerLogin:
    """The broker as an application logs in to it. trust: whom the broker must prove to be; None: it speaks plainly."""

    port: int
    user: str
    password: str
    trust: Path | None = None


def adapter_of(application: str) -> str:
    """The name under which the resource adapter of an application is deployed."""
    return f"artemis-{application}"


def remove_database(domain: ET.Element, application: str) -> None:
    """Removes pool and resource of an application."""
    resources, server = only(domain, "resources"), only(domain, "servers/server")
    for parent, path in (
        (resources, f"jdbc-connection-pool[@name='{application}-database']"),
        (resources, f"jdbc-resource[@jndi-name='jdbc/{application}']"),
        (server, f"resource-ref[@ref='jdbc/{application}']"),
    ):
        remove(parent, path)


def add_database(domain: ET.Element, application: str, source: DataSource, steady: int) -> None:
    """Adds the pool of an application's connections. Those without XA are last agents of its transactions. steady: how
    many are always open.
    """
    pool = f"{application}-database"
    element = ET.SubElement(
        only(domain, "resources"),
        "jdbc-connection-pool",
        {
            "name": pool,
            "res-type": "javax.sql.XADataSource" if source.is_xa else "javax.sql.DataSource",
            "datasource-classname": source.class_name,
            "steady-pool-size": str(steady),
            "max-pool-size": str(POOL_SIZE),
            "max-wait-time-in-millis": "30000",
            "idle-timeout-in-seconds": "0",
            **_validation(source),
        },
    )
    add_properties(element, source.properties)
    _add_resource(domain, "jdbc-resource", pool, f"jdbc/{application}")


def add_transaction_log(domain: ET.Element, source: DataSource) -> None:
    """Its connections take no part in transactions: the log must not join what it logs."""
    pool = "transaction-log"
    element = ET.SubElement(
        only(domain, "resources"),
        "jdbc-connection-pool",
        {
            "name": pool,
            "res-type": "javax.sql.DataSource",
            "datasource-classname": source.class_name,
            "non-transactional-connections": "true",
            "steady-pool-size": "1",
            "max-pool-size": str(POOL_SIZE),
            "max-wait-time-in-millis": "30000",
            "idle-timeout-in-seconds": "0",
            **_validation(source),
        },
    )
    add_properties(element, source.properties)
    _add_resource(domain, "jdbc-resource", pool, "jdbc/transaction-log")


def _validation(source: DataSource) -> dict[str, str]:
    """A database that died leaves connections behind which look open: each is asked before it is given away, once a
    second at most. (Payara's way to close all at the first dead one needs an idle timeout, which a trial has not.)"""
    if not source.probe:
        return {"is-connection-validation-required": "false"}
    return {
        "is-connection-validation-required": "true",
        "connection-validation-method": "table",
        "validation-table-name": source.probe,
        "validate-atmost-once-period-in-seconds": "1",
    }


def add_broker(domain: ET.Element, application: str, login: BrokerLogin) -> None:
    """Adds an application's resource adapter settings, and its pool of connections for sending."""
    adapter = adapter_of(application)
    settings = ET.SubElement(only(domain, "resources"), "resource-adapter-config", {"resource-adapter-name": adapter})
    properties = {
        "ConnectorClassName": "org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnectorFactory",
        "ConnectionParameters": f"host={_LOOPBACK};port={login.port}{_trust(login)}",
        "UserName": login.user,
        "Password": login.password,
        "CallTimeout": str(_BROKER_ANSWER_TIMEOUT_MS),
    }
    add_properties(settings, properties)
    pool = f"{application}-broker"
    element = ET.SubElement(
        only(domain, "resources"),
        "connector-connection-pool",
        {
            "name": pool,
            "resource-adapter-name": adapter,
            "connection-definition-name": "jakarta.jms.ConnectionFactory",
            "transaction-support": "XATransaction",
            "steady-pool-size": "0",
            "max-pool-size": str(POOL_SIZE),
            "max-wait-time-in-millis": "30000",
            "idle-timeout-in-seconds": "0",
        },
    )
    # Without these Payara would log in with an empty name, whatever the adapter has been told.
    add_properties(element, {"UserName": login.user, "Password": login.password})
    _add_resource(domain, "connector-resource", pool, f"jms/{application}")


def _trust(login: BrokerLogin) -> str:
    if login.trust is None:
        return ""
    store = f"trustStorePath={login.trust};trustStoreType=PKCS12;trustStorePassword={TRUST_PASSWORD}"
    return f";sslEnabled=true;verifyHost=true;{store}"


def _add_resource(domain: ET.Element, kind: str, pool: str, jndi_name: str) -> None:
    ET.SubElement(only(domain, "resources"), kind, {"pool-name": pool, "jndi-name": jndi_name})
    ET.SubElement(only(domain, "servers/server"), "resource-ref", ref=jndi_name)

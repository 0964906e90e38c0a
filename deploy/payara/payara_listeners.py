"""The HTTP listeners of a server in its domain.xml: one each for pages, services and management.

Each has threads of its own, so that what a page waits for (a SOAP call to the next application in the same server) is
never in a queue behind other pages, and the lab is answered by a store that nobody else reaches any more.
"""

import xml.etree.ElementTree as ET  # the text is Payara's own, from this bed's folder
from collections.abc import Iterator
from dataclasses import dataclass

from deploy.host.certificates import SERVERS
from deploy.host.ports import ServerPorts
from deploy.payara.domain_elements import child, only
from deploy.payara.payara_pools import POOL_SIZE

LOOPBACK = "127.0.0.1"
PAGES = "http-listener-1"
SERVICES = "services"
MANAGEMENT = "management"

# More than connections will ever be: Payara drops them with a stack trace when a queue is full. The bundle
# http-listener refuses long before.
_QUEUE = "100000"
_SETTINGS = {
    "default-virtual-server": "server",
    "max-connections": "100000",  # requests on one kept connection; a closed one costs a customer 10 ms
    "xpowered-by": "false",
    "server-header": "false",
    "trace-enabled": "false",  # it would show a script the cookies that it must not see
    "http2-enabled": "false",  # its streams would go round the bounds for a body
    "comet-support-enabled": "true",  # takes in the bundle http-listener, see its package-info.java
    "max-swallowing-input-bytes": str(10 << 20),  # of a body that was refused unread
}


@dataclass(frozen=True)
class _Listener:
    name: str
    port: int
    pool: str
    threads: int


def add_listeners(config: ET.Element, ports: ServerPorts, tls: bool) -> None:
    """Completes the listener that the domain came with, and adds the others."""
    transport = only(config, "network-config/transports/transport")
    transport.set("read-timeout-millis", "10000")
    transport.set("write-timeout-millis", "10000")  # how long who does not read may hold a thread
    for listener in _listeners(ports):
        _add_pool(config, listener)
        _add_protocol(config, listener, tls)
        element = _named(config, "network-config/network-listeners", "network-listener", listener.name)
        values = {"protocol": listener.name, "address": LOOPBACK, "port": str(listener.port), "enabled": "true"}
        element.attrib.update(values | {"thread-pool": listener.pool, "transport": "tcp"})
    names = ",".join(listener.name for listener in _listeners(ports))
    only(config, "http-service/virtual-server[@id='server']").set("network-listeners", names)
    if tls:
        # Payara loads no web service where no listener is plain. This one is disabled: nothing listens on its port.
        only(config, "network-config/protocols/protocol[@name='http-listener-2']").set("security-enabled", "false")


def _listeners(ports: ServerPorts) -> Iterator[_Listener]:
    yield _Listener(PAGES, ports.pages, "http-thread-pool", POOL_SIZE)
    yield _Listener(SERVICES, ports.services, "services-thread-pool", POOL_SIZE)
    yield _Listener(MANAGEMENT, ports.management, "management-thread-pool", 16)


def _add_pool(config: ET.Element, listener: _Listener) -> None:
    pool = _named(config, "thread-pools", "thread-pool", listener.pool)
    pool.set("min-thread-pool-size", "16")
    pool.set("max-thread-pool-size", str(listener.threads))
    pool.set("max-queue-size", _QUEUE)


def _add_protocol(config: ET.Element, listener: _Listener, tls: bool) -> None:
    protocol = _named(config, "network-config/protocols", "protocol", listener.name)
    child(protocol, "http").attrib.update(_SETTINGS)
    if tls:
        _speak_tls(protocol)


def _speak_tls(protocol: ET.Element) -> None:
    """TLS only."""
    protocol.set("security-enabled", "true")
    key = child(protocol, "ssl")
    key.set("classname", "com.sun.enterprise.security.ssl.GlassfishSSLImpl")
    key.set("cert-nickname", SERVERS)
    key.set("tls12-enabled", "true")
    key.set("tls13-enabled", "true")


def _named(config: ET.Element, parent: str, tag: str, name: str) -> ET.Element:
    """The element of this name, made when there is none."""
    found = only(config, parent).find(f"{tag}[@name='{name}']")
    return found if found is not None else ET.SubElement(only(config, parent), tag, name=name)

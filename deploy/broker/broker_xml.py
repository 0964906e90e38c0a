"""broker.xml: where messages are kept, the acceptor, addresses, permissions, and what is done again how often.

Nothing is created on demand: a queue that the workflow table does not name does not exist, and each application may use
only the destinations that the table gives it. What fails too often goes to the dead-letter queue of its own queue.
"""

from collections.abc import Iterable, Sequence
from urllib.parse import quote
from xml.sax.saxutils import escape

from deploy.broker.broker_plan import BROKER_NAME, BrokerKey, BrokerPlan, MessageDatabase
from deploy.specification.workflow_table import Destination, WorkflowTable

#: A class in the library that `artemis.write_instance` puts into the instance's folder.
_SIZE_LIMIT = "org.petlab.brokeragent.MessageSizeLimit"

#: The application that the administration is part of.
_ADMINISTRATION = "opc"

#: How long a commit may wait for others to share its flush. A flush takes 0.1-0.2 ms on the disks that this was
#: measured on; Artemis' default of 3.3 ms would be most of a step's time.
_BUFFER_TIMEOUT_NS = 100_000

#: After this the broker rolls back a branch that nobody has prepared, so that its documents are delivered again. Such
#: a branch is left where a server gives up a call to a broker that hangs; Artemis' default is five minutes. A
#: step that takes longer is done again.
_ABANDONED_AFTER_MS = 60_000

#: A foreign client's message: four times what it may send by SOAP, for a text has two bytes a character here.
_MAX_FOREIGN_BYTES = 4 * 1024 * 1024

#: How long a commit to a message store in the database waits for others to share it. Artemis' default is 5 ms.
_DATABASE_SYNC_MS = 1

#: What the temporary queues of who asks the broker are called in its settings; their own names are random.
_REPLIES = "replies"

#: What the administration needs in order to ask how long the queues are, by address. The second is a name that the
#: broker gives to one operation of its management: nobody may call any other by message.
_ASKING = {
    "activemq.management": ("manage",),
    "mops.broker.listQueues": ("view",),
    f"{_REPLIES}.#": (
        "send",
        "consume",
        "createAddress",
        "createNonDurableQueue",
        "deleteNonDurableQueue",
        "deleteAddress",
    ),
}


def broker_xml(plan: BrokerPlan) -> str:
    """The whole file."""
    destinations = plan.table.destinations
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<configuration xmlns="urn:activemq">
  <core xmlns="urn:activemq:core">
    <name>{BROKER_NAME}</name>
    <persistence-enabled>true</persistence-enabled>
    <journal-type>{plan.journal}</journal-type>
    <journal-datasync>{str(plan.is_forced).lower()}</journal-datasync>
    <journal-sync-transactional>true</journal-sync-transactional>
    <journal-sync-non-transactional>true</journal-sync-non-transactional>
    <journal-buffer-timeout>{_BUFFER_TIMEOUT_NS}</journal-buffer-timeout>
    <journal-file-size>{plan.journal_file_size}</journal-file-size>
    <journal-min-files>4</journal-min-files>
    <journal-pool-files>10</journal-pool-files>
    <journal-directory>data/journal</journal-directory>
    <bindings-directory>data/bindings</bindings-directory>
    <paging-directory>data/paging</paging-directory>
    <large-messages-directory>data/large-messages</large-messages-directory>
{_database_store(plan.database)}    <global-max-size>256M</global-max-size>
    <max-disk-usage>98</max-disk-usage>
    <transaction-timeout>{_ABANDONED_AFTER_MS}</transaction-timeout>
    <security-invalidation-interval>600000</security-invalidation-interval>
    <populate-validated-user>true</populate-validated-user>
    <management-message-rbac>true</management-message-rbac>
    <uuid-namespace>{_REPLIES}</uuid-namespace>
    <acceptors>
      <acceptor name="loopback">tcp://127.0.0.1:{plan.port}?protocols=CORE;useEpoll=true{_acceptor_key(plan.key)}</acceptor>
    </acceptors>
    <security-settings>
      <security-setting match="#"/>
{_lines(_asking(address, rights) for address, rights in _ASKING.items())}
{_lines(_permissions(destination, plan.table) for destination in destinations)}
    </security-settings>
    <address-settings>
      <address-setting match="#">
        <auto-create-queues>false</auto-create-queues>
        <auto-create-addresses>false</auto-create-addresses>
        <auto-delete-queues>false</auto-delete-queues>
        <auto-delete-addresses>false</auto-delete-addresses>
        <address-full-policy>PAGE</address-full-policy>
        <management-browse-page-size>10000</management-browse-page-size>
        <max-delivery-attempts>-1</max-delivery-attempts>
      </address-setting>
      <address-setting match="{_REPLIES}.#">
        <dead-letter-address>none</dead-letter-address>
        <expiry-address>none</expiry-address>
      </address-setting>
{_lines(_redelivery(destination, plan.table) for destination in destinations)}
    </address-settings>
    <addresses>
{_lines(_address(destination, plan.table) for destination in destinations)}
    </addresses>
    <broker-plugins>
      <broker-plugin class-name="{_SIZE_LIMIT}">
        <property key="user" value="{escape(plan.table.foreign_client.name)}"/>
        <property key="max-bytes" value="{_MAX_FOREIGN_BYTES}"/>
      </broker-plugin>
    </broker-plugins>
  </core>
</configuration>
"""


def _database_store(database: MessageDatabase | None) -> str:
    """It stands beside the settings of the journal, which it replaces. The broker makes the tables."""
    if database is None:
        return ""
    tables = ("bindings", "message", "large-message", "page-store", "node-manager-store")
    names = _lines(f"        <{kind}-table-name>{kind.replace('-', '_')}</{kind}-table-name>" for kind in tables)
    return f"""    <store>
      <database-store>
        <jdbc-driver-class-name>{database.driver_class}</jdbc-driver-class-name>
        <jdbc-connection-url>{escape(database.url)}</jdbc-connection-url>
        <jdbc-user>{escape(database.user)}</jdbc-user>
        <jdbc-password>{escape(database.password)}</jdbc-password>
{names}
        <jdbc-journal-sync-period>{_DATABASE_SYNC_MS}</jdbc-journal-sync-period>
      </database-store>
    </store>
"""


def _acceptor_key(key: BrokerKey | None) -> str:
    if key is None:
        return ""
    # A URI: what is in it is decoded again.
    store = f"keyStorePath={quote(str(key.file))};keyStoreType=PKCS12;keyStorePassword={key.password}"
    return escape(f";sslEnabled=true;{store}")


def _asking(address: str, rights: Sequence[str]) -> str:
    """The administration may ask the broker for the lengths of its queues, and nothing else of its management."""
    given = _lines(f'        <permission type="{right}" roles="{_ADMINISTRATION}"/>' for right in rights)
    return f'''      <security-setting match="{address}">
{given}
      </security-setting>'''


def _permissions(destination: Destination, table: WorkflowTable) -> str:
    """A consumer may put what it cannot read beside the queue. The administration may look into all queues, and takes
    from there what a person discards or, since it may send to them all, puts back."""
    senders = escape(",".join(destination.senders))
    look = f'<permission type="browse" roles="{_ADMINISTRATION}"/>'
    return f"""      <security-setting match="{escape(destination.name)}">
        <permission type="send" roles="{senders}"/>
        <permission type="consume" roles="{escape(destination.consumer)}"/>
        {look}
      </security-setting>
      <security-setting match="{escape(table.dead(destination.name))}">
        <permission type="send" roles="{escape(destination.consumer)}"/>
        <permission type="consume" roles="{_ADMINISTRATION}"/>
        {look}
      </security-setting>"""


def _redelivery(destination: Destination, table: WorkflowTable) -> str:
    rule = destination.redelivery
    return f"""      <address-setting match="{escape(destination.name)}">
        <dead-letter-address>{escape(table.dead(destination.name))}</dead-letter-address>
        <expiry-address>{escape(table.dead(destination.name))}</expiry-address>
        <max-delivery-attempts>{rule.max_attempts}</max-delivery-attempts>
        <redelivery-delay>{rule.delay_ms}</redelivery-delay>
        <redelivery-delay-multiplier>{rule.multiplier}</redelivery-delay-multiplier>
        <max-redelivery-delay>{rule.max_delay_ms}</max-redelivery-delay>
      </address-setting>"""


def _address(destination: Destination, table: WorkflowTable) -> str:
    kind = "multicast" if destination.is_topic else "anycast"
    queues = "".join(f'<queue name="{escape(queue)}"/>' for queue in destination.queues)
    dead = "".join(_dead_queue(destination, queue, table) for queue in destination.queues)
    return f"""      <address name="{escape(destination.name)}"><{kind}>{queues}</{kind}></address>
      <address name="{escape(table.dead(destination.name))}"><{kind}>{dead}</{kind}></address>"""


def _dead_queue(destination: Destination, queue: str, table: WorkflowTable) -> str:
    """The subscriptions of a topic share its dead-letter address; each dead-letter queue takes those of its own."""
    origin = f"<filter string=\"_AMQ_ORIG_QUEUE='{escape(queue)}'\"/>" if destination.is_topic else ""
    return f'<queue name="{escape(table.dead(queue))}">{origin}</queue>'


def _lines(parts: Iterable[str]) -> str:
    return "\n".join(parts)

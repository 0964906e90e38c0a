"""What the broker is told: broker.xml, its users, and what guards its management. Pure text out."""

from pathlib import Path
from xml.sax.saxutils import quoteattr

from deploy.broker.broker_plan import ADMIN, BrokerKey, BrokerPlan, broker_users
from deploy.broker.broker_xml import broker_xml

#: The file that tells a JVM how the broker's clients log in.
LOGIN_CONFIG = "login.config"


def login_configuration(folder: Path | None = None) -> str:
    """How clients log in, as JAAS reads it. folder: where users and roles stand, when it is not that of the file."""
    where = f'\n    baseDir="{folder}"' if folder else ""
    return f"""activemq {{
  org.apache.activemq.artemis.spi.core.security.jaas.PropertiesLoginModule required{where}
    org.apache.activemq.jaas.properties.user="artemis-users.properties"
    org.apache.activemq.jaas.properties.role="artemis-roles.properties";
}};
"""


def etc_files(plan: BrokerPlan) -> dict[str, str]:
    """All files of the instance's etc folder, by name. Those with passwords are for their owner only, as all are."""
    users = broker_users(plan.table)
    return {
        "broker.xml": broker_xml(plan),
        "bootstrap.xml": _bootstrap(plan),
        "management.xml": _MANAGEMENT,
        LOGIN_CONFIG: login_configuration(),
        "jolokia-access.xml": _jolokia(plan),
        "log4j2.properties": _LOGGING,
        "artemis-users.properties": "".join(f"{user} = {plan.passwords[user]}\n" for user in users),
        "artemis-roles.properties": "".join(f"{user} = {user}\n" for user in users),
    }


def _bootstrap(plan: BrokerPlan) -> str:
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<broker xmlns="http://activemq.apache.org/schema">
  <jaas-security domain="activemq"/>
  <server configuration="${{artemis.URI.instance}}/etc/broker.xml"/>
  <web path="web">
    <binding name="loopback" uri="{plan.console_url}"{_console_key(plan.key)}>
      <app name="console" url="console" war="console.war"/>
    </binding>
  </web>
</broker>
"""


def _console_key(key: BrokerKey | None) -> str:
    return f" keyStorePath={quoteattr(str(key.file))} keyStorePassword={quoteattr(key.password)}" if key else ""


def _jolokia(plan: BrokerPlan) -> str:
    """No page of another origin may ask, even in the browser of somebody who has logged in."""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<restrict>
  <remote><host>127.0.0.1</host></remote>
  <cors><allow-origin>{plan.console_url}</allow-origin><strict-checking/></cors>
</restrict>
"""


_MANAGEMENT = f"""<?xml version="1.0" encoding="UTF-8"?>
<management-context xmlns="http://activemq.apache.org/schema">
  <authorisation>
    <allowlist>
      <entry domain="hawtio"/>
      <!-- In a server's JVM it guards the server's beans too, and the applications ask their own without a role. -->
      <entry domain="org.petlab"/>
    </allowlist>
    <default-access>
      <access method="list*" roles="{ADMIN}"/>
      <access method="get*" roles="{ADMIN}"/>
      <access method="is*" roles="{ADMIN}"/>
    </default-access>
    <role-access>
      <match domain="org.apache.activemq.artemis"><access method="*" roles="{ADMIN}"/></match>
    </role-access>
  </authorisation>
</management-context>
"""

_LOGGING = """rootLogger.level = INFO
rootLogger.appenderRef.file.ref = file
logger.jetty.name = org.eclipse.jetty
logger.jetty.level = WARN
logger.audit.name = org.apache.activemq.audit
logger.audit.level = OFF
appender.file.type = File
appender.file.name = file
appender.file.fileName = ${sys:artemis.instance}/log/artemis.log
appender.file.layout.type = PatternLayout
appender.file.layout.pattern = %d %-5level [%logger] %msg%n
"""

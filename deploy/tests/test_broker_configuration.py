"""The broker's queues and permissions come from the workflow table, and from nowhere else."""

import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from deploy.broker import artemis
from deploy.broker.broker_configuration import etc_files, login_configuration
from deploy.broker.broker_plan import BrokerKey, BrokerPlan, MessageDatabase, broker_users
from deploy.build.built import Built
from deploy.specification import workflow_table

CORE = "{urn:activemq:core}"


@pytest.fixture
def plan() -> BrokerPlan:
    table = workflow_table.read()
    return BrokerPlan(table, 21316, 21361, {name: f"secret-of-{name}" for name in broker_users(table)})


@pytest.fixture
def core(plan: BrokerPlan) -> ET.Element:
    return core_of(plan)


def core_of(plan: BrokerPlan) -> ET.Element:
    found = ET.fromstring(etc_files(plan)["broker.xml"]).find(f"{CORE}core")  # noqa: S314 - our own text
    assert found is not None
    return found


def addresses(core: ET.Element) -> dict[str, list[str]]:
    return {
        address.get("name", ""): [queue.get("name", "") for queue in address.iter(f"{CORE}queue")]
        for address in core.iter(f"{CORE}address")
    }


def test_every_destination_of_the_table_has_its_queues_and_their_dead_letter_queues(core, plan):
    expected = {}
    for destination in plan.table.destinations:
        expected[destination.name] = list(destination.queues)
        expected[f"{destination.name}.dead"] = [f"{queue}.dead" for queue in destination.queues]
    assert addresses(core) == expected


def test_a_topic_is_multicast_and_its_subscriptions_are_distinguished_when_they_die(core):
    filters = {
        queue.get("name"): found.get("string")
        for queue in core.iter(f"{CORE}queue")
        if (found := queue.find(f"{CORE}filter")) is not None
    }
    assert filters == {
        "invoicing.dead": "_AMQ_ORIG_QUEUE='invoicing'",
        "notifying-shipment.dead": "_AMQ_ORIG_QUEUE='notifying-shipment'",
    }


def test_the_table_says_who_sends_and_consumes_and_the_administration_looks_on_and_clears_dead_letters(core, plan):
    rights = {
        setting.get("match"): {right.get("type"): right.get("roles") for right in setting}
        for setting in core.iter(f"{CORE}security-setting")
    }
    assert rights.pop("#") == {}
    assert rights.pop("activemq.management") == {"manage": "opc"}
    assert rights.pop("mops.broker.listQueues") == {"view": "opc"}
    assert set(rights.pop("replies.#").values()) == {"opc"}
    for destination in plan.table.destinations:
        expected = {"send": ",".join(destination.senders), "consume": destination.consumer, "browse": "opc"}
        assert rights.pop(destination.name) == expected
        assert rights.pop(f"{destination.name}.dead") == {
            "send": destination.consumer,
            "consume": "opc",
            "browse": "opc",
        }
    assert rights == {}


def test_of_the_brokers_management_nobody_may_call_by_message_what_is_not_named(core):
    """Without it, who may send to the management's address might call all of it."""
    assert core.findtext(f"{CORE}management-message-rbac") == "true"
    assert core.findtext(f"{CORE}uuid-namespace") == "replies"


def test_the_administration_may_put_dead_letters_back(plan):
    assert all("opc" in destination.senders for destination in plan.table.destinations)


def test_redelivery_is_bounded_and_delayed_as_the_table_says(core, plan):
    for destination in plan.table.destinations:
        rule = destination.redelivery
        setting = core.find(f".//{CORE}address-setting[@match='{destination.name}']")
        assert setting is not None
        settings = {child.tag.removeprefix(CORE): child.text for child in setting}
        assert settings["max-delivery-attempts"] == str(rule.max_attempts)
        assert settings["redelivery-delay"] == str(rule.delay_ms)
        assert settings["max-redelivery-delay"] == str(rule.max_delay_ms)
        assert settings["redelivery-delay-multiplier"] == str(rule.multiplier)
        assert settings["dead-letter-address"] == f"{destination.name}.dead"
        assert settings["expiry-address"] == f"{destination.name}.dead", "what expires is not lost in silence"


def test_a_mail_server_may_be_away_for_ten_minutes_and_is_asked_soon_at_first_and_then_twice_a_minute(plan):
    [mails] = [destination for destination in plan.table.destinations if destination.name == "MailQueue"]
    delays_ms = mails.redelivery.delays_ms
    assert delays_ms[:3] == (500, 1000, 2000)
    assert max(delays_ms) == 30_000
    assert sum(delays_ms) >= 600_000


def test_other_steps_outlast_a_recovery_and_give_up_within_four_minutes(plan):
    """What is in doubt hides an order until it is decided: 72 s after the first of five stops of the database."""
    others = [destination for destination in plan.table.destinations if destination.name != "MailQueue"]
    assert {destination.redelivery for destination in others} == {plan.table.redelivery}
    assert max(plan.table.redelivery.delays_ms) == 5_000, "what waited goes on soon"
    assert 120_000 < sum(plan.table.redelivery.delays_ms) < 240_000


def test_what_a_branch_that_was_given_up_holds_is_delivered_again_after_a_minute(core):
    assert core.findtext(f"{CORE}transaction-timeout") == "60000"


def test_what_a_foreign_client_sends_is_bounded_by_a_library_of_the_instance(core, plan, tmp_path):
    [limit] = core.iter(f"{CORE}broker-plugin")
    assert limit.get("class-name") == "org.petlab.brokeragent.MessageSizeLimit"
    assert {each.get("key"): each.get("value") for each in limit} == {"user": "foreign-client", "max-bytes": "4194304"}
    agent = tmp_path / Built().broker_agent.name
    agent.write_text("a build", encoding="utf-8")
    artemis.write_instance(tmp_path / "broker", plan, agent)
    assert (tmp_path / "broker/lib" / agent.name).read_text(encoding="utf-8") == "a build"


def test_the_journal_is_forced_unless_the_plan_says_otherwise(core, plan):
    assert core.findtext(f"{CORE}journal-datasync") == "true"
    unforced = core_of(replace(plan, is_forced=False))
    assert unforced.findtext(f"{CORE}journal-datasync") == "false"
    # A sender is still answered only when its message was written.
    assert unforced.findtext(f"{CORE}journal-sync-transactional") == "true"
    assert unforced.findtext(f"{CORE}journal-sync-non-transactional") == "true"


def test_its_users_are_found_where_the_server_has_its_login_configuration(plan):
    assert "baseDir" not in etc_files(plan)["login.config"]
    assert '\n    baseDir="/a bed/broker/etc"\n' in login_configuration(Path("/a bed/broker/etc"))


def test_the_broker_and_its_console_listen_on_loopback_only(core, plan):
    files = etc_files(plan)
    assert [acceptor.text for acceptor in core.iter(f"{CORE}acceptor")] == [
        "tcp://127.0.0.1:21316?protocols=CORE;useEpoll=true"
    ]
    assert "http://127.0.0.1:21361" in files["bootstrap.xml"]
    assert "0.0.0.0" not in "".join(files.values())  # noqa: S104 - it must not be there


def test_with_a_key_broker_and_console_speak_tls_only(plan):
    files = etc_files(replace(plan, key=BrokerKey(Path("/a bed/broker.p12"), "opens-it")))
    assert "tcp://127.0.0.1:21316?protocols=CORE;useEpoll=true;sslEnabled=true;" in files["broker.xml"]
    assert "keyStorePath=/a%20bed/broker.p12;keyStoreType=PKCS12;keyStorePassword=opens-it<" in files["broker.xml"]
    console = ET.fromstring(files["bootstrap.xml"]).find(".//{*}binding")  # noqa: S314 - our own text
    assert console is not None
    assert console.get("uri") == "https://127.0.0.1:21361"
    assert (console.get("keyStorePath"), console.get("keyStorePassword")) == ("/a bed/broker.p12", "opens-it")
    assert "http://127.0.0.1" not in "".join(files.values())


def test_messages_are_kept_in_the_database_only_when_it_is_asked_for(core, plan):
    assert core.find(f"{CORE}store") is None
    login = {"url": "jdbc:postgresql://127.0.0.1:5/x?a=1&b=2", "user": "message_store", "password": "<secret>"}
    database = MessageDatabase(Path("/drivers/postgresql.jar"), "org.postgresql.Driver", **login)
    [store] = core_of(replace(plan, database=database)).iter(f"{CORE}database-store")
    told = {setting.tag.removeprefix(CORE): setting.text for setting in store}
    assert told["jdbc-driver-class-name"] == "org.postgresql.Driver"
    assert (told["jdbc-connection-url"], told["jdbc-user"], told["jdbc-password"]) == tuple(login.values())
    tables = [name for tag, name in told.items() if tag.endswith("-table-name")]
    assert len(set(tables)) == 5


def test_a_build_takes_nothing_from_a_broker_that_runs_or_is_started_again(plan, tmp_path):
    agent = tmp_path / "target/broker-agent.jar"
    agent.parent.mkdir()
    agent.write_text("one build", encoding="utf-8")
    artemis.write_instance(tmp_path / "broker", plan, agent)
    agent.write_text("another build", encoding="utf-8")
    artemis.write_instance(tmp_path / "broker", plan, agent)
    agent.unlink()
    library = tmp_path / "broker/lib/broker-agent.jar"
    assert library.read_text(encoding="utf-8") == "one build"
    assert [each.name for each in library.parent.iterdir()] == [library.name]

"""JVMs that an experiment cannot have: sets of options, JDKs and heaps that do not fit."""

from typing import Any

from deploy.errors import MissingError, PlanError
from deploy.host.jdk import Jdk
from deploy.specification import class_archive
from loadscripts.planning.factors import DEFAULT_JVM, as_list
from loadscripts.planning.heap_levels import sized


def jvm_mistakes(raw: dict[str, Any], factors: dict[str, Any]) -> list[str]:
    """Those of a file as it was read, each named by its key."""
    mistakes = [*_named_default(raw), *_unknown_jvm(raw, factors), *_unknown_jdk(raw, factors)]
    mistakes += _heap_of_jvm(raw, factors)
    return mistakes or _no_class_archive(raw, factors)


def _named_default(raw: dict[str, Any]) -> list[str]:
    """That name has a meaning of its own."""
    meanings = {"jvm": "a set that adds nothing to the bed's options", "jdk": "the JDK of ./petlab"}
    return [
        f"{table}.{DEFAULT_JVM}: expected another name: {DEFAULT_JVM!r} is {meaning}"
        for table, meaning in meanings.items()
        if isinstance(raw.get(table), dict) and DEFAULT_JVM in raw[table]
    ]


def _unknown_jvm(raw: dict[str, Any], factors: dict[str, Any]) -> list[str]:
    sets = raw.get("jvm")
    known = [DEFAULT_JVM, *(sets if isinstance(sets, dict) else {})]
    return [
        f"factors.{factor}: expected one of {', '.join(known)} (a set of options under [jvm]), got {name!r}"
        for factor in ("jvm", "broker_jvm")
        for name in as_list(factors.get(factor, []))
        if name not in known
    ]


def _unknown_jdk(raw: dict[str, Any], factors: dict[str, Any]) -> list[str]:
    folders = raw.get("jdk")
    folders = folders if isinstance(folders, dict) else {}
    known = [DEFAULT_JVM, *folders]
    return [
        *(
            f"factors.jdk: expected one of {', '.join(known)} (a folder under [jdk]), got {name!r}"
            for name in as_list(factors.get("jdk", []))
            if name not in known
        ),
        *(f"jdk.{name}: {mistake}" for name, folder in folders.items() if (mistake := _no_jdk(str(folder)))),
    ]


def _no_jdk(folder: str) -> str | None:
    try:
        Jdk.named(folder)
    except MissingError as error:
        return str(error)
    return None


def _no_class_archive(raw: dict[str, Any], factors: dict[str, Any]) -> list[str]:
    """Where a JVM cannot have the file that its options ask for, by any of the JDKs."""
    sets, folders = raw.get("jvm"), raw.get("jdk")
    if not isinstance(sets, dict):
        return []
    homes = folders if isinstance(folders, dict) else {}
    jdks = [homes.get(name) for name in as_list(factors.get("jdk", [DEFAULT_JVM]))]
    found: dict[str, None] = {}
    for factor in ("jvm", "broker_jvm"):
        for name in as_list(factors.get(factor, [])):
            options = [str(option) for option in as_list(sets.get(name, []))]
            of_servers, of_broker = (options, []) if factor == "jvm" else ([], options)
            for home in jdks:
                if mistake := _archive_mistake(of_servers, of_broker, home):
                    found[f"jvm.{name}: {mistake}"] = None
    return list(found)


def _archive_mistake(of_servers: list[str], of_broker: list[str], jdk_home: str | None) -> str | None:
    try:
        class_archive.check(of_servers, of_broker, jdk_home)
    except PlanError as error:
        return str(error)
    return None


def _heap_of_jvm(raw: dict[str, Any], factors: dict[str, Any]) -> list[str]:
    """Its size is said by one of the two; that of the broker's by its options."""
    sets = raw.get("jvm")
    if "heap" not in factors or not isinstance(sets, dict):
        return []
    of_broker = set(as_list(factors.get("broker_jvm", []))) - set(as_list(factors.get("jvm", [])))
    return [
        f"jvm.{name}: expected without {found[0]}: the factor heap says how large it is"
        for name, options in sets.items()
        if name not in of_broker and isinstance(options, list) and (found := sized([str(option) for option in options]))
    ]

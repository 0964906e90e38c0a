"""What no single key of an experiment can know: names that must be there elsewhere, levels that cannot be together."""

from typing import Any

from analysis.contract.assignment_units import LEVEL_WORDS
from deploy.errors import PlanError
from deploy.specification import topology
from deploy.specification.broker_place import IN_SERVER, PROCESS
from deploy.specification.database_commit import LAST_AGENT, TWO_PHASE
from deploy.specification.forced_writes import ALL, NONE, transactions_of
from deploy.specification.message_store import DATABASE, JOURNAL
from deploy.specification.transactions import NARAYANA, PAYARA, parse
from loadscripts.faults.fault_levels import FaultLevel, parse_fault
from loadscripts.faults.fault_spec import OF_LAST_AGENT
from loadscripts.load.scenario import read_scenario
from loadscripts.load.think import is_matched
from loadscripts.planning.assignment import default_unit
from loadscripts.planning.assignment_mistakes import assignment_mistakes
from loadscripts.planning.duet_mistakes import duet_mistakes
from loadscripts.planning.factors import CHECKOUT, DELAY, ENTRANCE, LOAD, Factors, as_list
from loadscripts.planning.jvm_mistakes import jvm_mistakes
from loadscripts.planning.settings_mistakes import settings_mistakes
from loadscripts.planning.up_and_down_mistakes import up_and_down_mistakes
from loadscripts.system.system_registry import SYSTEMS
from loadscripts.toml_files import scenarios


def contradictions(raw: dict[str, Any]) -> list[str]:
    """The mistakes of a file as it was read, each named by its key. It `has_plain_levels`."""
    factors = raw.get("factors")
    factors = factors if isinstance(factors, dict) else {}
    return [
        *_unknown_name("system", [raw.get("system", "pet-store")], tuple(SYSTEMS)),
        *_unknown_name("scenario", [raw.get("scenario", "place-orders")], scenarios()),
        *_unknown_name("topology", [raw.get("topology", "one-server")], topology.known()),
        *_unknown_name("factors.topology", as_list(factors.get("topology", [])), topology.known()),
        *_commits(raw, factors),
        *_baseline_not_a_level(raw, factors),
        *jvm_mistakes(raw, factors),
        *settings_mistakes(raw),
        *_one_kind_of_load(factors),
        *_think_of_no_customers(factors),
        *_entrance(raw, factors),
        *_open_load_with_faults(factors),
        *_recorded_faults(factors),
        *_delays_with_faults(factors),
        *_last_agents(factors),
        *_filled_journal(factors),
        *_broker_in_server(raw, factors),
        *_forced_log(factors),
        *_shared_beds(raw),
        *duet_mistakes(raw, factors),
        *_short_limit(raw),
        *_too_many_looks(raw),
        *_past_without_orders(raw, factors),
        *_objective_without_loads(raw, factors),
        *up_and_down_mistakes(raw, factors),
        *assignment_mistakes(raw, factors),
    ]


def has_plain_levels(raw: dict[str, Any]) -> bool:
    """Whether each factor, and the assignment, has levels and none of them is a list or a table itself."""
    factors = raw.get("factors")
    listed = [*(factors.values() if isinstance(factors, dict) else ()), raw.get("assignment", "trial")]
    return all(
        levels and not any(isinstance(level, list | dict) for level in levels) for levels in map(as_list, listed)
    )


def _unknown_name(key: str, names: list[Any], known: tuple[str, ...]) -> list[str]:
    return [f"{key}: expected one of {', '.join(known)}, got {name!r}" for name in names if name not in known]


def _commits(raw: dict[str, Any], factors: dict[str, Any]) -> list[str]:
    """What is found by the revision that the baseline names: a file that said it would be true for one clone only."""
    named = [*(["against"] if "against" in raw else []), *(["factors.checkout"] if CHECKOUT in factors else [])]
    return [f'{key}: expected compare = "checkout" and a revision of git as baseline instead' for key in named]


def _baseline_not_a_level(raw: dict[str, Any], factors: dict[str, Any]) -> list[str]:
    compare = raw.get("compare", "transition")
    names = [field.alias or name for name, field in Factors.model_fields.items()]
    if compare not in names:
        return [f"compare: expected one of {', '.join(names)}, got {compare!r}"]
    if compare == CHECKOUT:
        return []  # a revision, which git is asked for
    default = ["jms-transacted"] if compare == "transition" else []
    levels = [str(level) for level in as_list(factors.get(compare, default))]
    if "baseline" in raw and raw["baseline"] not in levels:
        return [f"baseline: expected a level of {compare} ({', '.join(levels)}), "
                f"got {raw['baseline']!r}"]  # fmt: skip
    return []


def _one_kind_of_load(factors: dict[str, Any]) -> list[str]:
    """Customers who come back, or customers who come when they are due."""
    if LOAD in factors and "customers" in factors:
        return ['factors.load: expected without customers: at "30/s" customers do not wait for each other']
    if LOAD not in factors and "customers" not in factors:
        return ['factors.customers: is missing: expected a number of customers, or the factor load, such as "30/s"']
    return []


def _think_of_no_customers(factors: dict[str, Any]) -> list[str]:
    """Think times are matched to a machine by how many customers there are, who order by pages again and again."""
    matched = [level for level in as_list(factors.get("think", [])) if is_matched(level)]
    others = [name for name in (LOAD, ENTRANCE) if name in factors]
    return [f'factors.think: expected a range such as "1-4 s" with {name}, got {matched[0]!r}'
            for name in others if matched]  # fmt: skip


def _entrance(raw: dict[str, Any], factors: dict[str, Any]) -> list[str]:
    """A program submits orders by some entrance, and none goes through the storefront."""
    scenario = raw.get("scenario", "place-orders")
    without_pages = [name for name in scenarios() if read_scenario(name).of_programs]
    if ENTRANCE not in factors:
        return [f"factors.entrance: is missing: expected soap, jms or both with the scenario {scenario!r}"] * (
            scenario in without_pages
        )
    submission = "order-submission"
    faults = [level for level in as_list(factors.get("fault", "none")) if level != "none"]
    topologies = as_list(factors.get("topology", raw.get("topology", "one-server")))
    encrypted = [name for name in topologies if name in topology.known() and topology.speaks_tls(name)]
    return [
        *(
            [f"scenario: expected one without pages ({', '.join(without_pages)}) with the factor entrance"]
            if scenario not in without_pages
            else []
        ),
        *(
            [f"factors.{submission}: expected without entrance: the storefront submits no order"]
            * (submission in factors)
        ),
        *(f"factors.entrance: expected without the fault {faults[0]!r}" for _ in faults[:1]),
        *(f"factors.entrance: expected a topology without TLS, got {name!r}" for name in encrypted),
    ]


def _open_load_with_faults(factors: dict[str, Any]) -> list[str]:
    """A store that is away meets customers who wait for it; others would only pile up."""
    faults = [level for level in as_list(factors.get("fault", "none")) if level != "none"]
    if LOAD in factors and faults:
        return [f"factors.load: expected customers instead, with the fault {faults[0]!r}"]
    return []


def _recorded_faults(factors: dict[str, Any]) -> list[str]:
    """A flight recording ends with its JVM, so a trial in which something may end has none."""
    faulty = [level for level in as_list(factors.get("fault", [])) if _fault_of(level).may_leave_in_doubt]
    if faulty and any(level != "off" for level in as_list(factors.get("measuring", "on"))):
        return [f'factors.measuring: expected "off" with the fault {faulty[0]!r}, which may end flight recordings']
    return []


def _delays_with_faults(factors: dict[str, Any]) -> list[str]:
    """A server that comes back knows of no delay; and what is delayed is to be told from nothing else."""
    faults = [level for level in as_list(factors.get("fault", "none")) if level != "none"]
    if faults and DELAY in factors:
        return [f"factors.delay: expected without the fault {faults[0]!r}, which would hide the delay"]
    return []


def _last_agents(factors: dict[str, Any]) -> list[str]:
    """No fault is triggered at a point that no transaction passes, and Payara's manager does not roll back what a last
    agent refuses.
    """
    there = [level for level in as_list(factors.get("fault", [])) if str(level).startswith(OF_LAST_AGENT)]
    commits = {str(level) for level in as_list(factors.get("database_commit", TWO_PHASE))}
    managers = {str(level) for level in as_list(factors.get("transactions", NARAYANA))}
    return [
        *(
            f'factors.database_commit: expected only "{LAST_AGENT}" with the fault {level!r}'
            for level in there
            if commits != {LAST_AGENT}
        ),
        *(
            [f'factors.transactions: expected only Narayana\'s with database_commit "{LAST_AGENT}", got {PAYARA!r}']
            if LAST_AGENT in commits and PAYARA in managers
            else []
        ),
    ]


def _shared_beds(raw: dict[str, Any]) -> list[str]:
    if "blocks_per_bed" in raw and raw.get("side_by_side") is not True:
        return ["blocks_per_bed: expected only with side_by_side = true: otherwise beds follow each other in a block"]
    return []


def _short_limit(raw: dict[str, Any]) -> list[str]:
    least_s, limit_s = raw.get("jvm_warmup_s", 0), raw.get("jvm_warmup_max_s")
    numbers = isinstance(least_s, int | float) and isinstance(limit_s, int | float)
    if numbers and (not least_s or limit_s < least_s):
        return [f"jvm_warmup_max_s: expected beside jvm_warmup_s, and at least as long, got {limit_s:g}"]
    return []


def _too_many_looks(raw: dict[str, Any]) -> list[str]:
    looks, repetitions = raw.get("looks", 1), raw.get("repetitions", 1)
    if isinstance(looks, int) and isinstance(repetitions, int) and looks > max(1, repetitions):
        return [f"looks: expected at most as many as repetitions ({repetitions}), got {looks}"]
    return []


def _past_without_orders(raw: dict[str, Any], factors: dict[str, Any]) -> list[str]:
    if "past" in raw and "past_orders" not in factors:
        return ["past: expected the factor past_orders beside it, which says how many past orders a store has"]
    return []


def _objective_without_loads(raw: dict[str, Any], factors: dict[str, Any]) -> list[str]:
    """It is kept up to some load, which a variant shows that has a trial at each."""
    if "objective" not in raw:
        return []
    levels = {name: as_list(of_factor) for name, of_factor in factors.items()}
    several = len(levels.get("customers", levels.get(LOAD, []))) > 1
    mistakes = [] if several else ["objective: expected two levels of customers, or of load, to find which keep it"]
    system = SYSTEMS.get(str(raw.get("system", "pet-store")))
    finest = [default_unit(system, str(raw.get("compare", "transition")), levels)] if system else []
    within = [unit for unit in as_list(raw.get("assignment", finest)) if unit in LEVEL_WORDS]
    return mistakes + [f'assignment: expected "trial" or "bed" with an objective, got {unit!r}' for unit in within]


def _filled_journal(factors: dict[str, Any]) -> list[str]:
    """Broker, database and log get small disks together, and a broker without a journal needs none."""
    filling = [level for level in as_list(factors.get("fault", [])) if str(level).startswith("full disk")]
    if filling and DATABASE in as_list(factors.get("message_store", JOURNAL)):
        return [f'factors.message_store: expected only "{JOURNAL}" with the fault {filling[0]!r}, which fills its disk']
    return []


def _broker_in_server(raw: dict[str, Any], factors: dict[str, Any]) -> list[str]:
    """It has one server to be in, and whatever ends it ends that."""
    if IN_SERVER not in as_list(factors.get("broker", PROCESS)):
        return []
    topologies = as_list(factors.get("topology", raw.get("topology", "one-server")))
    spread = [name for name in topologies if name in topology.known() and topology.servers(name) > 1]
    ended = [level for level in as_list(factors.get("fault", [])) if _is_of_the_broker(level)]
    return [
        *(
            ["factors.broker_jvm: expected without a broker in the server: it has no JVM of its own"]
            * ("broker_jvm" in factors)
        ),
        *(
            f'factors.broker: expected only "{PROCESS}" with the topology {name!r}, which has several servers'
            for name in spread
        ),
        *(
            f'factors.broker: expected only "{PROCESS}" with the fault {level!r}, which is the broker\'s'
            for level in ended
        ),
    ]


def _is_of_the_broker(level: Any) -> bool:
    """Disks that can be filled are put under all parts of a bed."""
    fault = _fault_of(level)
    return fault.fills_disks or any("broker" in str(kind) for kind in fault.kinds)


def _forced_log(factors: dict[str, Any]) -> list[str]:
    """Where nothing is forced the log is not, either; a level of the transactions says that itself."""
    if NONE not in as_list(factors.get("forced_writes", ALL)):
        return []
    forced = [level for level in as_list(factors.get("transactions", [])) if _is_forced(str(level))]
    return [
        f'factors.transactions: expected a log that is not forced ("narayana slots unforced") with forced_writes = '
        f'"{NONE}", got {level!r}'
        for level in forced
    ]


def _is_forced(transactions: str) -> bool:
    try:
        requested = parse(transactions)
    except PlanError:
        return False  # a mistake of its own
    try:
        return transactions_of(NONE, requested) != requested
    except PlanError:
        return True


def _fault_of(level: Any) -> FaultLevel:
    """None where it is a mistake, which is told by itself."""
    try:
        return parse_fault(str(level))
    except ValueError:
        return FaultLevel()

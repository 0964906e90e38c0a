"""Who may sign on to a bed, and as what. The staff's passwords are generated for each bed, in its private files."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

#: The role of each application's staff; also the name to sign on by.
_ROLES: Mapping[str, str] = {"opc": "administrator", "supplier": "supplier"}
_TITLES: Mapping[str, str] = {"storefront": "shop", "opc": "administration", "supplier": "supplier"}
_SEEDED_CUSTOMER = "customer1"

# Nothing that is taken for something else when it is typed off a screen.
_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
_GROUPS, _GROUP = 4, 4


@dataclass(frozen=True)
class SignOn:
    """One sign-on: to which application, what it is to a person, and what to type."""

    application: str
    title: str
    name: str
    password: str


def generate() -> dict[str, str]:
    """A bed's secrets for its staff: 80 random bits each, such as `k7wq-9fmr-x2hd-p4ne`."""
    return {f"signon.{role}": _password() for role in _ROLES.values()}


def settings(known: Mapping[str, str]) -> dict[str, str]:
    """What the applications are told of them (petlab.properties)."""
    names = {f"signon.{role}.name": role for role in _ROLES.values()}
    return names | {f"signon.{role}.password": known[f"signon.{role}"] for role in _ROLES.values()}


def of_bed(known: Mapping[str, str]) -> tuple[SignOn, ...]:
    """The sign-ons to show to a person; a seeded customer's password is the name."""
    staff = (SignOn(each, _TITLES[each], role, known[f"signon.{role}"]) for each, role in _ROLES.items())
    return (SignOn("storefront", _TITLES["storefront"], _SEEDED_CUSTOMER, _SEEDED_CUSTOMER), *staff)


def _password() -> str:
    return "-".join("".join(secrets.choice(_ALPHABET) for _ in range(_GROUP)) for _ in range(_GROUPS))

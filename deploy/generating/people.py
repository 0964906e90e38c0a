"""The generated customers: shopper1, shopper2, … with a name, an address and a password that is their name."""

import hashlib

import polars as pl
from argon2.low_level import Type, hash_secret

from deploy.generating import words
from deploy.generating.random_streams import PEOPLE, Share, between, stream
from deploy.specification.past import Past

PREFIX = "shopper"

# As cheap as the functions allow. These are test data, whose passwords everybody knows: hashes that take their time
# would take hours for all of them.
_ITERATIONS, _KIB = 1, 8


def customers(past: Past, known_hash: str) -> pl.DataFrame:
    """One row per customer, shopper1 first: account, name, address. known_hash: one that the storefront has made."""
    count, chance = past.customers, stream(past, PEOPLE)
    given = pl.Series(words.GIVEN_NAMES).gather(Share.zipf(len(words.GIVEN_NAMES), 0.4).draw(chance, count))
    family = pl.Series(words.FAMILY_NAMES).gather(Share.zipf(len(words.FAMILY_NAMES), 0.4).draw(chance, count))
    street = pl.Series(words.STREETS).gather(between(chance, 0, len(words.STREETS), count))
    house = pl.Series(between(chance, 1, 140, count))
    city = Share.zipf(len(words.CITIES), 0.3).draw(chance, count)
    code, number = between(chance, 0, 100, count), between(chance, 0, 1000, count)
    favourite = pl.Series(list(words.KINDS)).gather(Share.zipf(len(words.KINDS), 0.5).draw(chance, count))
    names = [f"{PREFIX}{one}" for one in range(1, count + 1)]
    return pl.DataFrame(
        {
            "name": pl.Series(names, dtype=pl.String),
            "password_hash": pl.Series(_hashes(names, past.seed, known_hash), dtype=pl.String),
            "given_name": given,
            "family_name": family,
            "street": house.cast(pl.String) + " " + street,
            "city": pl.Series([each[0] for each in words.CITIES]).gather(city),
            "postal_code": _postal_codes().gather(city * 100 + code),
            "country": pl.Series([each[2] for each in words.CITIES]).gather(city),
            "telephone": pl.Series([each[3] for each in words.CITIES]).gather(city)
            + " 0"
            + pl.Series(number).cast(pl.String).str.zfill(3),
            "favourite_category": favourite,
        }
    ).with_columns(email=pl.col("name") + "@petlab.example")


def _hashes(names: list[str], seed: int, known_hash: str) -> list[str]:
    """Of passwords that are the names, as the storefront writes them. One salt for all."""
    salt = hashlib.sha256(f"petlab {seed}".encode()).digest()[:16]
    write = _argon2 if known_hash.startswith("$argon2id$") else _pbkdf2
    return [write(name.encode(), salt) for name in names]


def _argon2(password: bytes, salt: bytes) -> str:
    """Argon2id as a PHC string."""
    return hash_secret(password, salt, _ITERATIONS, _KIB, 1, 32, Type.ID).decode()


def _pbkdf2(password: bytes, salt: bytes) -> str:
    """PBKDF2 with HMAC-SHA-256 as iterations:salt:hash."""
    return f"{_ITERATIONS}:{salt.hex()}:{hashlib.pbkdf2_hmac('sha256', password, salt, _ITERATIONS).hex()}"


def _postal_codes() -> pl.Series:
    """A hundred of each city."""
    return pl.Series(
        [
            look.replace("##", f"{number:02d}").replace("#", str(number % 9 + 1))
            for _, look, _, _ in words.CITIES
            for number in range(100)
        ]
    )

"""Documents as hypothesis makes them: valid ones close to the schema's bounds, and spoilt ones close to valid.

A valid document must be taken and booked. Of a spoilt one it is only known that it is booked or refused with a code.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import count
from random import Random
from xml.sax.saxutils import escape

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

NAMESPACE = "urn:petlab:documents:1"
MAX_MONEY = Decimal("9999999999.99")
GOOD_CARD = "4111111111111111"
#: No item of the supplier's: an order for it waits, and no invoice comes that a test has not written itself.
UNKNOWN_ITEM = "X-"
_NUMBERS = count(1)


@dataclass(frozen=True)
class Generated:
    """A document's text, the ids by which the books know it, and whether the schema and the books allow it."""

    xml: str
    order_id: str
    document_id: str
    lines: int
    valid: bool


@dataclass(frozen=True)
class Line:
    """A line of an order that may be invoiced."""

    item: str
    quantity: int


def number() -> str:
    """Tells each document of this run from all others."""
    return f"{next(_NUMBERS):05d}"


# --- values that are allowed


_ALPHANUMERIC = "ABCXYZabcxyz0189"
ids = st.builds("{}{}".format, st.sampled_from(_ALPHANUMERIC), st.text(_ALPHANUMERIC + "._-", max_size=63))
_tails = st.text(_ALPHANUMERIC + "._-", max_size=24)
quantities = st.one_of(st.integers(1, 9), st.sampled_from([1, 100_000]), st.integers(1, 100_000))
expiries = st.builds("{:02d}/20{:02d}".format, st.integers(1, 12), st.integers(0, 99))
cards = st.one_of(st.just(GOOD_CARD), st.text("0123456789", min_size=12, max_size=19))
#: What XML 1.0 has, in code points; its control characters but three are none.
_characters = st.one_of(
    st.characters(min_codepoint=0x20, max_codepoint=0x7E),
    st.characters(min_codepoint=0x20, exclude_categories=["Cs"], exclude_characters="\ufffe\uffff"),
    st.sampled_from("\t\n\r<&>'\"]\x7f\x85\u2028\u200f\u0301\ufdd0\ufffd\U0001f408\U0010ffff"),
)


def units(text: str) -> int:
    """As the validator counts: UTF-16."""
    return len(text.encode("utf-16-le")) // 2


texts = st.one_of(
    st.text(_characters, min_size=1, max_size=40),
    st.text(_characters, min_size=150, max_size=200),
    st.sampled_from(["x" * 200, "\u00e4" * 200, "\U0001f408" * 100, " ", "&" * 200, "]]>", "<a/>", "&#1;"]),
).filter(lambda text: 1 <= units(text) <= 200)

_atoms = st.text("abcxyzABCXYZ0189!#$%&'*+/=?^_`{|}~-", min_size=1, max_size=30)
_labels = st.builds("{}{}x".format, st.sampled_from(_ALPHANUMERIC), st.text(_ALPHANUMERIC + "-", max_size=61))
emails = st.one_of(
    st.builds("{}@{}".format, _atoms, _labels),
    st.builds("{}.{}@{}.{}".format, _atoms, _atoms, _labels, _labels),
    st.sampled_from(["ada@example.org", "l" * 64 + "@example.org", "a@" + ("l" * 63 + ".") * 3 + "l" * 60]),
).filter(lambda address: len(address) <= 254)


@st.composite
def moments(draw: DrawFn) -> str:
    """Times of two centuries, in any zone, to any part of a second that is told."""
    year = draw(st.one_of(st.integers(2001, 2198), st.sampled_from([2001, 2026, 2198])))
    month, day = draw(st.integers(1, 12)), draw(st.integers(1, 28))
    hour, minute, second = draw(st.integers(0, 23)), draw(st.integers(0, 59)), draw(st.integers(0, 59))
    fraction = draw(st.sampled_from(["", ".5", ".000", ".123456789", ".999999999"]))
    zone = draw(st.sampled_from(["Z", "+00:00", "-00:30", "+13:59", "+14:00", "-14:00"]))
    return f"{year:04d}-{month:02d}-{day:02d}T{hour:02d}:{minute:02d}:{second:02d}{fraction}{zone}"


def money(draw: DrawFn, amount: Decimal) -> str:
    """An amount in one of the ways that a decimal may be written."""
    plain = f"{amount:.2f}"
    ways = [plain, f"+{plain}", f"00{plain}", f"{plain}0", f" {plain}\n"]
    if plain.endswith("00"):
        ways += [plain[:-3], f"{plain[:-3]}."]
    return draw(st.sampled_from(ways))


def prices(most: Decimal) -> SearchStrategy[Decimal]:
    """Prices up to the most that the sum allows, that one among them."""
    cents = int(most * 100)
    some = st.one_of(st.integers(0, min(cents, 20_000)), st.integers(0, cents), st.just(cents))
    return some.map(lambda each: Decimal(each) / 100)


# --- documents


Fields = list[tuple[str, str]]


def written(name: str, content: str) -> str:
    """An element; what it holds is XML already."""
    return f"<{name}>{content}</{name}>"


def text(value: str) -> str:
    """A value as text: with references where a parser would read something else than was meant."""
    return re.sub("[\r\n\t\x85\u2028]", lambda found: f"&#{ord(found.group())};", escape(value))


def line(item: str, description: str, quantity: str, price: str, number: int | None = None) -> str:
    """A line of any document; an invoice's has its number in the order."""
    numbered = {} if number is None else {"number": str(number)}
    fields = numbered | {"itemId": item, "description": description, "quantity": quantity, "unitPrice": price}
    return written("line", "".join(written(name, value) for name, value in fields.items()))


@st.composite
def lines(draw: DrawFn, items: SearchStrategy[str], cheap: bool = False) -> tuple[list[str], Decimal]:
    """Lines and their sum, which no book is too small for. cheap: for less than a person is asked about."""
    size = draw(st.sampled_from([1, 1, 1, 2, 2, 3, 4] * 4 + [100]))
    found: list[str] = []
    rest = Decimal("400.00") if cheap else MAX_MONEY
    total = Decimal(0)
    number = draw(st.sampled_from([None, 1, 7]))
    for place in range(size):
        quantity = draw(st.integers(1, 3) if cheap else quantities)
        price = draw(prices((rest / quantity).quantize(Decimal("0.01"), "ROUND_DOWN")))
        rest -= price * quantity
        total += price * quantity
        found.append(line(draw(items), text(draw(texts)), str(quantity), money(draw, price), number and number + place))
    return found, total


def address(draw: DrawFn) -> str:
    """Where an order is to go."""
    names = ["name", "street", "city", "postalCode", "country"]
    if draw(st.booleans()):
        names.append("telephone")
    return "".join(written(name, text(draw(texts))) for name in names)


def root(name: str, fields: Fields) -> str:
    """The document of these fields."""
    content = "".join(written(field, value) for field, value in fields)
    return f'<{name} xmlns="{NAMESPACE}">{content}</{name}>'


@st.composite
def purchase_orders(draw: DrawFn, begin: str) -> Generated:
    """Orders. begin: with what the sender's order ids begin."""
    order_id = f"{begin}{number()}{draw(_tails)}"[:24]
    items = st.one_of(ids, st.sampled_from(["EST-1", "EST-28"]))
    found, total = draw(lines(items, cheap=draw(st.booleans())))
    fields = [
        ("orderId", order_id),
        ("placedAt", draw(moments())),
        ("customerId", draw(ids)),
        ("email", text(draw(emails))),
        ("shipTo", address(draw)),
        ("card", written("number", draw(cards)) + written("expiry", draw(expiries))),
        ("lines", "".join(found)),
        ("total", money(draw, total)),
    ]
    xml, valid = draw(perhaps_spoilt("PurchaseOrder", fields))
    return Generated(xml, order_id, order_id, len(found), valid)


@st.composite
def supplier_orders(draw: DrawFn) -> Generated:
    """Supplier orders for what the supplier has not."""
    order_id = f"G{number()}{draw(_tails)}"[:24]
    found, _ = draw(lines(ids.map(lambda item: UNKNOWN_ITEM + item[:62])))
    fields = [
        ("documentId", f"{order_id}-S"),
        ("orderId", order_id),
        ("shipTo", address(draw)),
        ("lines", "".join(found)),
    ]
    xml, valid = draw(perhaps_spoilt("SupplierOrder", fields))
    return Generated(xml, order_id, f"{order_id}-S", len(found), valid)


@st.composite
def invoices(draw: DrawFn, orders: Callable[[], tuple[str, Sequence[Line]]]) -> Generated:
    """Invoices of orders that are booked, for no more than was ordered. orders: gives the next one."""
    order_id, ordered = orders()
    shipped = ordered[: draw(st.integers(1, len(ordered)))]
    most = MAX_MONEY / sum(each.quantity for each in shipped)
    price = draw(prices(most.quantize(Decimal("0.01"), "ROUND_DOWN")))
    document_id = f"{order_id}-I{draw(st.integers(1, 100))}"
    found = [
        line(each.item, text(draw(texts)), str(each.quantity), money(draw, price), number)
        for number, each in enumerate(shipped, 1)
    ]
    fields = [
        ("documentId", document_id),
        ("orderId", order_id),
        ("shippedAt", draw(moments())),
        ("lines", "".join(found)),
        ("total", money(draw, price * sum(each.quantity for each in shipped))),
    ]
    xml, valid = draw(perhaps_spoilt("Invoice", fields))
    return Generated(xml, order_id, document_id, len(shipped), valid)


# --- what is spoilt


@st.composite
def perhaps_spoilt(draw: DrawFn, name: str, fields: Fields) -> tuple[str, bool]:
    """The document, and whether it was left as it was.

    Chance is a seed here, not drawn choice by choice: hypothesis prefers the first of each, and its neighbours.
    """
    chance = Random(draw(st.integers(0, 2**64 - 1)))
    if chance.random() < 0.5:
        return root(name, fields), True
    odd = draw(st.text(_characters, max_size=300).map(text))
    spoil = chance.choice([_value_anywhere, _value_anywhere, _value_anywhere, _fields_changed, _text_around])
    return spoil(chance, name, fields, odd), False


def _value_anywhere(chance: Random, name: str, fields: Fields, odd: str) -> str:
    """Some element that has text, deep or not, gets another one, or an attribute."""
    xml = root(name, fields)
    leaf = chance.choice(list(re.finditer(r"<(\w+)>([^<]*)</\1>", xml)))
    if chance.random() < 0.8:
        return xml[: leaf.start(2)] + chance.choice([*_ODD, odd]) + xml[leaf.end(2) :]
    return xml[: leaf.end(1)] + " " + chance.choice(_ODD_ATTRIBUTES) + xml[leaf.end(1) :]


def _fields_changed(chance: Random, name: str, fields: Fields, _: str) -> str:
    """One is missing, is there twice, or stands elsewhere."""
    changed = list(fields)
    field = changed.pop(chance.randrange(len(changed)))
    for _again in range(chance.choice([0, 1, 2])):
        changed.insert(chance.randrange(len(changed) + 1), field)
    return root(name, changed)


def _text_around(chance: Random, name: str, fields: Fields, _: str) -> str:
    return chance.choice(_AROUND).replace("XML", root(name, fields))


_XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
_ODD_ATTRIBUTES = (
    'a="b"',
    f'{_XSI} xsi:nil="true"',
    f'{_XSI} xsi:type="Email"',
    f'{_XSI} xsi:schemaLocation="urn:petlab:documents:1 http://127.0.0.1:9/evil.xsd"',
    'xml:lang="en"',
    'xmlns=""',
    'xmlns:n="urn:n"',
    'a="1" a="2"',
)
_AROUND = (
    "<!-- c -->XML<!-- d -->",
    "<?pi data?>XML",
    "XMLXML",
    "textXML",
    " \n\t XML",
    "<a>XML</a>",
    "<!DOCTYPE a []>XML",
    "&undeclared;XML",
    "<![CDATA[XML]]>",
    "",
)


_ODD_NUMBERS = [
    "0",
    "-0",
    "-1",
    "1e3",
    "NaN",
    "INF",
    "0x1",
    "٣",
    "1,5",
    "0.001",
    "1.000",
    "9999999999.99",
    "9999999999.995",
    "10000000000",
    "999999999999",
    "2147483648",
    "100001",
    "4111-1111-1111-1111",
    "H12345",
    "10001",
    "-",
    "..",
]
_ODD_TIMES = [
    "9999-12-31T23:59:59-14:00",
    "10000-01-01T00:00:00Z",
    "-0001-01-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "2026-11-21",
    "2199-12-31T23:59:59.999999999-14:00",
    "2200-01-01T00:00:00Z",
    "2000-01-01T00:00:00+14:00",
    "2026-11-21T24:00:00Z",
    "2026-11-21T23:59:60Z",
    "2026-02-29T00:00:00Z",
    "2026-11-21T00:00:00",
    "2026-11-21T00:00:00.1234567890Z",
    "2026-11-21T00:00:00+14:01",
]
_ODD_ADDRESSES = [
    "a,b@example.org",
    "müller@example.org",
    "a@b@c",
    "a&#32;b@c",
    "@",
    "a@",
    "@b",
    "a..b@c",
    '"a"@b',
    "a@[127.0.0.1]",
    "a&#10;@b",
    "&lt;a@b&gt;",
]
_ODD_MARKUP = [
    "<a/>",
    "<![CDATA[5]]>",
    "<!--c-->5",
    "5<!--c-->",
    "&#1;",
    "&#0;",
    "&#xD800;",
    "&#xFFFE;",
    "&x;",
    "&#10;",
    "]]>",
    "<",
]
_LONG = (
    "1" * 30_000,
    "a" * 128_000,
    "a@" * 50_000,
    "a@" + "b." * 60_000,
    "l" * 65 + "@b",
    "<b>" * 40 + "</b>" * 40,
    "4111 1111 1111 1111",
    " 2026-11-21T00:00:00Z ",
    " ",
    "",
)


_ODD = (*_ODD_NUMBERS, *_ODD_TIMES, *_ODD_ADDRESSES, *_ODD_MARKUP, *_LONG)

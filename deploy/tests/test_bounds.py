"""The schema's bounds are the books' bounds: each value that a document may have fits the column that it goes to."""

import re
from decimal import Decimal
from xml.etree import ElementTree

import pytest

from deploy.paths import CHECKOUT

XSD = CHECKOUT / "shared-schemas/src/main/resources/petlab/xsd/types.xsd"
XS = "{http://www.w3.org/2001/XMLSchema}"
DATABASES = ("postgresql", "oracle")
#: Where a value of which type goes; the ids of mails are made from the two before them.
COLUMNS = {
    "order-processing-center": {
        "purchase_order.order_id": "OrderId",
        "purchase_order.customer_id": "Id",
        "purchase_order.email": "EmailParts",
        "purchase_order.total": "Money",
        "order_line.order_id": "OrderId",
        "order_line.item_id": "Id",
        "order_line.quantity": "Quantity",
        "order_line.unit_price": "Money",
        "booked_invoice.document_id": "InvoiceId",
        "booked_invoice.order_id": "OrderId",
        "shipment_notice.document_id": "InvoiceId",
        "step_record.document_id": "Id",
    },
    "supplier": {
        "supplier_order.document_id": "Id",
        "supplier_order.order_id": "OrderId",
        "supplier_order_line.item_id": "Id",
        "supplier_order_line.description": "ShortText",
        "supplier_order_line.quantity": "Quantity",
        "supplier_order_line.unit_price": "Money",
        "shipment.item_id": "Id",
        "step_record.document_id": "Id",
    },
}


def most(name: str) -> Decimal:
    """The largest value, or the length of the longest text, of a type of the schema."""
    [kind] = ElementTree.parse(XSD).getroot().findall(f"{XS}simpleType[@name='{name}']")  # noqa: S314 - our own file
    for facet in kind.iter():
        if facet.tag in {f"{XS}maxLength", f"{XS}maxInclusive"}:
            return Decimal(facet.attrib["value"])
    [pattern] = [facet.attrib["value"] for facet in kind.iter(f"{XS}pattern")]
    [repeated] = re.findall(r"\{0,(\d+)\}$", pattern)
    return Decimal(int(repeated) + 1)


def room(application: str, database: str, column: str) -> Decimal:
    """The largest value, or the length of the longest text, that a column takes."""
    table, _, name = column.partition(".")
    ddl = (CHECKOUT / application / f"src/main/database/{database}/schema.sql").read_text(encoding="utf-8")
    [body] = re.findall(rf"create table {table} \((.*?)\n\);", ddl, re.DOTALL)
    [kind] = re.findall(rf"^\s+{name}\s+(\w+\s*(?:\([^)]*\))?)", body, re.MULTILINE)
    if kind.strip() == "integer" or kind.startswith("number(10)"):
        return Decimal(2**31 - 1)
    if database == "oracle" and application == "supplier" and name == "description":
        assert " char" in kind, "a text's length is not told in bytes"
    size = [int(each) for each in re.findall(r"\d+", kind.partition("(")[2])]
    if kind.startswith("num"):
        digits, after = size
        return Decimal(10) ** (digits - after) - Decimal(1).scaleb(-after)
    return Decimal(size[0])


@pytest.mark.parametrize("database", DATABASES)
@pytest.mark.parametrize(
    ("application", "column"), [(application, column) for application, those in COLUMNS.items() for column in those]
)
def test_each_value_fits_its_column(application: str, database: str, column: str) -> None:
    kind = COLUMNS[application][column]
    assert room(application, database, column) >= most(kind), f"{column} is too small for {kind}"


def test_the_id_of_a_mail_can_be_made_from_any_order_and_invoice() -> None:
    assert most("OrderId") + len("-M-completed") <= most("Id")
    assert most("InvoiceId") + len("-M-shipped") <= most("Id")


def test_ids_of_invoice_and_shipment_can_be_made_from_any_order() -> None:
    [lines] = re.findall(r'name="Lines".*?maxOccurs="(\d+)"', XSD.read_text(encoding="utf-8"), re.DOTALL)
    assert most("OrderId") + len("-I") + len(f"{2 ** int(lines) - 1:x}") == most("InvoiceId")
    longest = most("InvoiceId") + len(f"-{most('LineNumber')}")
    assert all(longest <= room("supplier", database, "shipment.shipment_id") for database in DATABASES)

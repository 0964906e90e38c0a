"""Elements of a domain.xml: finding, adding and removing them."""

import xml.etree.ElementTree as ET  # the text is Payara's own, from this bed's folder
from collections.abc import Mapping


def add_properties(parent: ET.Element, values: Mapping[str, str]) -> None:
    """Adds a `property` element for each."""
    for name, value in values.items():
        ET.SubElement(parent, "property", name=name, value=value)


def remove(parent: ET.Element, path: str) -> None:
    """Removes all elements of this path, which may be none."""
    for element in parent.findall(path):
        parent.remove(element)


def only(parent: ET.Element, path: str) -> ET.Element:
    """The element of this path. Raises LookupError when there is none."""
    element = parent.find(path)
    if element is None:
        raise LookupError(f"domain.xml has no {path}: another version of Payara?")
    return element


def child(parent: ET.Element, tag: str) -> ET.Element:
    """The child of this name, made when there is none."""
    element = parent.find(tag)
    return element if element is not None else ET.SubElement(parent, tag)

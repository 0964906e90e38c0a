"""Whether a bundle finds in the modules of a server what it needs. With one that does not, the server does not start.

Of the OSGi rules these are here: a needed package must be exported by some module under the same name, in a version of
the range asked for, and with the attributes that one of the two insists on. Optional imports may be missing.
"""

import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from deploy.errors import BedError

_MANIFEST = "META-INF/MANIFEST.MF"
# What stands between these signs, which may stand in quotes, too.
_CLAUSE, _PART = (re.compile(rf'(?:[^{sign}"]+|"[^"]*")+') for sign in ",;")
_NOT_MATCHED = {"version", "specification-version", "bundle-version", "bundle-symbolic-name"}


@dataclass(frozen=True)
class Package:
    """One package of an Import-Package or Export-Package header."""

    name: str
    attributes: Mapping[str, str]
    directives: Mapping[str, str]

    @property
    def version(self) -> str:
        """Of an export the version, of an import the range."""
        return self.attributes.get("version", "0")


def check(bundle: Path, modules: Path) -> None:
    """Raises BedError that names what the bundle needs and no module of this folder exports to it."""
    if lacking := missing(bundle, modules):
        raise BedError(
            f"{bundle.name} cannot run in this Payara, which exports no {', no '.join(lacking)}: the server would not "
            "start; use the Payara version that deploy/build/artifacts.toml names, or a bundle built for this one"
        )


def missing(bundle: Path, modules: Path) -> list[str]:
    """The packages that the bundle must have and that it would not be given."""
    exports: dict[str, list[Package]] = {}
    for module in sorted(modules.rglob("*.jar")):
        for package in packages(module, "Export-Package"):
            exports.setdefault(package.name, []).append(package)
    return [
        wanted.name
        for wanted in packages(bundle, "Import-Package")
        if wanted.directives.get("resolution") != "optional"
        and not any(satisfies(offered, wanted) for offered in exports.get(wanted.name, ()))
    ]


def satisfies(offered: Package, wanted: Package) -> bool:
    """Whether this export is what this import asks for."""
    insisted = [name for name in offered.directives.get("mandatory", "").split(",") if name]
    matched = (wanted.attributes.keys() - _NOT_MATCHED) | set(insisted)
    alike = all(wanted.attributes.get(name) == offered.attributes.get(name) for name in matched)
    return alike and in_range(offered.version, wanted.version)


def in_range(version: str, wanted: str) -> bool:
    """Whether a version lies in a range such as `[1.0,2)`; a range that is one number has no upper end."""
    found = _parts(version)
    if not (bounds := re.fullmatch(r"([\[(])([^,]+),([^,]+)([\])])", wanted.replace(" ", ""))):
        return found >= _parts(wanted)
    opens, low, high, closes = bounds.groups()
    above = found >= _parts(low) if opens == "[" else found > _parts(low)
    return above and (found <= _parts(high) if closes == "]" else found < _parts(high))


def packages(jar: Path, header: str) -> Iterator[Package]:
    """What a bundle's manifest says under this header; nothing when it is no bundle."""
    return parsed(_manifest(jar).get(header, ""))


def parsed(header: str) -> Iterator[Package]:
    """The packages of a header's value."""
    for clause in _CLAUSE.findall(header):
        parts = [part.strip() for part in _PART.findall(clause) if part.strip()]
        names = [part for part in parts if "=" not in part]
        directives = dict(_pair(part, ":=") for part in parts if ":=" in part)
        attributes = dict(_pair(part, "=") for part in parts if "=" in part and ":=" not in part)
        for name in names:
            yield Package(name, attributes, directives)


def _pair(part: str, sign: str) -> tuple[str, str]:
    name, _, value = part.partition(sign)
    return name.strip(), value.strip().strip('"')


def _manifest(jar: Path) -> dict[str, str]:
    """A manifest's main section. Lines are cut at 72 bytes, even inside a character, and continue after a space."""
    try:
        with zipfile.ZipFile(jar) as archive:
            text = archive.read(_MANIFEST).replace(b"\r\n", b"\n").replace(b"\n ", b"").decode("utf-8")
    except KeyError:
        return {}
    except zipfile.BadZipFile as broken:
        raise BedError(f"{jar} is no jar: {broken}; build it, or fetch it, again") from broken
    main = text.split("\n\n")[0]
    return dict(line.split(": ", 1) for line in main.split("\n") if ": " in line)


def _parts(version: str) -> tuple[int, int, int, str]:
    numbers = version.split(".", 3)
    first, second, third = (int(number) for number in [*numbers[:3], "0", "0"][:3])
    return first, second, third, numbers[3] if len(numbers) > 3 else ""

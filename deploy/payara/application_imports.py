"""A bundle that gives the applications the server's packages at once.

Payara's class loader for applications imports a package when its first class is asked for, and Felix then looks
through everything imported so far: 250 packages, a quarter of the CPU time of a start. A fragment of that loader's
bundle imports them together (OSGi Core 8, 3.14).

The list is what a server of all three applications had imported once it was ready (BundleWiring.getRequiredWires of
the host). A package that is missing there is found as before; one that no module exports is passed over.
"""

import io
import zipfile
from pathlib import Path

NAME = "petlab-application-imports.jar"
_PACKAGES = Path(__file__).with_name("application_packages.txt")
_HEADERS = {
    "Manifest-Version": "1.0",
    "Bundle-ManifestVersion": "2",
    "Bundle-SymbolicName": "petlab-application-imports",
    "Bundle-Version": "1.0.0",
    "Fragment-Host": "GlassFish-Application-Common-Module",
}
_LINE = 70
_MADE = (2026, 1, 1, 0, 0, 0)


def fragment() -> bytes:
    """The jar, the same whenever the list is."""
    imports = ",".join(f"{name};resolution:=optional" for name in packages())
    headers = _HEADERS | {"Import-Package": imports}
    manifest = "".join(_folded(f"{name}: {value}") for name, value in headers.items())
    jar = io.BytesIO()
    with zipfile.ZipFile(jar, "w") as archive:
        archive.writestr(zipfile.ZipInfo("META-INF/MANIFEST.MF", _MADE), manifest + "\n")
    return jar.getvalue()


def packages() -> list[str]:
    """The packages that the applications ask the server for."""
    return _PACKAGES.read_text(encoding="ascii").split()


def _folded(header: str) -> str:
    """In lines of at most 72 bytes, of which all but the first begin with a space."""
    first, rest = header[:_LINE], header[_LINE:]
    return "".join([first + "\n", *(f" {rest[at : at + _LINE]}\n" for at in range(0, len(rest), _LINE))])

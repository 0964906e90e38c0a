"""A bundle that cannot resolve is found before a server is started with it."""

import zipfile
from pathlib import Path

import pytest

from deploy.build.artifacts import Store, pinned
from deploy.build.built import Built
from deploy.build.maven import Maven
from deploy.errors import BedError
from deploy.paths import CHECKOUT, cache
from deploy.payara import application_imports, bundles
from deploy.progress import Silent

EXPORTS = CHECKOUT / "transaction-manager/src/test/resources/payara-exports.txt"
GUARDED = 'com.sun.enterprise.transaction;password=GlassFish;mandatory:=password;version="7.2025.1";uses:="a,b"'


def bundle(jar: Path, *headers: str) -> Path:
    """Writes a jar with these lines in its manifest."""
    with zipfile.ZipFile(jar, "w") as archive:
        archive.writestr("META-INF/MANIFEST.MF", "".join(f"{line}\r\n" for line in ("Manifest-Version: 1.0", *headers)))
    return jar


def missing(folder: Path, exported: str, imported: str) -> list[str]:
    (folder / "modules").mkdir()
    bundle(folder / "modules/jta.jar", f"Export-Package: {exported}")
    return bundles.missing(bundle(folder / "bundle.jar", f"Import-Package: {imported}"), folder / "modules")


@pytest.mark.parametrize(
    ("imported", "lacking"),
    [
        ("com.sun.enterprise.transaction;password=GlassFish;version=0", []),
        ('com.sun.enterprise.transaction;password=GlassFish;version="[7,8)"', []),
        ('com.sun.enterprise.transaction;password=GlassFish;version="[8,9)"', ["com.sun.enterprise.transaction"]),
        ("com.sun.enterprise.transaction;version=0", ["com.sun.enterprise.transaction"]),  # it is guarded
        ("com.sun.enterprise.transaction;password=guessed", ["com.sun.enterprise.transaction"]),
        ("org.absent;org.gone;version=1", ["org.absent", "org.gone"]),
        ('org.absent;resolution:=optional;version="[1,2)"', []),
        ("", []),
    ],
)
def test_a_needed_package_is_exported_by_name_version_and_attributes(tmp_path, imported, lacking):
    assert missing(tmp_path, GUARDED, imported) == lacking


@pytest.mark.parametrize(
    ("version", "wanted", "within"),
    [
        ("3.6.1.Final", "3", True),
        ("2.9", "3", False),
        ("2.0.0", "[1.0,2)", False),
        ("2.0.0", "[1.0,2]", True),
        ("1.0", "(1.0,2]", False),
        ("10.0", "[9,11)", True),
    ],
)
def test_versions_are_compared_number_by_number(version, wanted, within):
    assert bundles.in_range(version, wanted) is within


def test_a_long_line_of_a_manifest_continues_behind_a_space(tmp_path):
    assert missing(tmp_path, "org.long.na\r\n me;version=1,org.other", "org.long.name,org.other") == []


def test_what_is_no_jar_is_reported(tmp_path):
    (tmp_path / "half.jar").write_text("half of a downl", encoding="utf-8")
    with pytest.raises(BedError, match=r"half\.jar is no jar"):
        bundles.missing(tmp_path / "half.jar", tmp_path)


@pytest.mark.bed
@pytest.mark.parametrize(
    "built",
    [Built().http_listener, Built().transaction_manager, Built().transaction_manager_with_faults],
)
def test_the_bundles_as_built_resolve_in_the_pinned_server(built):
    assert bundles.missing(built, modules_of_the_server()) == []


@pytest.mark.bed
def test_the_build_checks_the_bundles_against_what_the_pinned_server_really_exports():
    """The build resolves them in the framework that Payara runs, against this list: `BundleResolvesIT`."""
    listed = [line.split(" ", 1) for line in EXPORTS.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    assert listed
    for module, exported in listed:
        [jar] = modules_of_the_server().glob(f"{module}.jar")
        really = {package.name: package.attributes for package in bundles.packages(jar, "Export-Package")}
        exports = {package.name: package.attributes for package in bundles.parsed(exported)}
        assert exports == really, module


@pytest.mark.bed
def test_the_packages_that_applications_ask_for_are_exported_by_the_pinned_server():
    exported = {
        package.name
        for module in modules_of_the_server().rglob("*.jar")
        for package in bundles.packages(module, "Export-Package")
    }
    of_the_jdk = {name for name in application_imports.packages() if name not in exported}
    assert all(name.startswith(("javax.", "jdk.", "org.xml.")) for name in of_the_jdk), of_the_jdk


def test_a_fragment_imports_for_the_applications_what_is_there(tmp_path):
    jar = tmp_path / application_imports.NAME
    jar.write_bytes(application_imports.fragment())
    imported = list(bundles.packages(jar, "Import-Package"))
    assert [package.name for package in imported] == application_imports.packages()
    assert {package.directives["resolution"] for package in imported} == {"optional"}
    manifest = zipfile.ZipFile(jar).read("META-INF/MANIFEST.MF")
    assert max(len(line) for line in manifest.splitlines()) <= 72  # JAR File Specification, "Notes on Manifest Files"
    assert b"Fragment-Host: GlassFish-Application-Common-Module\n" in manifest
    assert application_imports.fragment() == application_imports.fragment()


def modules_of_the_server() -> Path:
    store = Store(cache(), Maven.of_this_machine(), Silent())
    return store.unpacked(pinned("payara")) / "payara7/glassfish/modules"

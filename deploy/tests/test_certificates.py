"""The certificates of a bed: one authority, whose key is gone, and a key for each that must prove who it is."""

import subprocess

import pytest

from deploy.host import certificates
from deploy.host.certificates import Certificates, client_context
from deploy.host.jdk import Jdk

PASSWORD = "opens-the-keys"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return certificates.make(Jdk.of_this_run(), tmp_path_factory.mktemp("bed"), PASSWORD)


def test_keys_are_their_owners_only_and_the_authority_signs_nothing_more(made):
    files = {file.name: file.stat().st_mode & 0o777 for file in made.folder.iterdir()}
    assert files == dict.fromkeys(
        ("authority.pem", "trust.p12", "servers.p12", "broker.p12", "password", "trust-password"), 0o600
    )


@pytest.mark.parametrize(
    ("store", "alias"), [("servers_key", certificates.SERVERS), ("broker_key", certificates.BROKER)]
)
def test_each_key_is_signed_for_loopback_by_the_authority(made, store, alias):
    listed = keytool("-list", "-v", "-keystore", str(getattr(made, store)), "-storepass:file", str(made.password_file))
    assert f"Alias name: {alias}" in listed
    assert "Your keystore contains 1 entry" in listed
    assert "Certificate chain length: 2" in listed
    assert "Issuer: CN=Petlab bed" in listed
    assert "IPAddress: 127.0.0.1" in listed


def keytool(*arguments: str) -> str:
    command = [str(Jdk.of_this_run().home / "bin/keytool"), "-J-Duser.language=en", *arguments]
    listed = subprocess.run(command, capture_output=True, text=True, check=True)
    return listed.stdout


def test_a_domain_gets_them_in_the_places_of_its_own(made, tmp_path):
    for name in ("keystore.p12", "cacerts.p12"):
        (tmp_path / name).write_text("Payara's own", encoding="utf-8")
    master = tmp_path / "master"
    master.write_text("master-password", encoding="utf-8")
    certificates.domain_stores(Jdk.of_this_run(), made, tmp_path, master)
    for name, alias in (("keystore.p12", certificates.SERVERS), ("cacerts.p12", "authority")):
        listed = keytool("-list", "-v", "-keystore", str(tmp_path / name), "-storepass:file", str(master))
        assert f"Alias name: {alias}" in listed
        assert (tmp_path / name).stat().st_mode & 0o077 == 0


def test_without_an_authority_nothing_is_encrypted():
    assert client_context(None) is None

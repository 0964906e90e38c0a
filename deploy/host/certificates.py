"""The certificates of a bed that speaks TLS: an authority of its own, one key for its servers and one for its broker.

The JDK's keytool makes them. The authority's key is thrown away when both are signed: nobody can sign for this bed any
more. Passwords are read from files, keys are readable by their owner only, and all of it goes with the bed.
"""

import ssl
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from deploy.errors import BedError
from deploy.host.jdk import Jdk
from deploy.paths import private_folder, write_private

#: Under this name Payara looks for its key.
SERVERS = "s1as"
BROKER = "broker"

#: A trust store holds nothing that could be kept secret, but Java opens none without a password.
TRUST_PASSWORD = "trusted"  # noqa: S105 - see above

_AUTHORITY = "authority"
_VALID_DAYS = "30"
_NAMES = "san=ip:127.0.0.1,dns:localhost"
_KEY = ("-keyalg", "EC", "-groupname", "secp256r1", "-validity", _VALID_DAYS)
_TIMEOUT_S = 60


@dataclass(frozen=True)
class Certificates:
    """The files of one bed."""

    folder: Path

    @property
    def authority(self) -> Path:
        """The authority's certificate, PEM: what a client must trust."""
        return self.folder / "authority.pem"

    @property
    def trust_store(self) -> Path:
        """The same for Java, opened by `TRUST_PASSWORD`."""
        return self.folder / "trust.p12"

    @property
    def broker_key(self) -> Path:
        """The broker's key."""
        return self.folder / "broker.p12"

    @property
    def servers_key(self) -> Path:
        """The servers' key."""
        return self.folder / "servers.p12"

    @property
    def password_file(self) -> Path:
        """What opens the keys."""
        return self.folder / "password"


def of_bed(home: Path) -> Certificates:
    """Where a bed keeps them."""
    return Certificates(home / "certificates")


def make(jdk: Jdk, home: Path, password: str) -> Certificates:
    """Makes them for a bed. Raises BedError."""
    made = of_bed(home)
    private_folder(made.folder)
    write_private(made.password_file, password)
    write_private(made.folder / "trust-password", TRUST_PASSWORD)
    _Keytool(jdk, made).make()
    return made


def domain_stores(jdk: Jdk, made: Certificates, config: Path, master_password: Path) -> None:
    """Gives a Payara domain the servers' key and the authority in the places of its own, under its master password."""
    keytool = _Keytool(jdk, made)
    for name in ("keystore.p12", "cacerts.p12"):
        (config / name).unlink()
    keytool.copy(made.servers_key, made.password_file, config / "keystore.p12", master_password)
    keytool.copy(made.trust_store, made.folder / "trust-password", config / "cacerts.p12", master_password)


def client_context(authority: Path | None) -> ssl.SSLContext | None:
    """How to speak to who shows a certificate of this authority, and to nobody else; None for plain HTTP."""
    return ssl.create_default_context(cafile=str(authority)) if authority else None


@dataclass(frozen=True)
class _Keytool:
    jdk: Jdk
    made: Certificates

    def make(self) -> None:
        store = self.made.folder / "authority.p12"
        opened = ("-keystore", str(store), "-storetype", "PKCS12", "-storepass:file", str(self.made.password_file))
        authority = ("-dname", "CN=Petlab bed", "-ext", "bc:c=ca:true,pathlen:0", "-ext", "ku:c=keyCertSign")
        self._run("-genkeypair", "-alias", _AUTHORITY, *_KEY, *authority, *opened)
        self._run("-exportcert", "-rfc", "-alias", _AUTHORITY, "-file", str(self.made.authority), *opened)
        self._trust()
        for alias, target in ((SERVERS, self.made.servers_key), (BROKER, self.made.broker_key)):
            own = ("-dname", f"CN=Petlab {target.stem}", "-ext", _NAMES)
            usage = ("-ext", "ku:c=digitalSignature", "-ext", "eku=serverAuth")
            self._run("-genkeypair", "-alias", alias, "-signer", _AUTHORITY, *_KEY, *own, *usage, *opened)
            self.copy(store, self.made.password_file, target, self.made.password_file, alias)
        store.unlink()

    def copy(self, source: Path, source_password: Path, target: Path, password: Path, alias: str = "") -> None:
        """Copies one entry, or all, to another store."""
        given = ("-srckeystore", str(source), "-srcstorepass:file", str(source_password))
        taken = ("-destkeystore", str(target), "-deststoretype", "PKCS12", "-deststorepass:file", str(password))
        only = ("-srcalias", alias) if alias else ()
        self._run("-importkeystore", "-noprompt", *given, *taken, *only)

    def _trust(self) -> None:
        opened = ("-keystore", str(self.made.trust_store), "-storetype", "PKCS12", "-storepass", TRUST_PASSWORD)
        self._run("-importcert", "-noprompt", "-alias", _AUTHORITY, "-file", str(self.made.authority), *opened)

    def _run(self, *arguments: str) -> None:
        command: Sequence[str] = [str(self.jdk.home / "bin/keytool"), "-J-XX:TieredStopAtLevel=1", *arguments]
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=_TIMEOUT_S,
                umask=0o077,
                check=False,
            )
        except subprocess.TimeoutExpired as late:
            raise BedError(f"keytool {arguments[0]} did not finish within {_TIMEOUT_S} s") from late
        if done.returncode != 0:
            raise BedError(f"keytool {arguments[0]} failed: {done.stdout.strip()[-500:]}")

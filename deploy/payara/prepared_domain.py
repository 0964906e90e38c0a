"""Payara: a domain is prepared once per content and kept in the cache; each server of a bed is a copy of it.

In layers: the base (an empty domain with the resource adapters) changes seldom, the applications on top change with
every build; what only some beds have comes on top of these. What is prepared holds no password of any bed.
"""

import hashlib
import json
import os
import re
import secrets
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import psutil

from deploy.build.artifacts import Store, locked
from deploy.errors import BedError
from deploy.host import certificates, ports, processes
from deploy.host.certificates import Certificates
from deploy.host.jdk import Jdk
from deploy.host.jvm_options import merged
from deploy.host.ports import ServerPorts
from deploy.host.processes import BedProcess
from deploy.paths import copy_tree, private_folder, write_private
from deploy.payara import bundle_cache, installation, payara_domain
from deploy.payara.asadmin import Asadmin
from deploy.payara.payara_domain import DomainSettings
from deploy.payara.payara_pools import adapter_of
from deploy.progress import Progress

#: Raised when the recipe below changes what a prepared domain holds.
_RECIPE = "4"
_KEPT_PREPARED = 8
_JVM_OPTION = re.compile(r"<jvm-options>.*?</jvm-options>", re.DOTALL)
_DOMAIN, _ITS_PARENT = "${domain}", "${domains}"
_MASTER_PASSWORD = "config/petlab-master-password"  # noqa: S105 - a file's name
_START_TIMEOUT_S = 180
#: The library of an adapter that has its own classes; the others are what these need.
_ADAPTER_ITSELF = "artemis-jakarta-ra-"

#: What every server gets unless a trial says otherwise: a heap that does not grow while it is measured.
DEFAULT_JVM_OPTIONS = ("-Xms1g", "-Xmx1g", "-XX:+UseG1GC")
#: Without it each mail looks for this class by the service loader, in all of the server's libraries.
_MAIL_PROVIDER = "-Djakarta.mail.util.StreamProvider=org.eclipse.angus.mail.util.MailStreamProvider"
#: For a server that does not live long enough to get back what optimising its code costs, a third of its start. Its
#: room for code is a fifth of the usual one then; as that fills, and the room for classes before it grows, all of the
#: heap is collected again and again: five times in a start, for more than a second in all.
SOON_READY = ("-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=512m", "-XX:MetaspaceSize=256m")

# Heap and collector are the trial's; the telnet shell would be open to anybody without a password.
_DROPPED_PREFIXES = ("-Xmx", "-Xms", "-XX:NewRatio", "-Dosgi.shell", "-Dgosh.", "-javaagent:", "-server")
_LOGGING = """
# One file for a whole bed.
com.sun.enterprise.server.logging.GFFileHandler.rotationLimitInBytes=0
# One JSON object per line; the order that a line is about is a field of it.
com.sun.enterprise.server.logging.GFFileHandler.formatter=fish.payara.enterprise.server.logging.JSONLogFormatter
# Payara tries a broker pool's user name on the adapter's factory too, which has none, and says so each time.
javax.enterprise.resource.resourceadapter.com.sun.enterprise.connectors.util.level=SEVERE
# Recovery opens the inbound connections again at each pass, and Payara says so each time.
javax.enterprise.resource.resourceadapter.com.sun.enterprise.connectors.inbound.level=WARNING
# Each start says that the services for transactions over SOAP are not installed.
jakarta.enterprise.webservices.metroglue.level=SEVERE
"""
_BUNDLES = "-Dorg.glassfish.additionalOSGiBundlesToStart="


@dataclass(frozen=True)
class _Layer:
    """What is put on top of a prepared domain, or begins one. what: in words; applications: those of it with a
    database.
    """

    what: str
    commands: Sequence[str]
    libraries: Sequence[Path] = ()
    applications: Sequence[str] = ()


@dataclass(frozen=True)
class Payara:
    """An installation of Payara and what runs on it."""

    installation: Path
    jdk: Jdk
    prepared: Path
    progress: Progress

    @staticmethod
    def from_store(store: Store, jdk: Jdk, progress: Progress) -> "Payara":
        """Unpacks the pinned version when it is not in the cache yet."""
        artifact = store.pinned("payara")
        folder = store.unpacked(artifact) / "payara7"
        return Payara(folder, jdk, store.folder / "domains", progress)

    def with_modules(self, modules: Sequence[Path]) -> "Payara":
        """The same with more modules in its server. Domains can be prepared with either."""
        folder = self.prepared.with_name("installations")
        return replace(self, installation=installation.with_modules(self.installation, modules, folder))

    def prepare(
        self,
        adapter: Path,
        wars: Mapping[str, Path],
        libraries: Sequence[Path],
        where: ServerPorts,
        further: Mapping[str, Path] | None = None,
    ) -> Path:
        """The prepared domain of exactly this content. The ports are used while it is made, and free afterwards.

        further: applications that only some beds have. They come on top of the domain that others have, too.

        Raises:
            BedError: something of it was built again meanwhile, so that nobody knows which of both was deployed.
        """
        beside = further or {}

        def base_key() -> str:
            return _key(_RECIPE, self.installation.parent.name, str(self.jdk.feature), *wars, adapter)

        def full_key() -> str:
            return _key(base_key(), *wars, *wars.values(), *libraries)

        def wider_key() -> str:
            return _key(full_key(), *beside, *beside.values())

        base, full = self.prepared / f"base-{base_key()}", self.prepared / f"full-{full_key()}"
        wider = self.prepared / f"full-{wider_key()}"
        adapters = _Layer("creating a domain with the resource adapters (once)", _adapters(wars, adapter))
        self._made_once(base, base_key, None, adapters, where)
        applications = _Layer("deploying the applications (once per build)", _applications(wars), libraries, list(wars))
        self._made_once(full, full_key, base, applications, where)
        if beside:
            commands = [*_adapters(beside, adapter), *_applications(beside)]
            on_top = _Layer(f"deploying {', '.join(beside)} (once per build)", commands, applications=list(beside))
            self._made_once(wider, wider_key, full, on_top, where)
        self._prune()
        return wider if beside else full

    def _made_once(
        self, domain: Path, key: Callable[[], str], under: Path | None, layer: _Layer, where: ServerPorts
    ) -> None:
        """Makes a domain unless it is there."""
        with self._made_by_one(domain):
            if not domain.exists():
                self.progress.step(f"Payara: {layer.what}")
                with self._in_place_of(domain, key) as workplace:
                    self._make(workplace, under, layer, where)
            os.utime(domain)

    @contextmanager
    def _made_by_one(self, domain: Path) -> Iterator[None]:
        """While others may make other domains; there are sixteen locks for all."""
        with locked(self.prepared / f".lock-{domain.name[-1]}"):
            for workplace in self.prepared.glob(".*.*-*"):
                _, pid, name = workplace.name.split(".", 2)
                if name == domain.name or not psutil.pid_exists(int(pid)):  # by a run that was killed
                    shutil.rmtree(workplace, ignore_errors=True)
            yield

    def _prune(self) -> None:
        """A prepared domain is small, but every build makes one: only the last few stay."""
        with locked(self.prepared / ".lock"):
            used_ns = {domain: domain.stat().st_mtime_ns for domain in self.prepared.glob("full-*")}
            for old in sorted(used_ns, key=used_ns.__getitem__, reverse=True)[_KEPT_PREPARED:]:
                with self._made_by_one(old):
                    if old.stat().st_mtime_ns == used_ns[old]:  # else another one has just asked for it
                        shutil.rmtree(old.rename(self._workplace(old)), ignore_errors=True)

    @staticmethod
    def _workplace(domain: Path) -> Path:
        """Where this process makes a domain, and takes it away: what is there is never taken for one."""
        return domain.with_name(f".{os.getpid()}.{domain.name}")

    def copy(
        self,
        prepared: Path,
        domain: Path,
        settings: DomainSettings,
        admin_password: str,
        keys: Certificates | None = None,
        logins: str = "",
    ) -> None:
        """Makes one server's domain out of the prepared one.

        keys: those with which it speaks TLS; logins: what its JAAS configuration has besides its own.
        """
        copy_tree(prepared, domain, installation.link_archive)
        private_folder(domain)
        text = (domain / "config/domain.xml").read_text(encoding="utf-8")
        write_private(domain / "config/domain.xml", payara_domain.configured(text, settings))
        write_private(domain / "config/admin-keyfile", payara_domain.admin_keyfile(admin_password))
        with (domain / "config/logging.properties").open("a", encoding="utf-8") as logging:
            logging.write(_LOGGING)
        with (domain / "config/login.conf").open("a", encoding="utf-8") as configuration:
            configuration.write(logins)
        if keys:
            certificates.domain_stores(self.jdk, keys, domain / "config", domain / _MASTER_PASSWORD)

    def start(self, name: str, domain: Path, jvm_options: Sequence[str]) -> BedProcess:
        """Starts the JVM of a domain; returns at once."""
        bundle_cache.hand_out(self._kept_bundles, domain)
        command = java_command(self._start_command(domain), jvm_options)
        environment = self.jdk.environment | {"AS_JAVA": str(self.jdk.home)}
        log = domain / "logs" / "jvm.out"
        stdin = f"AS_ADMIN_MASTERPASSWORD={_master_password(domain)}\n"
        return processes.start(name, command, log=log, folder=domain / "config", environment=environment, stdin=stdin)

    def keep_bundles(self, domain: Path) -> None:
        """Lets servers that are started later find what that of this domain, which is or was ready, has unpacked."""
        bundle_cache.keep(domain, self._kept_bundles)

    @property
    def _kept_bundles(self) -> Path:
        """Of this installation at this place: Payara makes a cache anew that another Java or another place has made."""
        return self.installation.with_name(f"bundles-{_key(str(self.installation), str(self.jdk.feature))}")

    def asadmin(self, folder: Path, password: str, where: ServerPorts) -> Asadmin:
        """The administration of a running server; its password is kept in the folder."""
        return Asadmin.with_passwords(self.installation, self.jdk, folder, password, "unused", where.admin)

    def _start_command(self, domain: Path) -> list[str]:
        """What Payara itself would start; asked once for all domains that differ only in their place and ports."""
        options = _JVM_OPTION.findall((domain / "config/domain.xml").read_text(encoding="utf-8"))
        # The command names the installation's folder, which may have been moved with all that lies in the cache.
        key = _key(str(self.installation), self.jdk.key, *options)
        recorded = self.installation.with_name(f"start-{key}.json")
        if not recorded.exists():
            write_private(recorded, json.dumps([_without_place(part, domain) for part in self._asked(domain)]))
        known = json.loads(recorded.read_text(encoding="utf-8"))
        return [part.replace(_ITS_PARENT, str(domain.parent)).replace(_DOMAIN, str(domain)) for part in known]

    def _asked(self, domain: Path) -> list[str]:
        asadmin = Asadmin.with_passwords(
            self.installation, self.jdk, domain / "config", "unused", _master_password(domain), 0
        )
        try:
            return asadmin.java_command(domain)
        finally:
            asadmin.password_file.unlink()

    @contextmanager
    def _in_place_of(self, target: Path, key: Callable[[], str]) -> Iterator[Path]:
        """A folder beside its place in which a domain is made. It is moved there when it is whole, and its content
        still has the key of its name.
        """
        workplace = private_folder(self._workplace(target))
        try:
            yield workplace
            try:
                is_same = target.name.endswith(key())
            except FileNotFoundError:
                is_same = False  # it is just being built
            if not is_same:
                raise BedError(
                    "the applications were built again while they were being deployed: start the bed again when the "
                    "build has ended"
                )
            (workplace / "domain").replace(target)
        finally:
            shutil.rmtree(workplace, ignore_errors=True)

    def _make(self, workplace: Path, under: Path | None, layer: _Layer, where: ServerPorts) -> None:
        """Prepares a domain in the folder of this name in its workplace."""
        domain = workplace / "domain"
        password = secrets.token_urlsafe(18)
        master = _master_password(under) if under else secrets.token_urlsafe(18)
        asadmin = Asadmin.with_passwords(self.installation, self.jdk, workplace, password, master, where.admin)
        if under:
            copy_tree(under, domain)
        else:
            asadmin.create_domain(workplace, "domain", where.base)
            write_private(domain / _MASTER_PASSWORD, master)
        write_private(domain / "config/admin-keyfile", payara_domain.admin_keyfile(password))
        text = (domain / "config/domain.xml").read_text(encoding="utf-8")
        write_private(domain / "config/domain.xml", payara_domain.closed(text, where, layer.applications))
        for library in layer.libraries:
            shutil.copy2(library, domain / "lib")
        with self._running(domain, where):
            asadmin.multimode(layer.commands, workplace)
        self.keep_bundles(domain)
        _strip(domain)
        _leave_unscanned(domain / "applications")

    @contextmanager
    def _running(self, domain: Path, where: ServerPorts) -> Iterator[None]:
        ports.check_free([where.pages, where.admin])
        process = self.start("payara", domain, ["-Xmx512m", *SOON_READY])
        try:
            log = domain / "logs/server.log"
            processes.wait_until(
                lambda: ports.answers(where.admin), "Payara", timeout_s=_START_TIMEOUT_S, process=process, log=log
            )
            yield
        finally:
            processes.end([process], grace_s=30)


def _without_place(part: str, domain: Path) -> str:
    """Of a command line; asadmin's own options, which are in it, name the folder of the domain's folder."""
    return part.replace(str(domain), _DOMAIN).replace(str(domain.parent), _ITS_PARENT)


def java_command(dry_run: Sequence[str], jvm_options: Sequence[str]) -> list[str]:
    """The command line of a server: Payara's own, with the trial's heap, collector and logs instead of the defaults."""
    kept = [argument for argument in dry_run if not argument.startswith(_DROPPED_PREFIXES)]
    kept = [f"{_BUNDLES}org.apache.felix.fileinstall" if part.startswith(_BUNDLES) else part for part in kept]
    return [kept[0], *merged(DEFAULT_JVM_OPTIONS, jvm_options), _MAIL_PROVIDER, *kept[1:]]


def _adapters(names: Iterable[str], adapter: Path) -> list[str]:
    return [_deploy(adapter_of(name), adapter) for name in names]


def _applications(wars: Mapping[str, Path]) -> list[str]:
    return [_deploy(name, war, context_root=name) for name, war in wars.items()]


def _deploy(name: str, file: Path, context_root: str = "") -> str:
    """Deploys without starting: neither broker nor database runs while a domain is prepared."""
    # Pages are compiled here, not at the first request for each, which may come under full load.
    root = f"--precompilejsp=true --contextroot {context_root} " if context_root else ""
    return f'deploy --enabled=false --name {name} {root}"{file}"'


def _master_password(domain: Path) -> str:
    """What opens the domain's key stores; made with the domain instead of the well-known default."""
    return (domain / _MASTER_PASSWORD).read_text(encoding="utf-8")


def _strip(domain: Path) -> None:
    """Removes what belongs to the run that prepared it."""
    for folder in ("osgi-cache", "logs"):
        shutil.rmtree(domain / folder, ignore_errors=True)
    (domain / "logs").mkdir()
    for file in ("config/pid", "config/asadmin-passwords", "config/lockfile"):
        (domain / file).unlink(missing_ok=True)


def _leave_unscanned(applications: Path) -> None:
    """At each start Payara reads all classes of all libraries of each adapter, five thousand three times, for
    annotations: there are none, an adapter has ra.xml. It passes over a library beside which lies a folder of its name,
    for it takes it as unpacked there; classes are loaded from it all the same.
    """
    for library in applications.glob(f"{adapter_of('*')}/*.jar"):
        if not library.name.startswith(_ADAPTER_ITSELF):
            library.with_name(f"{library.stem}_jar").mkdir(exist_ok=True)


def _key(*parts: str | Path) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.read_bytes() if isinstance(part, Path) else part.encode())
        digest.update(b"\0")
    return digest.hexdigest()[:16]

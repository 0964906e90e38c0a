"""The broker process: Artemis, and what it is told."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from deploy.broker.broker_configuration import LOGIN_CONFIG, etc_files
from deploy.broker.broker_plan import ADMIN, BrokerPlan
from deploy.build.artifacts import Store
from deploy.host import processes
from deploy.host.jdk import Jdk
from deploy.host.jvm_options import merged
from deploy.host.processes import BedProcess
from deploy.paths import private_folder, write_private

_JVM_OPTIONS = ("-Xms512m", "-Xmx512m", "-XX:+UseG1GC")


def write_instance(instance: Path, plan: BrokerPlan, agent: Path) -> None:
    """Writes all that the broker is told. agent: the library with what it has of ours."""
    private_folder(instance)
    for folder in ("etc", "data", "lib", "log", "tmp"):
        private_folder(instance / folder)
    _copy(agent, instance / "lib")
    if plan.database:
        _link(plan.database.driver, instance / "lib")
    for name, text in etc_files(plan).items():
        write_private(instance / "etc" / name, text)


def gc_log(instance: Path) -> Path:
    """Where its JVM writes what it collects."""
    return instance / "log/gc.log"


def start(store: Store, jdk: Jdk, instance: Path, jvm_options: Sequence[str] = ()) -> BedProcess:
    """Starts the JVM of the instance with these options; returns at once."""
    return processes.start(
        "broker",
        _command(jdk, _home(store), instance, jvm_options),
        log=instance / "log/jvm.out",
        folder=instance,
        environment=jdk.environment,
    )


def server_options(store: Store, instance: Path, agent: Path) -> list[str]:
    """The options with which the JVM of an application server starts the instance before anything else."""
    return [*_properties(_home(store), instance), f"-javaagent:{instance / 'lib' / agent.name}"]


def _copy(library: Path, folder: Path) -> None:
    """A build removes the library beneath a running broker; one that is started again keeps what it had."""
    copy = folder / library.name
    if not copy.exists():
        draft = copy.with_name(f".{copy.name}")
        shutil.copyfile(library, draft)
        draft.replace(copy)


def _link(library: Path, folder: Path) -> None:
    """The boot jar takes what is in the instance's folder, too: the unpacked distribution stays as it is."""
    link = folder / library.name
    link.unlink(missing_ok=True)
    link.symlink_to(library)


def program(store: Store) -> Path:
    """The broker's own command line."""
    return _home(store) / "bin/artemis"


def _home(store: Store) -> Path:
    artifact = store.pinned("artemis")
    return store.unpacked(artifact) / f"apache-artemis-{artifact.version}"


def _command(jdk: Jdk, home: Path, instance: Path, jvm_options: Sequence[str]) -> list[str]:
    """The line that the instance's own script would come to."""
    quiet = ["--sun-misc-unsafe-memory-access=allow"] if jdk.feature >= 24 else []
    return [
        str(jdk.java),
        *merged(_JVM_OPTIONS, jvm_options),
        "-XX:AutoBoxCacheMax=20000",
        f'-Xlog:gc*,safepoint:file="{gc_log(instance)}":time,uptime,level,tags:filecount=0',
        f"-XX:FlightRecorderOptions=repository={instance / 'tmp'}",
        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
        "--enable-native-access=ALL-UNNAMED",
        *quiet,
        *_properties(home, instance),
        f"-Djava.security.auth.login.config={instance / 'etc' / LOGIN_CONFIG}",
        f"-Djava.io.tmpdir={instance / 'tmp'}",
        f"-Djava.library.path={home / 'bin/lib/linux-x86_64'}",
        "-classpath",
        str(home / "lib/artemis-boot.jar"),
        "org.apache.activemq.artemis.boot.Artemis",
        "run",
    ]


def _properties(home: Path, instance: Path) -> list[str]:
    """What the broker asks its JVM for."""
    return [
        "-Dhawtio.disableProxy=true",
        "-Dhawtio.realm=activemq",
        "-Dhawtio.offline=true",
        f"-Dhawtio.roles={ADMIN}",
        "-Dhawtio.rolePrincipalClasses=org.apache.activemq.artemis.spi.core.security.jaas.RolePrincipal",
        "-Djolokia.policyLocation=classpath:jolokia-access.xml",
        "-Dlog4j2.disableJmx=true",
        f"-Dartemis.home={home}",
        f"-Dartemis.instance={instance}",
        f"-Dartemis.instance.etc={instance / 'etc'}",
        f"-Ddata.dir={instance / 'data'}",
    ]

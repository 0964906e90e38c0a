"""Classes that a server's JVM finds ready when it starts, in a file that an earlier one has left.

In a set of JVM options `trained` stands for the file: `-XX:AOTCache=trained` (JEP 483, 514 and 515) or
`-XX:SharedArchiveFile=trained` (a dynamic archive, JEP 350). Servers with the same options but `training` write it,
after some time under load.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from deploy.errors import MissingError, PlanError
from deploy.host.jdk import Jdk

_TRAINED, _TRAINING = "=trained", "=training"
_FILE = "{file}"


@dataclass(frozen=True)
class ArchiveKind:
    """One way to have it. recording: what a JVM in training is told; using: what one is told that must have the file,
    or not start; written_by: what jcmd tells the JVM in training at the end; oldest_jdk: the first that can do all
    this.
    """

    option: str
    suffix: str
    oldest_jdk: int
    recording: tuple[str, ...]
    using: tuple[str, ...]
    written_by: tuple[str, ...]

    def writing(self, file: Path) -> tuple[str, ...]:
        """What jcmd tells a JVM in training, so that it writes the file."""
        return _filled_in(self.written_by, file)


AOT_CACHE = ArchiveKind(
    option="-XX:AOTCache",
    suffix=".aot",
    oldest_jdk=25,
    recording=("-XX:AOTCacheOutput={file}",),
    using=("-XX:AOTCache={file}", "-XX:AOTMode=on"),
    written_by=("AOT.end_recording",),
)
DYNAMIC_ARCHIVE = ArchiveKind(
    option="-XX:SharedArchiveFile",
    suffix=".jsa",
    oldest_jdk=21,
    recording=("-XX:+RecordDynamicDumpInfo",),
    using=("-XX:SharedArchiveFile={file}", "-Xshare:on"),
    written_by=("VM.cds", "dynamic_dump", '"{file}"'),  # jcmd splits at spaces what is not in quotes
)
KINDS = (AOT_CACHE, DYNAMIC_ARCHIVE)


def kinds_in(jvm_options: Sequence[str]) -> list[ArchiveKind]:
    """The kinds of which the options have one: none, or one, or too many."""
    return [kind for kind in KINDS if {kind.option + _TRAINED, kind.option + _TRAINING} & set(jvm_options)]


def is_in_training(jvm_options: Sequence[str]) -> bool:
    """Whether JVMs with these options are to leave a file."""
    return any(kind.option + _TRAINING in jvm_options for kind in KINDS)


def training(jvm_options: Sequence[str]) -> tuple[str, ...]:
    """The same options of the JVMs that leave the file."""
    kinds = {kind.option + _TRAINED: kind.option + _TRAINING for kind in KINDS}
    return tuple(kinds.get(option, option) for option in jvm_options)


def with_file(jvm_options: Sequence[str], kind: ArchiveKind, file: Path) -> list[str]:
    """The options as a JVM understands them."""
    meant = {
        kind.option + _TRAINED: _filled_in(kind.using, file),
        kind.option + _TRAINING: _filled_in(kind.recording, file),
    }
    return [each for option in jvm_options for each in meant.get(option, (option,))]


def assembling(file: Path) -> Path:
    """What a second JVM makes an AOT cache of (JEP 514). HotSpot removes it when that JVM has succeeded; of its failure
    jcmd says nothing.
    """
    return file.with_name(f"{file.name}.config")


def check(jvm_options: Sequence[str], broker_jvm_options: Sequence[str], jdk_home: str | None) -> None:
    """Raises PlanError where no such file can be had."""
    if broker := kinds_in(broker_jvm_options):
        raise PlanError(f"{broker[0].option}{_TRAINED}: it was expected for servers, not for the broker's JVM")
    kinds = kinds_in(jvm_options)
    if len(kinds) > 1:
        raise PlanError(f"{' and '.join(kind.option + _TRAINED for kind in kinds)}: one of them was expected")
    for kind in kinds:
        _check_jdk(kind, jdk_home)


def _check_jdk(kind: ArchiveKind, home: str | None) -> None:
    try:
        jdk = Jdk.named(home)
    except MissingError as error:
        raise PlanError(str(error)) from error
    if jdk.feature < kind.oldest_jdk:
        raise PlanError(
            f"{kind.option}{_TRAINED}: a JDK of {kind.oldest_jdk} or newer was expected, which can make the file; "
            f"{jdk.home} is {jdk.version}"
        )


def _filled_in(options: Sequence[str], file: Path) -> tuple[str, ...]:
    return tuple(option.replace(_FILE, str(file)) for option in options)

"""What the parts of a bed have in common."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from deploy.build.artifacts import Store
from deploy.build.built import Built
from deploy.host import certificates, small_disks
from deploy.host.certificates import Certificates
from deploy.host.jdk import Jdk
from deploy.host.processes import Account, BedProcess
from deploy.host.small_disks import SmallDisk
from deploy.progress import Progress
from deploy.specification.plan import CheckedPlan


@dataclass(frozen=True)
class BedContext:
    """Of one bed. on_started: is told of each process that was started; on_folder: of each folder outside the bed's
    own; disks: the small ones, by the process that writes there.
    """

    checked: CheckedPlan
    home: Path
    secrets: Mapping[str, str]
    store: Store
    built: Built
    jdk: Jdk
    progress: Progress
    on_started: Callable[[BedProcess], None]
    on_folder: Callable[[Path], None]
    disks: dict[str, SmallDisk] = field(default_factory=dict)

    @property
    def keys(self) -> Certificates | None:
        """Where the bed's certificates are, once they are made; None when it speaks plainly."""
        return certificates.of_bed(self.home) if self.checked.topology.tls else None

    def started(self, process: BedProcess) -> BedProcess:
        """Tells of it."""
        self.on_started(process)
        return process

    def mount(self, disk: str, process: str, folder: Path, account: Account | None = None) -> None:
        """Puts a folder on a disk that can be filled, where the plan wants such disks."""
        if self.checked.plan.small_disks:
            self.disks[process] = SmallDisk(folder, small_disks.SIZES_MB[disk], account)

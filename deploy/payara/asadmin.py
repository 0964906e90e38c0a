"""Payara's own administration command, met here only. Needed to prepare a domain, never by a running bed."""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from deploy.errors import BedError
from deploy.host.jdk import Jdk
from deploy.paths import write_private

_TIMEOUT_S = 300


@dataclass(frozen=True)
class Asadmin:
    """`asadmin` of one installation, for one administrator. Passwords travel in a file, never on a command line."""

    installation: Path
    jdk: Jdk
    password_file: Path
    admin_port: int

    @staticmethod
    def with_passwords(installation: Path, jdk: Jdk, folder: Path, admin: str, master: str, port: int) -> "Asadmin":
        """Writes the password file into the folder, readable by its owner only."""
        file = folder / "asadmin-passwords"
        write_private(file, f"AS_ADMIN_PASSWORD={admin}\nAS_ADMIN_MASTERPASSWORD={master}\n")
        return Asadmin(installation, jdk, file, port)

    def create_domain(self, folder: Path, name: str, port_base: int) -> None:
        """Makes an empty domain."""
        self._run("create-domain", "--portbase", str(port_base), "--checkports=false", "--domaindir", str(folder), name)

    def java_command(self, domain: Path) -> list[str]:
        """The command line that would start the domain's JVM."""
        output = self._run("start-domain", "--dry-run", "--domaindir", str(domain.parent), domain.name)
        lines = output.splitlines()
        first = next((number for number, line in enumerate(lines) if line.endswith("/bin/java")), None)
        if first is None:
            raise BedError(f"asadmin start-domain --dry-run printed no command line for {domain}:\n{output[-500:]}")
        return [line for line in lines[first:] if line and not line.startswith("Command start-domain")]

    def recover_transactions(self) -> None:
        """Lets Payara's own transaction manager ask all resources for what they have in doubt, and decide it.

        New transactions wait meanwhile: those on their way must not be taken for left ones.
        """
        self._run("--port", str(self.admin_port), "freeze-transaction-service")
        try:
            self._run("--port", str(self.admin_port), "recover-transactions", "server")
        finally:
            self._run("--port", str(self.admin_port), "unfreeze-transaction-service")

    def multimode(self, commands: Sequence[str], folder: Path) -> None:
        """Gives a running server several commands. Raises BedError with the first refusal."""
        file = folder / "commands"
        write_private(file, "\n".join(commands) + "\n")
        output = self._run("--port", str(self.admin_port), "multimode", "--file", str(file))
        refusals = [line for line in output.splitlines() if "remote failure" in line or line.endswith("failed.")]
        if refusals:
            raise BedError(f"Payara refused to prepare its domain: {refusals[0]}")

    def _run(self, *arguments: str) -> str:
        # The caller's AS_ADMIN_HOST and their like are of another server.
        environment = {key: value for key, value in self.jdk.environment.items() if not key.startswith("AS_ADMIN_")}
        environment["AS_JAVA"] = str(self.jdk.home)
        command = [str(self.installation / "bin" / "asadmin"), "--user", "admin", "--passwordfile"]
        try:
            outcome = subprocess.run(
                [*command, str(self.password_file), "--interactive=false", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=_TIMEOUT_S,
                env=environment,
                check=False,
            )
        except subprocess.TimeoutExpired as late:
            raise BedError(f"asadmin {' '.join(arguments[:3])} did not finish within {_TIMEOUT_S} s") from late
        if outcome.returncode != 0:
            raise BedError(f"asadmin {' '.join(arguments[:3])} failed:\n{outcome.stdout.strip()[-1500:]}")
        return outcome.stdout

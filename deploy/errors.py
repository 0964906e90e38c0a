"""What can go wrong while a bed is started or asked. Every message is meant for the person at the terminal.

PetlabError
├── MissingError       something that the machine lacks; the message names the package and the command
├── ArtifactError      what was fetched cannot be had, or is not what was pinned
├── BuildError         the Java build failed
├── PlanError          what is asked for cannot be: unknown topology, a malformed JDBC URL
├── PortTakenError     a port of the bed's block is in use
├── BedError           a server did not come up, or there is no bed, or there is one already
│   └── ServerEndedError  its process ended while it was starting
└── ManagementError    an application or the broker refused or did not answer
    └── ConflictError  it refused because of what else is under way: later it may not
"""


class PetlabError(Exception):
    """Base of all errors that a person can do something about."""


class MissingError(PetlabError):
    """Something that the machine lacks."""


class ArtifactError(PetlabError):
    """What was fetched cannot be had, or is not what was pinned."""


class BuildError(PetlabError):
    """The Java build failed."""


class PlanError(PetlabError):
    """What is asked for cannot be."""


class PortTakenError(PetlabError):
    """A port of the bed's block is in use."""


class BedError(PetlabError):
    """A server did not come up, or there is no bed, or there is one already."""


class ServerEndedError(BedError):
    """The process of a server ended while it was starting."""


class ManagementError(PetlabError):
    """An application or the broker refused or did not answer."""


class ConflictError(ManagementError):
    """It refused because of what else is under way: later it may not."""

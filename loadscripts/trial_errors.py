"""What can go wrong while an experiment is read or conducted.

PetlabError (deploy)
├── ExperimentError      the experiment or scenario file says something that cannot be
├── MissingToolError     a program of this machine is needed and cannot be had
├── ResultsError         a results folder is not what was expected
├── FloorError           a floor could not be measured
│   └── OverloadError    under load the store completed no order, or did not come to rest
├── HeapError            the least heap could not be found
└── TrialError           this trial went wrong; it becomes a record with a reason, the others go on
    ├── GeneratorError   Siege failed, hung or could not keep its schedule
    ├── RecordingError   a flight recording could not be made or read
    ├── SamplingError    bed and machine were not sampled to the end
    ├── SwitchError      a level came too late for its window
    ├── DuetError        the trial that was conducted at the same time did not come to its end
    └── TracingError     the forced writes could not be counted
"""

from deploy.errors import PetlabError


class ExperimentError(PetlabError):
    """The experiment or scenario file says something that cannot be."""


class MissingToolError(PetlabError):
    """A program of this machine is needed and cannot be had."""


class ResultsError(PetlabError):
    """A results folder is not what was expected."""


class FloorError(PetlabError):
    """A floor could not be measured."""


class OverloadError(FloorError):
    """Under load the store completed no order, or did not come to rest."""


class HeapError(PetlabError):
    """The least heap could not be found."""


class TrialError(PetlabError):
    """This trial went wrong: it becomes a record with a reason."""


class GeneratorError(TrialError):
    """Siege failed, hung or could not keep its schedule."""


class RecordingError(TrialError):
    """A flight recording could not be made or read."""


class SamplingError(TrialError):
    """Bed and machine were not sampled to the end."""


class SwitchError(TrialError):
    """A level came too late for its window."""


class DuetError(TrialError):
    """The trial that was conducted at the same time did not come to its end."""


class TracingError(TrialError):
    """The forced writes could not be counted."""

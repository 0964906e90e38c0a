"""What can go wrong when records are read.

AnalysisError                 anything that a person can mend: the message says what was expected and where
├── RecordError               a trial folder does not hold what `shared-schemas/records` says
├── GcLogError                a garbage collection log cannot be read
└── ResultsError              a results folder holds nothing to report
"""


class AnalysisError(Exception):
    """Base of all errors of the analysis; its message is meant for the user."""


class RecordError(AnalysisError):
    """A record is missing or malformed; the message names file and column."""


class GcLogError(AnalysisError):
    """A garbage collection log is not a unified log with the decorations that the lab sets."""


class ResultsError(AnalysisError):
    """A results folder is missing, or has no trials."""

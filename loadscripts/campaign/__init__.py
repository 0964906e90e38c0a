"""Conducts all trials of an experiment, each on a bed that is as it needs it."""

"""Conducts one trial, from the reset of the bed to the complete folder."""

"""Confidence intervals and distributions; nothing here knows what is measured."""

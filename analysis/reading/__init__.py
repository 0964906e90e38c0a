"""Reads trial folders strictly, those of older versions too."""

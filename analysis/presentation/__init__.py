"""Numbers as tables and sentences for people."""

"""Payara: a prepared domain, what one server of a bed adds to it, and how a server is asked."""

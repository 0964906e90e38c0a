"""Starts a bed: Payara domains, the Artemis broker, a database, a mail sink; topologies are files.

The order of reading: `specification` says what is wanted, `lifecycle` starts it, `bed` is what runs; each outside
program is met in one file only (`maven`, `asadmin`, `prepared_domain`, `artemis`, `postgresql`, `jdbc`).
`testing` is what tests of every package share.
"""

"""Makes a bed stand: Payara domains, the Artemis broker, a database, a mail sink; topologies are files.

The order of reading: `topology` and `plan` say what is wanted, `bed` puts it up, and each outside program is met
in one file only (`maven`, `asadmin`, `payara`, `artemis`, `postgresql`, `mail`, `jdbc`).
"""

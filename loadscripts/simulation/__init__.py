"""A store that never was, of which everything is known: the lab conducts trials of it in virtual time, without servers.

The beds, the generator and the recordings are simulated; what plans, switches, samples, reads, collects and writes is
the lab's own. `./petlab selfcheck` holds what the analysis finds against what is known.
"""

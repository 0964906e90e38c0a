"""What a bed is to be, before anything runs: its plan, topology, transactions, past and sign-ons."""

"""How a bed is put up, attached to and taken down, by this process or by a daemon."""

"""How a bed is started, attached to and taken down, by this process or by a daemon."""

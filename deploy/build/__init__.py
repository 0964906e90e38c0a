"""What is made or fetched before a bed is started: the Java half and the pinned artefacts."""

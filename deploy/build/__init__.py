"""What is made or fetched before a bed is put up: the Java half and the pinned artefacts."""

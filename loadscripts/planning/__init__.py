"""What is to be conducted: an experiment's file, its factors, and its trials in their order."""

"""What is known of a trial while it runs."""

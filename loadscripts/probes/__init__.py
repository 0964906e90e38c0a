"""What looks at bed and machine while a trial runs: flight recordings, samples, forced writes, logs."""

"""What the report asks and the findings answer: the page, the terminal, and the summary file."""

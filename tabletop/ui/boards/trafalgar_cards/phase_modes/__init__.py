"""What is done at the table, one file a phase."""

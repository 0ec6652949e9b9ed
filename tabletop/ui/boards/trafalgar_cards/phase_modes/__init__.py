"""The interaction modes of the table, one file a phase."""

"""The after-action report: as a page of the program, as a page of the web, and as a table."""

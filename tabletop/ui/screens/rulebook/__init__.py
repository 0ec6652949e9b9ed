"""The rulebook in the window: a sheet beside a table, and a page of its own."""

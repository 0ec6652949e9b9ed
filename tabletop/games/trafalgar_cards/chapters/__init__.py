"""The rules, one file a phase: what is refused, and what comes of a command."""

"""The panels over the sea: fleet list, instruments, cards and lists of shots and crews."""

"""Benchmarks of the program, as ratios to reference work on the same machine."""

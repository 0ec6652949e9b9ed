"""Tests of the computer players of the duel."""

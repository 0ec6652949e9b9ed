"""Tests of the computer players of Trafalgar."""

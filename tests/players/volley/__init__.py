"""Tests of the computer players of Volley."""

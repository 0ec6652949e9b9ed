"""Matches by the hundred between players of the computer: who plays whom, what came of it, and what that proves."""

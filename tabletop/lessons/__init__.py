"""Lessons: guided battles that a newcomer plays step by step.

Nothing here draws. The table shows the current step, reports looks and commands, and asks what is allowed.
"""

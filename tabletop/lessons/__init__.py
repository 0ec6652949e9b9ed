"""Guided battles: a script over a scenario that a newcomer plays step by step, and how far somebody has come in it.

Nothing here shows anything: the table reads the step that is on, tells what was looked at and ordered, and asks what
may be done.
"""

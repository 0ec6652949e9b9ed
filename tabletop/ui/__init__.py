"""The window: reads views, plays events, sends commands; it decides no rule."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # the command prints what was asked for, nothing else

"""The widget kit: retained widgets, measured from their text, painted only where something changed."""

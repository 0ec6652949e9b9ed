"""The ways into the scenario editor, which is imported when somebody goes there."""

from tabletop.core.match import Match
from tabletop.ui.screen import Push, Screen, Transition
from tabletop.ui.widgets.page import Page


def chosen() -> Screen:
    """What can be opened in it."""
    from tabletop.ui.screens.editor.start import set_up

    return set_up()


def from_here(table: Page, match: Match) -> Transition:
    """To it with what lies on a table; its menu does not lie open when the player comes back."""
    from tabletop.ui.screens.editor import start

    table.close()
    return Push(start.from_here(match))

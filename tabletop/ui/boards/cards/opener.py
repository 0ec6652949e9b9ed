"""A button that opens a dialog."""

from collections.abc import Callable

from tabletop.ui.widgets.base import Open, Report, Tip, Widget
from tabletop.ui.widgets.button import Button


class Opener(Button):
    """Opens a dialog that is made when it is pressed; the dialog's safe choice reports ``dialog.back``."""

    def __init__(
        self, ident: str, text: str, make: Callable[[], Widget], *, key: str = "", tip: Tip | None = None
    ) -> None:
        super().__init__(ident, text, "dark", key=key, tip=tip, show_key=False)
        self.make = make

    def activate(self) -> Report | None:
        """Open it."""
        return Open(self.make())

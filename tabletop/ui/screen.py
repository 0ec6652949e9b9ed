"""What the app stacks, and the values with which a screen asks for another."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import pygame

from tabletop.ui.input import Input
from tabletop.ui.theme import Theme

if TYPE_CHECKING:
    from tabletop.ui.widgets.overlay import Toast


class Desk(Protocol):
    """What a transition may do to the app."""

    screens: list["Screen"]

    def show(self, screen: "Screen") -> None:
        """Make it the screen on top."""

    def toggle_full_screen(self) -> None:
        """Change between window and full screen."""

    def rescale(self, scale: int) -> None:
        """Draw everything at another scale, per cent."""

    def mute(self) -> None:
        """Let nothing be heard, or all of it again."""


class Transition(Protocol):
    """What a screen asks of the app; applied between two frames."""

    def apply(self, desk: Desk) -> None:
        """Carry it out."""


class Screen(Protocol):
    """One thing that fills the window."""

    @property
    def pulse(self) -> int:
        """Milliseconds after which it must be updated again although nothing moves; 0 if it need not."""

    @property
    def keyed(self) -> str:
        """Whose keys are heard on it, as `ui.rebinding` names them; "" while a key is heard as it is struck."""

    @property
    def typing(self) -> bool:
        """Whether what is typed goes into a line of it."""

    def resize(self, size: tuple[int, int], theme: Theme) -> None:
        """Lay everything out anew; called before anything else."""

    def handle(self, given: Input) -> Transition | None:
        """What the player did."""

    def update(self, elapsed: int) -> bool:
        """Let `elapsed` milliseconds pass; whether anything still moves."""

    def draw(self, surface: pygame.Surface) -> bool:
        """Paint the whole window if anything in it has changed. Return True if it was painted."""

    def say(self, toast: "Toast") -> None:
        """Show a message for a while."""

    def leave(self) -> None:
        """It is not among the screens any more, and nothing of it needs to go on."""


@dataclass(frozen=True)
class Push:
    """Put a screen on top of this one."""

    screen: Screen

    def apply(self, desk: Desk) -> None:
        """Carry it out."""
        desk.show(self.screen)


@dataclass(frozen=True)
class Pop:
    """Go back to the screen beneath; with none beneath, quit."""

    def apply(self, desk: Desk) -> None:
        """Carry it out."""
        desk.screens.pop()
        if desk.screens:
            desk.show(desk.screens.pop())


@dataclass(frozen=True)
class Reset:
    """Leave all screens for a new one."""

    screen: Screen

    def apply(self, desk: Desk) -> None:
        """Carry it out."""
        desk.screens.clear()
        desk.show(self.screen)


@dataclass(frozen=True)
class Both:
    """One after the other."""

    first: Transition
    then: Transition

    def apply(self, desk: Desk) -> None:
        """Carry them out."""
        self.first.apply(desk)
        self.then.apply(desk)


@dataclass(frozen=True)
class Quit:
    """Close the window; the match is already on disk."""

    def apply(self, desk: Desk) -> None:
        """Carry it out."""
        desk.screens.clear()


@dataclass(frozen=True)
class FullScreen:
    """Change between window and full screen."""

    def apply(self, desk: Desk) -> None:
        """Carry it out."""
        desk.toggle_full_screen()


@dataclass(frozen=True)
class ScaleTo:
    """Draw everything at another scale, per cent."""

    scale: int

    def apply(self, desk: Desk) -> None:
        """Carry it out."""
        desk.rescale(self.scale)


@dataclass(frozen=True)
class Mute:
    """Let nothing be heard, or all of it again."""

    def apply(self, desk: Desk) -> None:
        """Carry it out."""
        desk.mute()

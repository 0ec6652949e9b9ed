"""The installed program in a real window, for a hand outside it: tells on request where things are, does nothing.

Run as a program; reads questions from standard input, a line each, and answers each with a line of JSON. Two questions
are answered only when something has happened: what the hand sent has come, and all is at rest again.
"""

import json
import sys
import threading
from collections.abc import Callable
from typing import Any

import pygame

from tabletop.core.record import state_hash
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.survey.gunnery import find_outlooks
from tabletop.geometry import hull
from tabletop.ui import app as app_module
from tabletop.ui.app import App
from tabletop.ui.motion import MOTION
from tabletop.ui.screens import new_game
from tabletop.ui.screens.local_backend import build_title_page

SIZE = (1280, 720)
SEED = "1805"
PATIENCE = 60.0
"""Seconds within which everything has come and is at rest."""


class Seen(App):
    """The program, and what has come to it from the window."""

    def __init__(self) -> None:
        super().__init__(SIZE, 100)
        self.released, self.pointed, self.asleep = 0, (-1, -1), False
        self.news = threading.Condition()
        self._wait = app_module._waited
        app_module._waited = self._waited

    def take(self, event: pygame.Event) -> None:
        """One event of the window system."""
        super().take(event)
        with self.news:
            self.released += event.type == pygame.MOUSEBUTTONUP
            self.pointed = getattr(event, "pos", self.pointed)
            self.news.notify_all()

    def _waited(self, nap: int) -> list[pygame.Event]:
        self._sleep(True)
        try:
            return self._wait(nap)
        finally:
            self._sleep(False)

    def _sleep(self, asleep: bool) -> None:
        with self.news:
            self.asleep = asleep
            self.news.notify_all()


class Eyes:
    """Looks at the screen on top."""

    def __init__(self, app: Seen) -> None:
        self.app = app

    def watch(self) -> None:
        """Answer until nobody asks any more."""
        for line in sys.stdin:
            word, _, rest = line.strip().partition(" ")
            try:
                answer = getattr(self, word)(rest)
            except (LookupError, AttributeError) as error:
                answer = {"error": repr(error)}
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()

    @property
    def _screen(self) -> Any:
        return self.app.screens[-1]

    def rest(self, released: str) -> bool:
        """Waits until a button was let go so many times in all, and the loop sleeps: nothing moves, nothing is done."""
        return self._when(lambda: self.app.released >= int(released) and self.app.asleep)

    def pointed(self, place: str) -> bool:
        """Waits until the pointer has come to a pixel."""
        at = tuple(map(int, place.split()))
        return self._when(lambda: self.app.pointed == at)

    def _when(self, happened: Callable[[], bool]) -> bool:
        with self.app.news:
            return self.app.news.wait_for(happened, PATIENCE)

    def screen(self, _: str) -> str:
        """The kind of screen."""
        return type(self._screen).__name__

    def window(self, _: str) -> dict[str, int]:
        """The window as the X server knows it."""
        return {"window": pygame.display.get_wm_info()["window"]}

    def where(self, ident: str) -> tuple[int, int] | None:
        """The middle of a widget, None if it is not there."""
        return tuple(self._screen.find(ident).rect.center) if self._screen.has(ident) else None

    def ship(self, key: str) -> tuple[int, int]:
        """The middle of a ship on the screen."""
        middle = positions.hull_center(self._screen.match.state, key)
        return self._pixel(middle.x, middle.y)

    def row(self, words: str) -> tuple[int, int]:
        """The middle of a row of a list, by the end of its id: ``set_up.rows trafalgar.yaml``."""
        ident, ending = words.split()
        rows = self._screen.find(ident)
        number = next(at for at, entry in enumerate(rows.entries) if entry.id.endswith(f"/{ending}"))
        return tuple(rows.row_rect(number).center)

    def piece(self, key: str) -> tuple[int, int]:
        """The middle of a piece that is set up."""
        across, down = self._screen.workplace.view.camera.to_screen(*self._screen.workplace.center_of(key))
        return round(across), round(down)

    def water(self, places: str) -> tuple[int, int]:
        """A place so many UM ahead and to starboard of a ship: ``B1 2.5 -1``."""
        key, ahead, abeam = places.split()
        state = self._screen.match.state
        place = hull.offset(state.ships[key].pose, float(ahead), float(abeam))
        return self._pixel(place.x, place.y)

    def _pixel(self, x: float, y: float) -> tuple[int, int]:
        across, down = self._screen.table.surface.view.camera.to_screen(x, y)
        return round(across), round(down)

    def state(self, _: str) -> dict[str, Any]:
        """Where the match stands."""
        match = self._screen.match
        asked = match.game.decision(match.state)
        return {
            "hash": state_hash(match.state), "phase": match.state.phase, "turn": match.state.turn,
            "asked": asked.side if asked else "", "moves": len(match.moves), "shots": len(match.state.shots),
            "record": str(match.path),
        }  # fmt: skip

    def viewed(self, _: str) -> dict[str, Any]:
        """What the viewer has asked to see, and what lies on the sea."""
        viewer, sea = self._screen.table.viewer, self._screen.table.surface
        kinds = sorted({type(one).__name__ for one in sea.overlays})
        return {"selected": viewer.selected, "arcs": viewer.arcs, "threats": viewer.threatening_side, "overlays": kinds}

    def gunner(self, _: str) -> str:
        """A ship of the side that is asked with something to fire at, or nothing."""
        state = self._screen.match.state
        for (key, _broadside), outlook in find_outlooks(state).items():
            if outlook.aims and outlook.refusal is None and state.cards[key].side == state.asked:
                return key
        return ""

    def dice(self, _: str) -> dict[str, Any]:
        """What lies in the tray."""
        thrown = self._screen._feed.tray.thrown
        return {"title": thrown.title, "dice": len(thrown.dice)} if thrown else {}


def main() -> None:
    """Open the window with the title, as the program does, and answer from beside the loop."""
    new_game.draw_seed = lambda: SEED
    MOTION.pace = "fast"
    app = Seen()
    threading.Thread(target=Eyes(app).watch, daemon=True).start()
    app.run(build_title_page())


if __name__ == "__main__":
    main()

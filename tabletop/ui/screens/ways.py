"""The ways to the rulebook, lessons and scenario editor: imported when somebody goes there, which takes a while."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tabletop.core import library
from tabletop.core.errors import RecordError, ScenarioError
from tabletop.core.match import Match, MatchSetup
from tabletop.core.match_history import BROKEN
from tabletop.core.verify import explain_error
from tabletop.ui.boards import known
from tabletop.ui.screen import Both, Pop, Push, Reset, Screen, Transition
from tabletop.ui.screens.backend import LessonEntry
from tabletop.ui.widgets.overlay import Toast
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.report import Presses

PageActions = Mapping[str, Callable[[Page], Transition | None]]
"""What buttons of a page lead to besides, by their ids."""

if TYPE_CHECKING:
    from tabletop.core.after_action import AfterActionReport
    from tabletop.ui.screens.replay.screen import ReplayScreen
    from tabletop.ui.screens.report.page import ReportPage
    from tabletop.ui.screens.table.screen import TableScreen


def rulebook(game: str, *told: str) -> Transition:
    """To the page of the rulebook, at the first rule of a game that some words name, else where it opens."""
    from tabletop.rulebook.book import find_identifier
    from tabletop.ui.screens.rulebook.page import RulebookPage
    from tabletop.ui.screens.rulebook.reader import Reader

    reader = Reader(game)
    if rule := next(filter(None, (find_identifier(words, game) for words in told)), ""):
        reader.go(rule)
    return Push(RulebookPage(reader))


def set_up() -> Screen:
    """What can be opened in the editor."""
    from tabletop.ui.screens.editor import start

    return start.build_open_page()


def set_up_from(table: Page, match: Match) -> Transition:
    """To the editor with what lies on a table; its menu does not lie open when the player comes back."""
    from tabletop.ui.screens.editor import start

    table.close()
    return Push(start.edit_match(match))


def replay(match: Match, place: int = 0, looking: str = "") -> "ReplayScreen":
    """A match watched again from a place on, by whoever looks at its table now, or could."""
    from tabletop.core.replay import Replay, list_viewers
    from tabletop.ui.screens import local_backend
    from tabletop.ui.screens.replay.screen import ReplayScreen

    shown, watched = known.pictures(match.game.meta.id), Replay(match, list_viewers(match, looking)[0], place)
    board = known.table(match.game.meta.id, match.view(""))
    return ReplayScreen(watched, board, (shown.chronicler, shown.colours), local_backend.begin, looking)


def report(match: Match, further: PageActions) -> "ReportPage":
    """The after-action report of a match, as whoever may watch it may know it, and what it leads to."""
    from tabletop.ui.screens.report import local

    return local.page(match, further)


def reported(match: Match) -> "AfterActionReport":
    """What the report tells."""
    from tabletop.ui.screens.report import local

    return local.whole(match).told


def on_from(page: Page, match: Match, further: PageActions) -> None:
    """Let a page lead to the replay of a match, to further deeds, and to the report, which leads to the same."""
    leads = {"watch": lambda: Push(replay(match)), "report": lambda: Push(report(match, further))}
    page.presses = {**page.presses, **leads, **{name: partial(deed, page) for name, deed in further.items()}}


def again(match: Match) -> PageActions:
    """To the same battle anew."""
    return {"play_again": partial(fought_again, match=match)}


def fought_again(page: Page, match: Match) -> Transition | None:
    """The same battle anew, with the players at each other's places; it is said why if it cannot begin."""
    from tabletop.core.replay import redeal_hidden
    from tabletop.ui.screens import local_backend, seating

    header, game, seed = match.header, match.game, seating.fresh_seed()
    sits = seating.sides_changed(game.seats(match.opening), header.seating)
    opening = match.opening if header.since else None
    if opening is not None and game.has_secrets(opening):
        # twice, so that what is dealt last does not hang on hands that both know by now
        opening = redeal_hidden(game, opening, seed, 2 * [side.id for side in game.meta.sides])
    told = MatchSetup(
        game, header.scenario, header.source, seed, header.options, seating.reseeded(sits), opening, header.since or ""
    )
    try:
        return Reset(local_backend.begin(header.title, told))
    except (ScenarioError, RecordError) as error:
        page.say(Toast("The battle cannot begin.", str(error)))
        return None


def on_from_table(table: "TableScreen") -> Presses[Transition | None]:
    """What leads from a table to the editor and to its replay."""
    return {
        "menu.set_up": partial(set_up_from, table, table.match), "log.watch": partial(watched_from, table),
        "menu.watch": partial(watched_again, table),
    }  # fmt: skip


def watched_from(table: "TableScreen") -> Transition:
    """To the replay of the match on a table, from the entry on that is open in its log, which is closed."""
    table.close()
    return Push(replay(table.match, table.book.place, table.seats.looking))


def watched_again(table: "TableScreen") -> Transition:
    """To the replay of the match on a table from its beginning; its menu is closed."""
    table.close()
    return Push(replay(table.match, looking=table.seats.looking))


def watch(path: Path) -> Screen:
    """A record watched from its beginning.

    Raises:
        RecordError: in one sentence, if it is not sound.
    """
    try:
        return replay(Match.load(path))
    except BROKEN as error:
        raise explain_error(path, error) or error from error


def lessons() -> Sequence[LessonEntry]:
    """The guided battles, with how far the player has come."""
    from tabletop.ui.screens.lessons import catalogue

    return catalogue.entries()


def teach(ident: str) -> Screen:
    """A lesson at the table: where it was left, or from its beginning.

    Raises:
        RecordError: in one sentence, if it cannot be gone on with.
    """
    from tabletop.ui.screens import local_backend
    from tabletop.ui.screens.lessons import catalogue

    if (path := catalogue.record(ident)) is not None:
        return local_backend.resume(path)
    match = catalogue.begun(ident)
    assert match.path
    local_backend.RECORD_LOCK.acquire(match.path)
    library.mark_played(match.path)
    return lesson_at_table(ident, match)


def lesson_at_table(ident: str, match: Match) -> Screen:
    """The table with a lesson on it; raises as `teach` does."""
    from tabletop.ui.screens import local_backend
    from tabletop.ui.screens.lessons import catalogue

    over = partial(lesson_over, ident)
    return catalogue.table(
        ident, match, lambda _: local_backend.Homeward(),
        lambda one: Push(local_backend.reckoning(one, over(one), "lesson_over")), over,
    )  # fmt: skip


def lesson_over(ident: str, match: Match) -> Transition:
    """Home, and there to what a lesson has taught; its battle may be played on, or its reckoning seen."""
    from tabletop.ui.screens import local_backend
    from tabletop.ui.screens.lessons import catalogue
    from tabletop.ui.screens.lessons.closing import LessonOver

    assert match.path
    decided = match.game.outcome(match.state) is not None
    reckoned = "See the result", partial(local_backend.reckoning, match, Pop(), "lesson_over")
    battle = reckoned if decided else ("Continue this battle", partial(local_backend.resume, match.path))
    page = LessonOver(local_backend.backend(), catalogue.lesson(ident), battle)
    return Both(local_backend.Homeward(), Push(page))

"""The backend of the installed program: scenarios that come with it, records of this player, tables of the games.

Replays, reports, lessons and the scenario editor are imported when somebody goes there, for that takes a while.
"""

import atexit
import dataclasses
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec
import pygame
from msgspec.structs import replace

import tabletop.games  # noqa: F401 - makes the games known
from tabletop import __version__
from tabletop.core import library, record_files, resources, user_folders
from tabletop.core.errors import RecordError, ScenarioError
from tabletop.core.game import AnyGame, AnyState, Outcome, Preset, Side, Switch, find_game, games_by_id
from tabletop.core.guarded_file import modification_time
from tabletop.core.library import RecordLock
from tabletop.core.match import ONE_SIDE, Match, MatchSetup
from tabletop.core.match_history import BROKEN
from tabletop.core.reading import UNREADABLE, RecordSummary
from tabletop.core.scenario import load_text
from tabletop.core.verify import explain_error
from tabletop.players.engine import AbsentEngine, EngineFactory
from tabletop.players.process import ProcessEngine
from tabletop.ui import picture_cache, settings
from tabletop.ui.boards import game_plugins
from tabletop.ui.screen import Both, Desk, Pop, Push, Reset, Screen, Transition
from tabletop.ui.screens import seating
from tabletop.ui.screens.backend import Backend, LessonEntry, PageActions, Saved, ScenarioEntry, Size
from tabletop.ui.screens.lessons import next_lesson
from tabletop.ui.screens.result import Reckoning, Story
from tabletop.ui.screens.table.seats import NOBODY
from tabletop.ui.screens.title import CARD_WIDTH, Title
from tabletop.ui.screens.title_art import wide_sea
from tabletop.ui.settings import VETERAN, Newcomer
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.overlay import Toast
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.report import Presses

if TYPE_CHECKING:
    from tabletop.authoring.draft import Draft
    from tabletop.authoring.draft_files import AutoSaver
    from tabletop.core.after_action import AfterActionReport
    from tabletop.ui.screens.editor.screen import EditorScreen
    from tabletop.ui.screens.replay.screen import ReplayScreen
    from tabletop.ui.screens.report.page import ReportPage
    from tabletop.ui.screens.table.screen import TableScreen

FIRST = ("trafalgar", "standard", "squadron_action")
"""Scenarios that head the list of their game."""
COVERS = (CARD_WIDTH, 2 * CARD_WIDTH)
"""Widths for which the pictures of the games are drawn, pixels."""
_SMALL = (1280, 720)
"""A window in which a table is laid that nobody will see."""
REMEMBERED = 50
"""Scenarios whose rules and seats are remembered as they were last."""
V = TypeVar("V")
RECORD_LOCK = RecordLock()
"""Of the match that lies on the table."""
atexit.register(RECORD_LOCK.release)


def backend() -> Backend:
    """The world as it is on this machine."""
    return Backend(
        games=games_by_id,
        scenarios=scenarios,
        choices=choices,
        presets=presets,
        remembered=remembered,
        remember=remember,
        seated=seated,
        seat=seat,
        switched=switched,
        saved=saved,
        position=position,
        result=result,
        deleted=deleted,
        cover=cover,
        picture=picture,
        begin=begin,
        resume=resume,
        version=__version__,
        set_up=set_up,
        own=own,
        lessons=lessons,
        teach=teach,
        watch=watch,
        offers_lessons=next_lesson.offered,
        decline_lessons=next_lesson.decline,
        lesson_minutes=next_lesson.minutes,
    )


def title() -> Title:
    """The first screen."""
    return Title(backend())


def scenarios(game: str) -> Sequence[ScenarioEntry]:
    """The scenarios of the program, great battle or standard game first, and those that the player has written."""
    paths = (*resources.list_scenarios(game), *user_folders.list_user_scenarios(game))
    read = [_scenario(game, path, modification_time(path)) for path in paths]
    return tuple(sorted(read, key=lambda scenario: (scenario.id not in FIRST, scenario.title)))


def own() -> int:
    """How many scenarios the player has written, of all games."""
    return sum(len(user_folders.list_user_scenarios(game)) for game in games_by_id())


@lru_cache(maxsize=128)
def _scenario(game: str, path: Path, _changed: datetime) -> ScenarioEntry:
    """A scenario; a faulty one with its first problem."""
    played, text = find_game(game), ""
    try:
        text = load_text(path)
        prepared = played.read(text, path.name)
        opening = played.open(prepared, {})
    except ScenarioError as error:
        return ScenarioEntry(path.stem, path.name, text, path.stem, problem=str(error.problems[0]))
    shown = game_plugins.load_pictures(game)
    return ScenarioEntry(
        path.stem,
        path.name,
        text,
        prepared.title,
        getattr(prepared, "date", ""),
        getattr(prepared, "briefing", ""),
        shown.sides(opening),
        shown.setup_notes(opening),
        opening=opening,
    )


def choices(game: str, scenario: ScenarioEntry) -> Sequence[Switch]:
    """What can be set otherwise before a match begins."""
    return find_game(game).switches(_prepared(game, scenario.text, scenario.source))


def presets(game: str, scenario: ScenarioEntry) -> Sequence[Preset]:
    """Sets of these, the scenario's own first."""
    return find_game(game).presets(_prepared(game, scenario.text, scenario.source))


def remembered(game: str, scenario: ScenarioEntry) -> Mapping[str, str | bool]:
    """How they were switched when the scenario was begun last."""
    return settings.read().rules.get(f"{game}/{scenario.id}", {})


def remember(game: str, scenario: ScenarioEntry, options: Mapping[str, str | bool]) -> None:
    """Keep that for the next time."""
    kept, key = settings.read(), f"{game}/{scenario.id}"
    settings.write(replace(kept, rules=_latest(kept.rules, {key: dict(options)} if options else {}, key)))


def seated(game: str, scenario: ScenarioEntry) -> Mapping[str, str] | None:
    """Which seats the computer had then, with the names of its players; None if it was never begun."""
    return settings.read().seats.get(f"{game}/{scenario.id}")


def seat(game: str, scenario: ScenarioEntry, computers: Mapping[str, str]) -> None:
    """Keep that for the next time."""
    kept, key = settings.read(), f"{game}/{scenario.id}"
    settings.write(replace(kept, seats=_latest(kept.seats, {key: dict(computers)}, key)))


def _latest(kept: Mapping[str, V], more: Mapping[str, V], key: str) -> dict[str, V]:
    """What is kept by scenarios with what is new of one, the last of them."""
    others = [(one, what) for one, what in kept.items() if one != key]
    return dict([*others, *more.items()][-REMEMBERED:])


@lru_cache(maxsize=8)
def _prepared(game: str, text: str, source: str) -> object:
    """A scenario as its game reads it: to read a long one takes longer than to lay out the screen that shows it."""
    return find_game(game).read(text, source)


def switched(game: str, scenario: ScenarioEntry, options: Mapping[str, object]) -> ScenarioEntry:
    """A scenario as it begins with some rules switched."""
    shown = game_plugins.load_pictures(game)
    played = find_game(game)
    opening = played.open(_prepared(game, scenario.text, scenario.source), options)
    return dataclasses.replace(scenario, sides=shown.sides(opening), facts=shown.setup_notes(opening), opening=opening)


def saved() -> Sequence[Saved]:
    """Every record, the one played last first."""
    return [_saved(path, told) for path, told in library.summarize_all()]


def _saved(path: Path, told: RecordSummary | RecordError) -> Saved:
    if isinstance(told, RecordError):
        return Saved(path, "", path.stem, "", modification_time(path), problem=str(told))
    seats = seating.sitting(told) if told.game in games_by_id() else ()
    bars = ONE_SIDE if told.known_to else ""
    ended = _ended(told) if told.game in games_by_id() else ""
    return Saved(
        told.path, told.game, told.title, told.now, modification_time(told.path), told.over, "", seats, bars, ended
    )


def _ended(told: RecordSummary) -> str:
    """Return who won a recorded match, and the points; empty before the end."""
    if told.outcome is None:
        return ""
    game = find_game(told.game)
    try:
        return _verdict(game, msgspec.json.decode(told.opening, type=game.state_type), told.outcome)
    except (*UNREADABLE, *BROKEN):
        return ""  # the match itself says so when it is opened


def _verdict(game: AnyGame, state: AnyState, outcome: Outcome) -> str:
    """Return who won and the points, those of the winner first: ``British won, 45 to 30``."""
    won = f"{game.name_of(state, outcome.winner)} won" if outcome.winner else "Drawn"
    sides = sorted((side.id for side in game.meta.sides), key=lambda side: side != outcome.winner)
    points = " to ".join(str(outcome.totals[side]) for side in sides if side in outcome.totals)
    return f"{won}, {points}" if points else won


def deleted() -> Sequence[Saved]:
    """The records that were laid aside, the one written last first."""
    return [_saved(path, told) for path, told in record_files.list_deleted()]


@lru_cache(maxsize=16)
def _position(path: Path, _changed: datetime) -> AnyState:
    return Match.load(path).view(NOBODY)


def position(one: Saved) -> AnyState:
    """What everybody may see of a match as it was left (C-6)."""
    return _position(one.path, one.changed)


def result(one: Saved) -> str:
    """How a match ended."""
    if not one.over:
        return ""
    try:
        return _told(find_game(one.game), position(one))
    except BROKEN as error:
        raise explain_error(one.path, error) or error from error


def _told(game: AnyGame, state: AnyState) -> str:
    outcome = game.outcome(state)
    if outcome is None:
        return ""
    return f"{_verdict(game, state, outcome)}: {outcome.reason.rstrip('.')}."


def cover(game: str, size: Size) -> pygame.Surface:
    """The picture of a game."""
    return picture_cache.shown((cover, game), size, game_plugins.load_pictures(game).cover, COVERS)


def picture(game: str, state: AnyState, size: Size) -> pygame.Surface:
    """A position of a game; states are told apart by identity."""
    if state is None:
        return wide_sea(size)
    return picture_cache.shown(
        (picture, game, id(state)), size, partial(game_plugins.load_pictures(game).position, state)
    )


def begin(title: str, told: MatchSetup) -> Screen:
    """A new match, written down from the start, under a title."""
    path = library.find_new_path(title, datetime.now(UTC).astimezone())
    match = Match.new(told, path)
    RECORD_LOCK.acquire(path)
    library.mark_played(path)
    return at_table(match, newcomer=Newcomer())


def resume(path: Path) -> Screen:
    """An old match; one that is over opens at its reckoning's table.

    Raises:
        RecordError: in one sentence, if the record is not sound or lies on another table.
    """
    RECORD_LOCK.acquire(path)
    try:
        match = Match.load(path)
        if match.header.known_to:
            raise RecordError(ONE_SIDE)
        _look_over(match, path)
    except RecordError:
        RECORD_LOCK.release()
        raise
    library.mark_played(path)
    return (
        lesson_at_table(taught, match)
        if (taught := next_lesson.of_record(path))
        else at_table(match, newcomer=Newcomer())
    )


def _look_over(match: Match, path: Path) -> None:
    """Lay the table for each side; RecordError if that fails and the record was made up, its checks and all."""
    try:
        for side in match.game.meta.sides:
            table = at_table(match.match_at(len(match.trace)), AbsentEngine)
            table.look_as(side.id)
            table.resize(_SMALL, Theme())
    except BROKEN as error:
        raise explain_error(path, error) or error from error


def at_table(match: Match, hire: EngineFactory = ProcessEngine, newcomer: Newcomer = VETERAN) -> "TableScreen":
    """The table with a match on it; `hire` brings whoever plays for the computer, see `TableScreen`."""
    from tabletop.ui.screens.table.screen import TableScreen

    board = game_plugins.create_table(match.game.meta.id, match.view(NOBODY))
    screen = TableScreen(
        match, board, to_title=lambda _: Homeward(), to_reckoning=reckoned, hire=hire, newcomer=newcomer
    )
    screen.presses = {**screen.presses, **on_from_table(screen)}
    return screen


class Homeward(Transition):
    """Back to the title; the match may be opened elsewhere from now on."""

    def apply(self, desk: Desk) -> None:
        """Carry it out."""
        RECORD_LOCK.release()
        Reset(title()).apply(desk)


def reckoned(match: Match) -> Transition:
    """To the reckoning of a match that is over."""
    return Push(reckoning(match))


def reckoning(match: Match, home: Transition | None = None, leave: str = "leave") -> Reckoning:
    """The reckoning of a match that is over, where its last button leads and its key; ValueError before its end."""
    shown = game_plugins.load_pictures(match.game.meta.id)
    outcome = match.game.outcome(match.state)
    if outcome is None:
        raise ValueError("the match is not over")
    course = shown.decisive_events(told for move in match.moves for told in match.view_events(move, NOBODY))
    told, moment, fates = reported(match), shown.end_moment(match.state), shown.outcomes(match.state)
    story = Story(
        match.header.title,
        moment,
        fates,
        course,
        shown.score_words,
        told,
        shown.colours,
        shown.badges(match.opening),
        partial(picture, match.game.meta.id, match.view(NOBODY)),
    )
    named = tuple(Side(side.id, match.game.name_of(match.state, side.id)) for side in match.game.meta.sides)
    page = Reckoning(replace(match.game.meta, sides=named), outcome, story, home or Homeward(), leave)
    on_from(page, match, {} if home else again(match))
    return page


def set_up() -> Screen:
    """Return the page on which a scenario or a draft is opened in the editor."""
    from tabletop.ui.screens.editor.open_page import OpenPage

    return OpenPage(build_editor)


def build_editor(draft: "Draft", auto_saver: "AutoSaver | None" = None) -> "EditorScreen":
    """Return the editor with a draft, which is kept on disk from now on."""
    from tabletop.authoring.draft_files import AutoSaver
    from tabletop.ui.screens.editor.screen import EditorScreen

    return EditorScreen(draft, auto_saver or AutoSaver(draft), start_trial)


def start_trial(setup: MatchSetup) -> Screen:
    """Return a table on which a match is only tried: nothing is recorded, and the editor lies beneath the table."""
    from tabletop.ui.screens.editor.trial_game import PopTwo, TrialGame

    return TrialGame(Match.new(setup), lambda match: Push(reckoning(match, PopTwo(), "leave_trial")))


def set_up_from(table: Page, match: Match) -> Transition:
    """Close the menu of a table, and return the way to the editor with the scenario or the position of `match`.

    If the match has secrets and goes on, the editor gets its scenario only.
    """
    from tabletop.authoring.draft import create_from_match

    table.close()
    return Push(build_editor(create_from_match(match)))


def replay(match: Match, place: int = 0, looking: str = "") -> "ReplayScreen":
    """A match watched again from a place on, by whoever looks at its table now, or could."""
    from tabletop.core.replay import Replay, list_viewers
    from tabletop.ui.screens.replay.screen import ReplayScreen

    shown, watched = (
        game_plugins.load_pictures(match.game.meta.id),
        Replay(match, list_viewers(match, looking)[0], place),
    )
    board = game_plugins.create_table(match.game.meta.id, match.view(""))
    return ReplayScreen(watched, board, (shown.chronicler, shown.colours), begin, looking)


def report(match: Match, further: PageActions) -> "ReportPage":
    """The after-action report of a match, as whoever may watch it may know it, and what it leads to."""
    from tabletop.ui.screens.report import page as report_page

    return report_page.page(match, further, lambda place: Push(replay(match, place)))


def reported(match: Match) -> "AfterActionReport":
    """What the report tells."""
    from tabletop.ui.screens.report import page as report_page

    return report_page.whole(match).told


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
        return Reset(begin(header.title, told))
    except (ScenarioError, RecordError) as error:
        page.say(Toast("The battle cannot begin.", str(error)))
        return None


def on_from_table(table: "TableScreen") -> Presses[Transition | None]:
    """What leads from a table to the editor and to its replay."""
    return {
        "menu.set_up": partial(set_up_from, table, table.match),
        "log.watch": partial(watched_from, table),
        "menu.watch": partial(watched_again, table),
    }


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
    from tabletop.ui.screens.lessons import catalogue

    if (path := catalogue.record(ident)) is not None:
        return resume(path)
    match = catalogue.begun(ident)
    assert match.path
    RECORD_LOCK.acquire(match.path)
    library.mark_played(match.path)
    return lesson_at_table(ident, match)


def lesson_at_table(ident: str, match: Match) -> Screen:
    """The table with a lesson on it; raises as `teach` does."""
    from tabletop.ui.screens.lessons import catalogue

    over = partial(lesson_over, ident)
    return catalogue.table(
        ident,
        match,
        lambda _: Homeward(),
        lambda one: Push(reckoning(one, over(one), "lesson_over")),
        over,
    )


def lesson_over(ident: str, match: Match) -> Transition:
    """Home, and there to what a lesson has taught; its battle may be played on, or its reckoning seen."""
    from tabletop.ui.screens.lessons import catalogue
    from tabletop.ui.screens.lessons.lesson_pages import LessonOver

    assert match.path
    decided = match.game.outcome(match.state) is not None
    reckoned = "See the result", partial(reckoning, match, Pop(), "lesson_over")
    battle = reckoned if decided else ("Continue this battle", partial(resume, match.path))
    page = LessonOver(backend(), catalogue.lesson(ident), battle)
    return Both(Homeward(), Push(page))

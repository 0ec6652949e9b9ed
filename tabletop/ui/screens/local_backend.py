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
from tabletop.ui.screens.backend import Backend, LessonEntry, PageActions, SavedMatch, ScenarioEntry, Size
from tabletop.ui.screens.lessons import next_lesson
from tabletop.ui.screens.result import ResultPage, ResultStory
from tabletop.ui.screens.table.seats import NOBODY
from tabletop.ui.screens.title import CARD_WIDTH, TitlePage
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

FIRST_SCENARIOS = ("trafalgar", "standard", "squadron_action")
"""Scenarios that stand first in the list of their game."""
COVER_WIDTHS = (CARD_WIDTH, 2 * CARD_WIDTH)
"""Widths for which the pictures of the games are drawn, pixels."""
_SMALL_WINDOW = (1280, 720)
"""The window of a table that is built only to test a record, pixels."""
MOST_REMEMBERED = 50
"""The most scenarios whose options and seats are remembered."""
V = TypeVar("V")
RECORD_LOCK = RecordLock()
"""The lock on the record of the match at the table."""
atexit.register(RECORD_LOCK.release)


def build_backend() -> Backend:
    """Return the backend of this machine."""
    return Backend(
        games=games_by_id,
        list_scenarios=list_scenarios,
        list_switches=list_switches,
        list_presets=list_presets,
        remembered_options=remembered_options,
        remember_options=remember_options,
        remembered_seats=remembered_seats,
        remember_seats=remember_seats,
        scenario_with_options=scenario_with_options,
        list_saved=list_saved,
        load_position=load_position,
        describe_result=describe_result,
        list_deleted=list_deleted,
        draw_cover=draw_cover,
        draw_position=draw_position,
        start_match=start_match,
        resume_match=resume_match,
        version=__version__,
        build_open_page=build_open_page,
        count_own_scenarios=count_own_scenarios,
        list_lessons=list_lessons,
        open_lesson=open_lesson,
        watch_record=watch_record,
        are_lessons_offered=next_lesson.are_lessons_offered,
        decline_lessons=next_lesson.decline_lessons,
        next_lesson_minutes=next_lesson.next_lesson_minutes,
    )


def build_title_page() -> TitlePage:
    """Return the first screen."""
    return TitlePage(build_backend())


def list_scenarios(game: str) -> Sequence[ScenarioEntry]:
    """Return the scenarios of the program and of the player, `FIRST_SCENARIOS` first."""
    paths = (*resources.list_scenarios(game), *user_folders.list_user_scenarios(game))
    read = [_read_scenario(game, path, modification_time(path)) for path in paths]
    return tuple(sorted(read, key=lambda scenario: (scenario.id not in FIRST_SCENARIOS, scenario.title)))


def count_own_scenarios() -> int:
    """Return the number of scenarios that the player has written for any game."""
    return sum(len(user_folders.list_user_scenarios(game)) for game in games_by_id())


@lru_cache(maxsize=128)
def _read_scenario(game: str, path: Path, _changed: datetime) -> ScenarioEntry:
    """Return the entry of a scenario; a damaged scenario has its first problem. Cached by file and date."""
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


def list_switches(game: str, scenario: ScenarioEntry) -> Sequence[Switch]:
    """Return the rules that can be switched in a scenario."""
    return find_game(game).switches(_parse_scenario(game, scenario.text, scenario.source))


def list_presets(game: str, scenario: ScenarioEntry) -> Sequence[Preset]:
    """Return sets of rules, the scenario's own first."""
    return find_game(game).presets(_parse_scenario(game, scenario.text, scenario.source))


def remembered_options(game: str, scenario: ScenarioEntry) -> Mapping[str, str | bool]:
    """Return the options with which the scenario was begun last; {} if it never was."""
    return settings.read().rules.get(f"{game}/{scenario.id}", {})


def remember_options(game: str, scenario: ScenarioEntry, options: Mapping[str, str | bool]) -> None:
    """Write the options of a scenario to the settings; {} forgets them."""
    stored, key = settings.read(), f"{game}/{scenario.id}"
    settings.write(replace(stored, rules=_keep_latest(stored.rules, {key: dict(options)} if options else {}, key)))


def remembered_seats(game: str, scenario: ScenarioEntry) -> Mapping[str, str] | None:
    """Return the computer player of each seat at the last start; None if the scenario was never begun."""
    return settings.read().seats.get(f"{game}/{scenario.id}")


def remember_seats(game: str, scenario: ScenarioEntry, computers: Mapping[str, str]) -> None:
    """Write the computer players of a scenario to the settings."""
    stored, key = settings.read(), f"{game}/{scenario.id}"
    settings.write(replace(stored, seats=_keep_latest(stored.seats, {key: dict(computers)}, key)))


def _keep_latest(kept: Mapping[str, V], more: Mapping[str, V], key: str) -> dict[str, V]:
    """Return `kept` with `more` under `key` as the latest entry, limited to `MOST_REMEMBERED` entries."""
    others = [(one, what) for one, what in kept.items() if one != key]
    return dict([*others, *more.items()][-MOST_REMEMBERED:])


@lru_cache(maxsize=8)
def _parse_scenario(game: str, text: str, source: str) -> object:
    """Return a scenario as its game reads it. Cached, for reading is slower than building a page."""
    return find_game(game).read(text, source)


def scenario_with_options(game: str, scenario: ScenarioEntry, options: Mapping[str, object]) -> ScenarioEntry:
    """Return a scenario as it begins with some rules switched."""
    shown = game_plugins.load_pictures(game)
    played = find_game(game)
    opening = played.open(_parse_scenario(game, scenario.text, scenario.source), options)
    return dataclasses.replace(scenario, sides=shown.sides(opening), facts=shown.setup_notes(opening), opening=opening)


def list_saved() -> Sequence[SavedMatch]:
    """Return every record, the match played last first."""
    return [_summarize_record(path, summary) for path, summary in library.summarize_all()]


def _summarize_record(path: Path, summary: RecordSummary | RecordError) -> SavedMatch:
    """Return the summary of a record, or an entry with the problem of a damaged record."""
    if isinstance(summary, RecordError):
        return SavedMatch(path, "", path.stem, "", modification_time(path), problem=str(summary))
    seats = seating.list_sitters(summary) if summary.game in games_by_id() else ()
    bars = ONE_SIDE if summary.known_to else ""
    ended = _format_record_result(summary) if summary.game in games_by_id() else ""
    return SavedMatch(
        summary.path,
        summary.game,
        summary.title,
        summary.now,
        modification_time(summary.path),
        summary.over,
        "",
        seats,
        bars,
        ended,
    )


def _format_record_result(summary: RecordSummary) -> str:
    """Return the winner of a recorded match and the points; "" before the end."""
    if summary.outcome is None:
        return ""
    game = find_game(summary.game)
    try:
        return _format_verdict(game, msgspec.json.decode(summary.opening, type=game.state_type), summary.outcome)
    except (*UNREADABLE, *BROKEN):
        return ""  # the match itself says so when it is opened


def _format_verdict(game: AnyGame, state: AnyState, outcome: Outcome) -> str:
    """Return the winner and the points, those of the winner first: ``British won, 45 to 30``."""
    won = f"{game.name_of(state, outcome.winner)} won" if outcome.winner else "Drawn"
    sides = sorted((side.id for side in game.meta.sides), key=lambda side: side != outcome.winner)
    points = " to ".join(str(outcome.totals[side]) for side in sides if side in outcome.totals)
    return f"{won}, {points}" if points else won


def list_deleted() -> Sequence[SavedMatch]:
    """Return the deleted records, the record written last first."""
    return [_summarize_record(path, summary) for path, summary in record_files.list_deleted()]


@lru_cache(maxsize=16)
def _load_position(path: Path, _changed: datetime) -> AnyState:
    """Return the last state of a record as everybody may see it. Cached by file and date."""
    return Match.load(path).view(NOBODY)


def load_position(one: SavedMatch) -> AnyState:
    """Return the last state of a match as everybody may see it (C-6)."""
    return _load_position(one.path, one.modified)


def describe_result(one: SavedMatch) -> str:
    """Return in a sentence how a match ended; "" before its end. Raises RecordError for a damaged record."""
    if not one.over:
        return ""
    try:
        return _describe_outcome(find_game(one.game), load_position(one))
    except BROKEN as error:
        raise explain_error(one.path, error) or error from error


def _describe_outcome(game: AnyGame, state: AnyState) -> str:
    """Return the verdict and the reason in a sentence; "" before the end."""
    outcome = game.outcome(state)
    if outcome is None:
        return ""
    return f"{_format_verdict(game, state, outcome)}: {outcome.reason.rstrip('.')}."


def draw_cover(game: str, size: Size) -> pygame.Surface:
    """Return the picture of a game. Cached."""
    return picture_cache.shown((draw_cover, game), size, game_plugins.load_pictures(game).cover, COVER_WIDTHS)


def draw_position(game: str, state: AnyState, size: Size) -> pygame.Surface:
    """Return a picture of a state of a game; an empty sea for None. Cached by identity."""
    if state is None:
        return wide_sea(size)
    return picture_cache.shown(
        (draw_position, game, id(state)), size, partial(game_plugins.load_pictures(game).position, state)
    )


def start_match(title: str, setup: MatchSetup) -> Screen:
    """Return a new match at the table, recorded from its start under `title`."""
    path = library.find_new_path(title, datetime.now(UTC).astimezone())
    match = Match.new(setup, path)
    RECORD_LOCK.acquire(path)
    library.mark_played(path)
    return build_table(match, newcomer=Newcomer())


def resume_match(path: Path) -> Screen:
    """Return a saved match or lesson at the table.

    Raises:
        RecordError: if the record is damaged, holds one side only, or is open elsewhere.
    """
    RECORD_LOCK.acquire(path)
    try:
        match = Match.load(path)
        if match.header.known_to:
            raise RecordError(ONE_SIDE)
        _check_layout(match, path)
    except RecordError:
        RECORD_LOCK.release()
        raise
    library.mark_played(path)
    return (
        build_lesson_table(taught, match)
        if (taught := next_lesson.lesson_of_record(path))
        else build_table(match, newcomer=Newcomer())
    )


def _check_layout(match: Match, path: Path) -> None:
    """Build the table for each side. Raises RecordError if that fails for a record with forged contents."""
    try:
        for side in match.game.meta.sides:
            table = build_table(match.match_at(len(match.trace)), AbsentEngine)
            table.look_as(side.id)
            table.resize(_SMALL_WINDOW, Theme())
    except BROKEN as error:
        raise explain_error(path, error) or error from error


def build_table(match: Match, hire: EngineFactory = ProcessEngine, newcomer: Newcomer = VETERAN) -> "TableScreen":
    """Return the table of a match; `hire` starts the computer players, see `TableScreen`."""
    from tabletop.ui.screens.table.screen import TableScreen

    board = game_plugins.create_table(match.game.meta.id, match.view(NOBODY))
    screen = TableScreen(
        match, board, to_title=lambda _: GoHome(), to_reckoning=show_result, hire=hire, newcomer=newcomer
    )
    screen.presses = {**screen.presses, **build_table_actions(screen)}
    return screen


class GoHome(Transition):
    """The way back to the title. It releases the record for other programs."""

    def apply(self, desk: Desk) -> None:
        """Release the record and show the title."""
        RECORD_LOCK.release()
        Reset(build_title_page()).apply(desk)


def show_result(match: Match) -> Transition:
    """Return the way to the result of a finished match."""
    return Push(build_result_page(match))


def build_result_page(match: Match, home: Transition | None = None, leave: str = "leave") -> ResultPage:
    """Return the result of a finished match; `home` is where its last button leads, named by key `leave`.

    Raises:
        ValueError: before the end of the match.
    """
    shown = game_plugins.load_pictures(match.game.meta.id)
    outcome = match.game.outcome(match.state)
    if outcome is None:
        raise ValueError("the match is not over")
    course = shown.decisive_events(report for move in match.moves for report in match.view_events(move, NOBODY))
    report, moment, fates = build_report(match), shown.end_moment(match.state), shown.outcomes(match.state)
    story = ResultStory(
        match.header.title,
        moment,
        fates,
        course,
        shown.score_words,
        report,
        shown.colours,
        shown.badges(match.opening),
        partial(draw_position, match.game.meta.id, match.view(NOBODY)),
    )
    named = tuple(Side(side.id, match.game.name_of(match.state, side.id)) for side in match.game.meta.sides)
    page = ResultPage(replace(match.game.meta, sides=named), outcome, story, home or GoHome(), leave)
    add_follow_ups(page, match, {} if home else rematch_actions(match))
    return page


def build_open_page() -> Screen:
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

    return TrialGame(Match.new(setup), lambda match: Push(build_result_page(match, PopTwo(), "leave_trial")))


def edit_from_table(table: Page, match: Match) -> Transition:
    """Close the menu of a table, and return the way to the editor with the scenario or the position of `match`.

    If the match has secrets and goes on, the editor gets its scenario only.
    """
    from tabletop.authoring.draft import create_from_match

    table.close()
    return Push(build_editor(create_from_match(match)))


def build_replay(match: Match, place: int = 0, looking: str = "") -> "ReplayScreen":
    """Return a replay of `match` from move `place`, seen as the current viewer of its table."""
    from tabletop.core.replay import Replay, list_viewers
    from tabletop.ui.screens.replay.screen import ReplayScreen

    shown, watched = (
        game_plugins.load_pictures(match.game.meta.id),
        Replay(match, list_viewers(match, looking)[0], place),
    )
    board = game_plugins.create_table(match.game.meta.id, match.view(""))
    return ReplayScreen(watched, board, (shown.chronicler, shown.colours), start_match, looking)


def build_report_page(match: Match, further: PageActions) -> "ReportPage":
    """Return the after-action report of a match, with buttons for `further` actions."""
    from tabletop.ui.screens.report import page as report_page

    return report_page.build_report_page(match, further, lambda place: Push(build_replay(match, place)))


def build_report(match: Match) -> "AfterActionReport":
    """Return the contents of the after-action report of a match."""
    from tabletop.ui.screens.report import page as report_page

    return report_page.build_report_data(match).report


def add_follow_ups(page: Page, match: Match, further: PageActions) -> None:
    """Give a page the actions that watch the match and open its report, and `further` actions."""
    actions = {"watch": lambda: Push(build_replay(match)), "report": lambda: Push(build_report_page(match, further))}
    page.presses = {**page.presses, **actions, **{name: partial(action, page) for name, action in further.items()}}


def rematch_actions(match: Match) -> PageActions:
    """Return the action that plays the same battle again."""
    return {"play_again": partial(start_rematch, match=match)}


def start_rematch(page: Page, match: Match) -> Transition | None:
    """Return the way to the same battle with the players at each other's places.

    If it cannot begin, the page says why and None is returned.
    """
    from tabletop.core.replay import redeal_hidden

    header, game, seed = match.header, match.game, seating.draw_seed()
    swapped = seating.with_sides_swapped(game.seats(match.opening), header.seating)
    opening = match.opening if header.since else None
    if opening is not None and game.has_secrets(opening):
        # twice, so that what is dealt last does not hang on hands that both know by now
        opening = redeal_hidden(game, opening, seed, 2 * [side.id for side in game.meta.sides])
    setup = MatchSetup(
        game,
        header.scenario,
        header.source,
        seed,
        header.options,
        seating.with_new_seeds(swapped),
        opening,
        header.since or "",
    )
    try:
        return Reset(start_match(header.title, setup))
    except (ScenarioError, RecordError) as error:
        page.say(Toast("The battle cannot begin.", str(error)))
        return None


def build_table_actions(table: "TableScreen") -> Presses[Transition | None]:
    """Return the actions that lead from a table to the editor and to its replay."""
    return {
        "menu.set_up": partial(edit_from_table, table, table.match),
        "log.watch": partial(watch_from_entry, table),
        "menu.watch": partial(watch_from_start, table),
    }


def watch_from_entry(table: "TableScreen") -> Transition:
    """Close the log, and return the way to the replay from its open entry."""
    table.close()
    return Push(build_replay(table.match, table.book.moves_made, table.seats.looking))


def watch_from_start(table: "TableScreen") -> Transition:
    """Close the menu, and return the way to the replay from the beginning."""
    table.close()
    return Push(build_replay(table.match, looking=table.seats.looking))


def watch_record(path: Path) -> Screen:
    """Return a replay of a record from its beginning.

    Raises:
        RecordError: in one sentence, if the record is damaged.
    """
    try:
        return build_replay(Match.load(path))
    except BROKEN as error:
        raise explain_error(path, error) or error from error


def list_lessons() -> Sequence[LessonEntry]:
    """Return the lessons with the player's progress."""
    from tabletop.ui.screens.lessons import catalogue

    return catalogue.list_entries()


def open_lesson(ident: str) -> Screen:
    """Return a lesson at the table, at the step where the player left it, or from its beginning.

    Raises:
        RecordError: in one sentence, if it cannot be continued.
    """
    from tabletop.ui.screens.lessons import catalogue

    if (path := catalogue.find_record(ident)) is not None:
        return resume_match(path)
    match = catalogue.start_lesson(ident)
    assert match.path
    RECORD_LOCK.acquire(match.path)
    library.mark_played(match.path)
    return build_lesson_table(ident, match)


def build_lesson_table(ident: str, match: Match) -> Screen:
    """Return the table with a lesson on it. Raises as `open_lesson` does."""
    from tabletop.ui.screens.lessons import catalogue

    over = partial(end_lesson, ident)
    return catalogue.build_table(
        ident,
        match,
        lambda _: GoHome(),
        lambda one: Push(build_result_page(one, over(one), "lesson_over")),
        over,
    )


def end_lesson(ident: str, match: Match) -> Transition:
    """Return the way to the title and from there to the page at the end of a lesson."""
    from tabletop.ui.screens.lessons import catalogue
    from tabletop.ui.screens.lessons.lesson_pages import LessonOverPage

    assert match.path
    decided = match.game.outcome(match.state) is not None
    result = "See the result", partial(build_result_page, match, Pop(), "lesson_over")
    battle = result if decided else ("Continue this battle", partial(resume_match, match.path))
    page = LessonOverPage(build_backend(), catalogue.load_lesson(ident), battle)
    return Both(GoHome(), Push(page))

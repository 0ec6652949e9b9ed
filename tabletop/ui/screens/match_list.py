"""The list of matches: kinds, search and orders."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

from tabletop.core.game import AnyGame
from tabletop.core.phrases import capitalize
from tabletop.ui.screens.backend import A_PERSON, SavedMatch
from tabletop.ui.widgets.base import Tip
from tabletop.ui.widgets.list_entry import ListEntry

ORDERS: dict[str, tuple[str, Callable[[SavedMatch], str]]] = {
    "latest": ("Latest", lambda _: ""),
    "title": ("Title", lambda one: one.title.casefold()),
    "game": ("Game", lambda one: one.game),
}
"""The orders of the list by name: a label and a sort key. Equal matches stand latest first."""
KINDS: dict[str, tuple[str, Callable[[SavedMatch], bool]]] = {
    "all": ("All", lambda _: True),
    "open": ("Unfinished", lambda one: not (one.over or one.problem or one.resume_blocker)),
    "over": ("Finished", lambda one: one.over),
}


def find_matches(
    saved: Iterable[SavedMatch], order: str, kind: str, search_text: str, games: Mapping[str, AnyGame]
) -> Sequence[SavedMatch]:
    """Return the matches of a kind that contain every word of `sought`, sorted by `order`."""
    keep, words = KINDS[kind][1], search_text.casefold().split()
    matching = [one for one in saved if keep(one) and all(word in _searchable_text(one, games) for word in words)]
    latest_first = sorted(matching, key=lambda one: one.modified, reverse=True)
    return sorted(latest_first, key=ORDERS[order][1])


def list_labels(table: Mapping[str, tuple[str, object]]) -> Sequence[tuple[str, str]]:
    """Return the names and labels of `ORDERS` or `KINDS`."""
    return [(name, words) for name, (words, _) in table.items()]


def build_entries(
    listed: Iterable[SavedMatch], games: Mapping[str, AnyGame], tip: Tip | None = None
) -> Sequence[ListEntry]:
    """Return a row for each match; the tip of a damaged match says why it cannot be opened."""
    return [
        ListEntry(
            str(number),
            format_title_line(one, games),
            format_date(one.modified),
            barred=bool(one.problem and tip),
            note=format_note_line(one),
            tip=Tip(one.title, one.problem) if one.problem and tip else tip,
        )
        for number, one in enumerate(listed)
    ]


def format_title_line(saved: SavedMatch, games: Mapping[str, AnyGame]) -> str:
    """Return the first line of a row: the battle and its game."""
    if saved.problem:
        return f"{saved.title} (cannot be opened)"
    return f"{saved.title} ({_format_game(saved.game, games)})" if saved.game in games else saved.title


def format_note_line(saved: SavedMatch) -> str:
    """Return the second line of a row: the winner or the progress, and the players."""
    if saved.problem:
        return saved.problem
    come = saved.result_line or capitalize(saved.progress) or "At the start"
    return " · ".join(filter(None, (come, _format_opponents(saved))))


def _format_opponents(saved: SavedMatch) -> str:
    """Return the players: ``Combined Fleet: the computer, Captain``, ``2 people``; "" if unknown."""
    computers = [(side, who) for side, who in saved.seats if who != A_PERSON]
    people = len(saved.seats) - len(computers)
    if not computers:
        return "" if not people else "1 person" if people == 1 else f"{people} people"
    if not people:
        return "computer only"
    return "; ".join(f"{side}: {who}" for side, who in computers)


def _format_game(game: str, games: Mapping[str, AnyGame]) -> str:
    """Return the title of a game, or its subtitle if another game has the same title."""
    meta = games[game].meta
    shared = sum(one.meta.title == meta.title for one in games.values()) > 1
    return meta.subtitle if shared else meta.title


def format_date(moment: datetime) -> str:
    """Return a date and time as people write it: ``21 October 2026, 14:05``."""
    return f"{moment.day} {moment:%B %Y, %H:%M}"


def _searchable_text(one: SavedMatch, games: Mapping[str, AnyGame]) -> str:
    """Return the text in which a match is searched, in lower case."""
    game = games[one.game].meta.title if one.game in games else one.game
    return " ".join(
        (one.title, game, one.progress, one.result_line, *(word for seat in one.seats for word in seat))
    ).casefold()

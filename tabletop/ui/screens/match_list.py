"""The list of matches: of which kind, what is sought in them, and what they are sorted by."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

from tabletop.core.game import AnyGame
from tabletop.core.phrases import capitalize
from tabletop.ui.screens.backend import A_PERSON, Saved
from tabletop.ui.widgets.base import Tip
from tabletop.ui.widgets.list_entry import ListEntry

ORDERS: dict[str, tuple[str, Callable[[Saved], str]]] = {
    "latest": ("Latest", lambda _: ""),
    "title": ("Title", lambda one: one.title.casefold()),
    "game": ("Game", lambda one: one.game),
}
"""What the list is sorted by; equal ones stand with the latest date first."""
KINDS: dict[str, tuple[str, Callable[[Saved], bool]]] = {
    "all": ("All", lambda _: True),
    "open": ("Unfinished", lambda one: not (one.over or one.problem or one.bars)),
    "over": ("Finished", lambda one: one.over),
}


def found(saved: Iterable[Saved], order: str, kind: str, sought: str, games: Mapping[str, AnyGame]) -> Sequence[Saved]:
    """Return the matches of a kind in which every word that is sought stands, in an order."""
    keep, words = KINDS[kind][1], sought.casefold().split()
    kept = [one for one in saved if keep(one) and all(word in _told(one, games) for word in words)]
    latest_first = sorted(kept, key=lambda one: one.changed, reverse=True)
    return sorted(latest_first, key=ORDERS[order][1])


def named(table: Mapping[str, tuple[str, object]]) -> Sequence[tuple[str, str]]:
    """The keys of `ORDERS` or `KINDS`, and what they are called."""
    return [(name, words) for name, (words, _) in table.items()]


def rows(listed: Iterable[Saved], games: Mapping[str, AnyGame], tip: Tip | None = None) -> Sequence[ListEntry]:
    """A row for each, in order; one that cannot be opened tells why in the place of the tip."""
    return [
        ListEntry(
            str(number),
            words(one, games),
            dated(one.changed),
            barred=bool(one.problem and tip),
            note=note(one),
            tip=Tip(one.title, one.problem) if one.problem and tip else tip,
        )
        for number, one in enumerate(listed)
    ]


def words(saved: Saved, games: Mapping[str, AnyGame]) -> str:
    """Return the first line of a row: the battle and its game."""
    if saved.problem:
        return f"{saved.title} (cannot be opened)"
    return f"{saved.title} ({_brief(saved.game, games)})" if saved.game in games else saved.title


def note(saved: Saved) -> str:
    """Return the second line of a row: who won or how far the match has come, and who plays."""
    if saved.problem:
        return saved.problem
    come = saved.ended or capitalize(saved.now) or "At the start"
    return " · ".join(filter(None, (come, _opponents(saved))))


def _opponents(saved: Saved) -> str:
    """Return who plays a match: ``Combined Fleet: the computer, Captain``, ``2 people``; empty if it is not known."""
    computers = [(side, who) for side, who in saved.seats if who != A_PERSON]
    people = len(saved.seats) - len(computers)
    if not computers:
        return "" if not people else "1 person" if people == 1 else f"{people} people"
    if not people:
        return "computer only"
    return "; ".join(f"{side}: {who}" for side, who in computers)


def _brief(game: str, games: Mapping[str, AnyGame]) -> str:
    """What a game is called; where two share a title, by its subtitle."""
    meta = games[game].meta
    shared = sum(one.meta.title == meta.title for one in games.values()) > 1
    return meta.subtitle if shared else meta.title


def dated(moment: datetime) -> str:
    """A date as people write it."""
    return f"{moment.day} {moment:%B %Y, %H:%M}"


def _told(one: Saved, games: Mapping[str, AnyGame]) -> str:
    """All by which a match is found."""
    game = games[one.game].meta.title if one.game in games else one.game
    return " ".join((one.title, game, one.now, one.ended, *(word for seat in one.seats for word in seat))).casefold()

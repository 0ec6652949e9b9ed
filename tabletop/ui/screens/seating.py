"""Who plays at which seat of a new match, and who commands which pieces."""

import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.core.game import Assignable, Seat, find_game
from tabletop.core.phrases import capitalize, join_words
from tabletop.core.reading import UNREADABLE, RecordSummary
from tabletop.core.record import STEADY, TEMPERS, ComputerPlayer, Seating
from tabletop.players import LEVELS, default_player, list_players, list_selectable_players
from tabletop.ui.screens.backend import A_PERSON
from tabletop.ui.text import BODY, LABEL, SMALL
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.form_controls import Checkbox, Segments
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row, Spacer
from tabletop.ui.widgets.overlay import dialog
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Rule
from tabletop.ui.widgets.report import Chosen, Hearing, On, hearing

PERSON = "person"
OPEN = "All players share this screen. The table shows whose turn it is; nothing is secret in this game."
OPEN_SO_FAR = "All players share this screen. The table shows whose turn it is; only {} are secret."
COVERED = "All players share this screen. Hands and secret choices stay covered until their player is ready."
UNCOVERED = "All players share this screen and see each other's hands and secret choices."
ALONE = "You play the computer. It {}."
AMONG = "The computer plays {1}. It {0}."
UNSEEN = "Its hand and secret choices stay hidden."
WATCHED = "The computer plays itself while you watch."
HOW_WELL = "A Midshipman makes mistakes, a Captain plays soundly, an Admiral thinks ahead."
ADVICE = Tip(
    "Advice from the computer", "The player to move may ask the computer for advice. Any player can turn this off."
)
COVER = Tip("Hide hands between turns", "A curtain covers the table until the next player is ready.")
DEAL = Tip("Divide the ships", "Choose which player commands each ship.")
ORDER = ("bold", STEADY, "cautious")
TEMPER = "A bold player seeks a fight, a cautious one spares its ships, a steady one does a bit of both."
Among = Mapping[str, Sequence[Widget]]
"""What is chosen besides for the players of a side, by its id."""


class Hidden(NamedTuple):
    """Whether anything is hidden in a battle, and what may come to be, in words; empty for nothing."""

    now: bool
    later: str = ""


def seats(game: str, among: Sequence[Seat], seating: Seating, numbers: Among, hidden: Hidden) -> Sequence[Widget]:
    """A line for each seat, the curtain where there is something to cover, and what it comes to in a sentence.

    In ``seat.SEAT`` PERSON or the name of a player is chosen, in
    ``level.SEAT`` another one, in ``temper.SEAT`` its temper; see `seated` and `tempered`. ``curtain`` is ticked if it
    hangs, ``advice`` if it may be asked for, and ``deal.SIDE`` is pressed where a side has several players.
    """
    rows: list[Widget] = []
    for side in dict.fromkeys(seat.side for seat in among):
        mine = [seat for seat in among if seat.side == side]
        rows += [*numbers.get(side, ()), *(line for seat in mine for line in _seat(game, seat, seating))]
        if len(mine) > 1:
            rows.append(Button(f"deal.{side}", "Divide the ships", tip=DEAL))
    if any(hidden):
        box = Checkbox("curtain", COVER.title, seating.curtain, tip=COVER)
        persons = {seat.side for seat in among if seating.player(seat.id) is None}
        rows.append(box.disable("" if len(persons) > 1 else "This needs two people at the screen."))
    rows.append(Checkbox("advice", "Advice from the computer", seating.advice, tip=ADVICE))
    return [*rows, Text(_comes_to(game, among, seating, hidden), SMALL)]


def _seat(game: str, seat: Seat, seating: Seating) -> Iterator[Widget]:
    chosen = seating.player(seat.id)
    who = chosen.player if chosen else PERSON
    choices = [(PERSON, "Person"), (who if chosen else default_player(game), "Computer")]
    tip = Tip(f"Who plays {seat.name}", "A person or the computer. The computer plays by the same rules.")
    sits = Segments(f"seat.{seat.id}", choices, who, tip=tip)
    if seat.description:
        name = Column([Text(seat.name, LABEL), Text(seat.description, SMALL)], gap=0)
        name.grow = 1
        yield Row([name, sits], gap=10, align="centre")
    else:
        yield Row([Label(seat.name, LABEL), Spacer(grow=1), sits], align="centre")
    levels = [(name, player.title) for name, player in list_selectable_players(game).items()]
    if chosen and who in LEVELS:
        tip = Tip(f"Skill of {seat.name}", HOW_WELL)
        yield Row([Spacer(grow=1), Segments(f"level.{seat.id}", levels, who, tip=tip)], gap=0)
    if chosen and _has_temper(game, who):
        tip = Tip(f"Temper of {seat.name}", TEMPER)
        shown = [(temper, capitalize(temper)) for temper in sorted(TEMPERS, key=ORDER.index)]
        yield Row([Spacer(grow=1), Segments(f"temper.{seat.id}", shown, chosen.temper, tip=tip)], gap=0)


def _has_temper(game: str, player: str) -> bool:
    return player in list_players(game) and list_players(game)[player].has_temper


def sitting(told: RecordSummary) -> tuple[tuple[str, str], ...]:
    """Each seat of a recorded match, players by their names where the computer plays one of several, and who sits."""
    game, sits = find_game(told.game), told.seating.player
    seats: Sequence[Seat] = [Seat(side.id, side.name, side.id) for side in game.meta.sides]
    if set(told.seating.computer) - {seat.id for seat in seats}:
        try:
            seats = game.seats(msgspec.json.decode(told.opening, type=game.state_type))
        except UNREADABLE:
            return ()  # the match itself says so when it is opened
    return tuple((seat.name, _sits(told.game, sits(seat.id) or sits(seat.side))) for seat in seats)


def _sits(game: str, player: ComputerPlayer | None) -> str:
    if player is None:
        return A_PERSON
    return ", ".join(filter(None, ("the computer", level(game, player))))


def level(game: str, player: ComputerPlayer) -> str:
    """How well it plays, and its temper unless it is steady: ``Captain, bold``; empty for one of no level."""
    found = list_players(game).get(player.player) if player.player in LEVELS else None
    said = [found.title] if found else []
    return ", ".join([*said, *([player.temper] if player.temper != STEADY else [])])


def _comes_to(game: str, among: Sequence[Seat], seating: Seating, hidden: Hidden) -> str:
    computers = [seat for seat in among if seating.player(seat.id)]
    if not computers:
        open_now = OPEN_SO_FAR.format(hidden.later) if hidden.later else OPEN
        return open_now if not hidden.now else COVERED if seating.curtain else UNCOVERED
    if len(computers) == len(among):
        return WATCHED
    chosen = seating.player(computers[0].id) or ComputerPlayer()
    about = list_players(game)[chosen.player].description
    told = ALONE.format(about) if len(among) == 2 else AMONG.format(about, join_words(seat.name for seat in computers))
    return f"{told} {UNSEEN}" if hidden.now else told


def fresh_seed() -> str:
    """A seed that nobody has used."""
    return secrets.token_hex(4)


def reseeded(seating: Seating) -> Seating:
    """The same players, with whims that nobody has met yet."""
    return replace(seating, players={seat: replace(one, seed=fresh_seed()) for seat, one in seating.players.items()})


def sides_changed(among: Sequence[Seat], seating: Seating) -> Seating:
    """Each player at the place of the other; where a side has several all stay where they are."""
    if len(among) != 2:
        return seating
    first, second = among
    players = {one.id: sits for one, other in ((first, second), (second, first)) if (sits := seating.player(other.id))}
    return replace(seating, computer=tuple(players), players=players)


def seated(game: str, seating: Seating, seat: str, player: str) -> Seating:
    """The seating with another at a seat: PERSON or the name of a player, who has the temper of the one before him."""
    before = seating.players.get(seat, ComputerPlayer())
    players = {one: chosen for one, chosen in seating.players.items() if one != seat}
    if player != PERSON:
        players[seat] = _player(game, player, before.temper)
    return replace(seating, computer=tuple(players), players=players)


def _player(game: str, player: str, temper: str) -> ComputerPlayer:
    """A player of that temper, if it has any."""
    return ComputerPlayer(player, temper=temper if _has_temper(game, player) else STEADY)


def tempered(seating: Seating, seat: str, temper: str) -> Seating:
    """The seating with a player of another temper at a seat."""
    players = {**seating.players, seat: replace(seating.players[seat], temper=temper)}
    return replace(seating, players=players)


def as_kept(seating: Seating) -> dict[str, str]:
    """Who plays at each seat for the computer, to be kept: ``captain``, or ``captain:bold``."""
    named = {
        seat: (one.player, *([one.temper] if one.temper != STEADY else [])) for seat, one in seating.players.items()
    }
    return {seat: ":".join(parts) for seat, parts in named.items()}


def seated_again(game: str, seating: Seating, sat: Mapping[str, str]) -> Seating:
    """The seating with those players of a game at their seats who sat there before, or who plays it now instead."""
    there = {seat: _again(game, *told.partition(":")[::2]) for seat, told in sat.items()}
    return replace(seating, computer=tuple(there), players=there)


def _again(game: str, player: str, temper: str) -> ComputerPlayer:
    return _player(
        game,
        player if player in list_selectable_players(game) else default_player(game),
        temper if temper in TEMPERS else STEADY,
    )


def seated_anew(seating: Seating, before: Sequence[Seat], now: Sequence[Seat]) -> Seating:
    """The seating at other seats: new ones of a side that the computer played are the computer's."""
    known = {seat.id for seat in before}
    players = {seat.id: kept for seat in now if (kept := seating.players.get(seat.id))}
    for side in {seat.side for seat in now}:
        held = [seating.players.get(seat.id) for seat in before if seat.side == side]
        if (chosen := held[0] if held else None) and all(held):
            players |= {seat.id: chosen for seat in now if seat.side == side and seat.id not in known}
    return replace(seating, computer=tuple(players), players=players)


Found = Callable[[], tuple[Sequence[Assignable], Sequence[Seat]]]
Deal = Callable[[Collection[str], str], Refused | None]
PIECE, GROUP = "deal.piece.", "deal.group."
WIDTH = 520


class Dealing:
    """Lays the dialog, and puts what is chosen in it to `deal`, which gives pieces to a seat or says why not.

    Each row has the numbers of the players side by side; that of who commands the piece, or the whole group, is marked.
    """

    def __init__(self, page: Page, found: Found, deal: Deal) -> None:
        """`found` tells what can be dealt now, and to whom."""
        self._page = page
        self._found = found
        self._deal = deal
        self._shown: tuple[Segments, ...] = ()

    def lay(self, side: str) -> Hearing[None]:
        """Lay it for a side; what it hears."""
        dealt, seats = self._of(side)
        legend = [Text(f"{number}   {seat.name}", LABEL) for number, seat in enumerate(seats, 1)]
        rows: list[Widget] = [*legend, Text("Click a number to give that player a ship or a whole division.", SMALL)]
        hears: Hearing[None] = {}
        self._shown = ()
        for number, (group, found) in enumerate(groupby(dealt, key=lambda one: one.group)):
            pieces = list(found)
            rows.append(Rule())
            if len(pieces) > 1:
                rows.append(self._row(f"{GROUP}{number}", group or "All", seats, pieces, hears, side))
            rows += [self._row(f"{PIECE}{one.piece}", one.words, seats, [one], hears, side) for one in pieces]
        self._page.open(dialog("Divide the ships", Column(rows, gap=6), [closing("Done", "primary")], width=WIDTH))
        return hears

    def _of(self, side: str) -> tuple[list[Assignable], list[Seat]]:
        dealt, seats = self._found()
        return [one for one in dealt if one.side == side], [one for one in seats if one.side == side]

    def _row(
        self,
        ident: str,
        words: str,
        seats: Sequence[Seat],
        pieces: Sequence[Assignable],
        hears: Hearing[None],
        side: str,
    ) -> Widget:
        keys = [one.piece for one in pieces]
        numbers = [(seat.id, str(number)) for number, seat in enumerate(seats, 1)]
        picker = Segments(ident, numbers, _holder(pieces), tip=Tip(words, "Choose who commands."))
        self._shown += (picker,)
        hears |= hearing(On(Chosen, lambda one: self._give(keys, one.value, side), ident))
        name = Text(words, LABEL if ident.startswith(GROUP) else BODY, grow=1)
        return Row([name, picker], gap=10, align="centre")

    def _give(self, keys: Collection[str], seat: str, side: str) -> None:
        refusal = self._deal(keys, seat)
        dealt, _ = self._of(side)
        groups = [list(found) for _, found in groupby(dealt, key=lambda one: one.group)]
        holders = {f"{PIECE}{one.piece}": one.seat for one in dealt}
        holders |= {f"{GROUP}{number}": _holder(found) for number, found in enumerate(groups)}
        for picker in self._shown:
            picker.chosen = holders[picker.id]
            picker.touch()
        if refusal:
            self._page.refuse(refusal)


def _holder(pieces: Sequence[Assignable]) -> str:
    """The seat that has all of some pieces, or nobody's."""
    holders = {one.seat for one in pieces}
    return holders.pop() if len(holders) == 1 else ""

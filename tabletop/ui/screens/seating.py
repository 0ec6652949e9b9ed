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
ExtraRows = Mapping[str, Sequence[Widget]]
"""Further rows for the players of a side, by its id."""


class HiddenInformation(NamedTuple):
    """Whether a battle has secrets now, and what may become secret later, in words ("" for nothing)."""

    has_secrets: bool
    later_secrets: str = ""


def build_seat_rows(
    game: str, among: Sequence[Seat], seating: Seating, numbers: ExtraRows, hidden: HiddenInformation
) -> Sequence[Widget]:
    """Build a line for each seat, the curtain, the advice, and a sentence about the seating.

    Ids: ``seat.SEAT`` chooses PERSON or a player, ``level.SEAT`` and ``temper.SEAT`` its level and temper,
    ``curtain`` and ``advice`` are ticked, ``deal.SIDE`` is pressed for a side with several players.
    """
    rows: list[Widget] = []
    for side in dict.fromkeys(seat.side for seat in among):
        mine = [seat for seat in among if seat.side == side]
        rows += [*numbers.get(side, ()), *(line for seat in mine for line in _build_seat(game, seat, seating))]
        if len(mine) > 1:
            rows.append(Button(f"deal.{side}", "Divide the ships", tip=DEAL))
    if any(hidden):
        box = Checkbox("curtain", COVER.title, seating.curtain, tip=COVER)
        persons = {seat.side for seat in among if seating.player(seat.id) is None}
        rows.append(box.disable("" if len(persons) > 1 else "This needs two people at the screen."))
    rows.append(Checkbox("advice", "Advice from the computer", seating.advice, tip=ADVICE))
    return [*rows, Text(_summarize_seating(game, among, seating, hidden), SMALL)]


def _build_seat(game: str, seat: Seat, seating: Seating) -> Iterator[Widget]:
    """Yield the picker of a seat, and the pickers of level and temper for a computer player."""
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
    """Return True if a computer player of a game has a temper."""
    return player in list_players(game) and list_players(game)[player].has_temper


def list_sitters(summary: RecordSummary) -> tuple[tuple[str, str], ...]:
    """Return the name of each seat of a recorded match, and who sits there; () if it cannot be read."""
    game, player_of = find_game(summary.game), summary.seating.player
    seats: Sequence[Seat] = [Seat(side.id, side.name, side.id) for side in game.meta.sides]
    if set(summary.seating.computer) - {seat.id for seat in seats}:
        try:
            seats = game.seats(msgspec.json.decode(summary.opening, type=game.state_type))
        except UNREADABLE:
            return ()  # the match itself says so when it is opened
    return tuple(
        (seat.name, _format_sitter(summary.game, player_of(seat.id) or player_of(seat.side))) for seat in seats
    )


def _format_sitter(game: str, player: ComputerPlayer | None) -> str:
    """Return ``a person``, or the computer player with its level: ``the computer, Captain``."""
    if player is None:
        return A_PERSON
    return ", ".join(filter(None, ("the computer", format_level(game, player))))


def format_level(game: str, player: ComputerPlayer) -> str:
    """Return level and temper of a computer player: ``Captain, bold``; "" if it has neither."""
    found = list_players(game).get(player.player) if player.player in LEVELS else None
    words = [found.title] if found else []
    return ", ".join([*words, *([player.temper] if player.temper != STEADY else [])])


def _summarize_seating(game: str, among: Sequence[Seat], seating: Seating, hidden: HiddenInformation) -> str:
    """Return a sentence about who plays and what stays hidden."""
    computers = [seat for seat in among if seating.player(seat.id)]
    if not computers:
        open_now = OPEN_SO_FAR.format(hidden.later_secrets) if hidden.later_secrets else OPEN
        return open_now if not hidden.has_secrets else COVERED if seating.curtain else UNCOVERED
    if len(computers) == len(among):
        return WATCHED
    chosen = seating.player(computers[0].id) or ComputerPlayer()
    about = list_players(game)[chosen.player].description
    sentence = (
        ALONE.format(about) if len(among) == 2 else AMONG.format(about, join_words(seat.name for seat in computers))
    )
    return f"{sentence} {UNSEEN}" if hidden.has_secrets else sentence


def draw_seed() -> str:
    """Return a random seed."""
    return secrets.token_hex(4)


def with_new_seeds(seating: Seating) -> Seating:
    """Return the seating with a new seed for each computer player."""
    return replace(seating, players={seat: replace(one, seed=draw_seed()) for seat, one in seating.players.items()})


def with_sides_swapped(among: Sequence[Seat], seating: Seating) -> Seating:
    """Return the seating with the two players swapped; unchanged if a side has several players."""
    if len(among) != 2:
        return seating
    first, second = among
    players = {one.id: sits for one, other in ((first, second), (second, first)) if (sits := seating.player(other.id))}
    return replace(seating, computer=tuple(players), players=players)


def with_player(game: str, seating: Seating, seat: str, player: str) -> Seating:
    """Return the seating with PERSON or a named player at a seat; a new player keeps the old temper."""
    before = seating.players.get(seat, ComputerPlayer())
    players = {one: chosen for one, chosen in seating.players.items() if one != seat}
    if player != PERSON:
        players[seat] = _make_player(game, player, before.temper)
    return replace(seating, computer=tuple(players), players=players)


def _make_player(game: str, player: str, temper: str) -> ComputerPlayer:
    """Return a computer player with `temper`, if the player has one."""
    return ComputerPlayer(player, temper=temper if _has_temper(game, player) else STEADY)


def with_temper(seating: Seating, seat: str, temper: str) -> Seating:
    """Return the seating with another temper of the player at a seat."""
    players = {**seating.players, seat: replace(seating.players[seat], temper=temper)}
    return replace(seating, players=players)


def format_computers(seating: Seating) -> dict[str, str]:
    """Return the computer player of each seat for the settings: ``captain`` or ``captain:bold``."""
    named = {
        seat: (one.player, *([one.temper] if one.temper != STEADY else [])) for seat, one in seating.players.items()
    }
    return {seat: ":".join(parts) for seat, parts in named.items()}


def with_remembered(game: str, seating: Seating, sat: Mapping[str, str]) -> Seating:
    """Return the seating with the computer players that were remembered for their seats."""
    players = {seat: _parse_player(game, *player.partition(":")[::2]) for seat, player in sat.items()}
    return replace(seating, computer=tuple(players), players=players)


def _parse_player(game: str, player: str, temper: str) -> ComputerPlayer:
    """Return a remembered player; an unknown one is replaced by the default player of the game."""
    return _make_player(
        game,
        player if player in list_selectable_players(game) else default_player(game),
        temper if temper in TEMPERS else STEADY,
    )


def with_new_seats(seating: Seating, before: Sequence[Seat], now: Sequence[Seat]) -> Seating:
    """Return the seating for other seats. New seats of a side that the computer played are the computer's."""
    known = {seat.id for seat in before}
    players = {seat.id: kept for seat in now if (kept := seating.players.get(seat.id))}
    for side in {seat.side for seat in now}:
        players_before = [seating.players.get(seat.id) for seat in before if seat.side == side]
        if (chosen := players_before[0] if players_before else None) and all(players_before):
            players |= {seat.id: chosen for seat in now if seat.side == side and seat.id not in known}
    return replace(seating, computer=tuple(players), players=players)


ListAssignable = Callable[[], tuple[Sequence[Assignable], Sequence[Seat]]]
AssignPieces = Callable[[Collection[str], str], Refused | None]
PIECE, GROUP = "deal.piece.", "deal.group."
WIDTH = 520


class PieceDealing:
    """The dialog in which the pieces of a side are assigned to its players.

    Each row marks the player who commands the piece, or the whole group. `deal` assigns pieces to a seat or refuses.
    """

    def __init__(self, page: Page, found: ListAssignable, deal: AssignPieces) -> None:
        """Take the page, and the functions that list and assign pieces."""
        self._page = page
        self._list_assignable = found
        self._assign_pieces = deal
        self._pickers: tuple[Segments, ...] = ()

    def open_dialog(self, side: str) -> Hearing[None]:
        """Open the dialog for a side. Return the handlers of its rows."""
        dealt, seats = self._list_of_side(side)
        legend = [Text(f"{number}   {seat.name}", LABEL) for number, seat in enumerate(seats, 1)]
        rows: list[Widget] = [*legend, Text("Click a number to give that player a ship or a whole division.", SMALL)]
        hears: Hearing[None] = {}
        self._pickers = ()
        for number, (group, found) in enumerate(groupby(dealt, key=lambda one: one.group)):
            pieces = list(found)
            rows.append(Rule())
            if len(pieces) > 1:
                rows.append(self._build_row(f"{GROUP}{number}", group or "All", seats, pieces, hears, side))
            rows += [self._build_row(f"{PIECE}{one.piece}", one.words, seats, [one], hears, side) for one in pieces]
        self._page.open(dialog("Divide the ships", Column(rows, gap=6), [closing("Done", "primary")], width=WIDTH))
        return hears

    def _list_of_side(self, side: str) -> tuple[list[Assignable], list[Seat]]:
        """Return the pieces and seats of a side."""
        dealt, seats = self._list_assignable()
        return [one for one in dealt if one.side == side], [one for one in seats if one.side == side]

    def _build_row(
        self,
        ident: str,
        words: str,
        seats: Sequence[Seat],
        pieces: Sequence[Assignable],
        hears: Hearing[None],
        side: str,
    ) -> Widget:
        """Build the row of some pieces and add its handler to `hears`."""
        keys = [one.piece for one in pieces]
        numbers = [(seat.id, str(number)) for number, seat in enumerate(seats, 1)]
        picker = Segments(ident, numbers, _find_holder(pieces), tip=Tip(words, "Choose who commands."))
        self._pickers += (picker,)
        hears |= hearing(On(Chosen, lambda one: self._assign(keys, one.value, side), ident))
        name = Text(words, LABEL if ident.startswith(GROUP) else BODY, grow=1)
        return Row([name, picker], gap=10, align="centre")

    def _assign(self, keys: Collection[str], seat: str, side: str) -> None:
        """Assign pieces to a seat, mark all rows anew, and show a refusal."""
        refusal = self._assign_pieces(keys, seat)
        dealt, _ = self._list_of_side(side)
        groups = [list(found) for _, found in groupby(dealt, key=lambda one: one.group)]
        holders = {f"{PIECE}{one.piece}": one.seat for one in dealt}
        holders |= {f"{GROUP}{number}": _find_holder(found) for number, found in enumerate(groups)}
        for picker in self._pickers:
            picker.chosen = holders[picker.id]
            picker.touch()
        if refusal:
            self._page.refuse(refusal)


def _find_holder(pieces: Sequence[Assignable]) -> str:
    """Return the seat that has all of the pieces; "" if several have them."""
    holders = {one.seat for one in pieces}
    return holders.pop() if len(holders) == 1 else ""

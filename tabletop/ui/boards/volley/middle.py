"""The widgets between the hands: troops, a line on the phase, the meld in its five places, and the last attack."""

from collections.abc import Callable, Sequence

import pygame

from tabletop.games.volley import melds, model
from tabletop.games.volley.events import CasualtiesSuffered
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.drop_target import PAD, DropTarget
from tabletop.ui.boards.cards.table import CardTable
from tabletop.ui.boards.cards.tableau import Tableau
from tabletop.ui.boards.volley import drafting
from tabletop.ui.boards.volley.drafting import answer_place
from tabletop.ui.boards.volley.gauges import Force, Troops
from tabletop.ui.boards.volley.narration import RESULT_PREFIX
from tabletop.ui.boards.volley.pictures import card_status
from tabletop.ui.text import Style, rendered, size_of
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row, Spacer

TITLE, SAID = Style("title", 22, INKS.cream), Style("body", 17, INKS.mist)
WANTED = Style("bold", 17, INKS.brass_light)
_PLACE = Style("semibold", 15, INKS.mist)
CARD, COMPACT, LEAST = (166, 232), (218, 64), 34
"""Sizes of a card in the meld and of an answer, and the least height of either; design pixels."""
NAMES = {"unit": "Unit", "weapon": "Weapon", "leader": "Leader", "strategy": "Strategy", "morale": "Morale"}


class MeldPlace(Widget):
    """One place of the meld under its name: the card, and below it the answers that were played on it."""

    def __init__(self, name: str, target: DropTarget, played: Sequence[DropTarget], rows: int) -> None:
        super().__init__(f"{target.id}.place", grow=max(1, len(target.cards)))
        self.name = self.text = name
        self.target, self.played, self.rows = target, list(played), rows
        self.children = [target, *self.played]

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the whole width, and the least height for the card and the rows of answers."""
        return width, self._head_height(theme) + theme.px(LEAST + 8) * (1 + self.rows)

    def _head_height(self, theme: Theme) -> int:
        return size_of(self.name, _PLACE, theme.scale)[1] + theme.px(2)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the card and its answers. Every place of a meld gives the card the same height."""
        self.rect, self.dirty = pygame.Rect(rect), True
        top = rect.y + self._head_height(theme)
        room = rect.bottom - top
        row = min(theme.px(COMPACT[1] + 8), room // (self.rows + 1))
        card = min(room - row * self.rows, theme.px(CARD[1] + 2 * PAD))
        spare = (room - row * self.rows - card) // 2
        self.target.place(theme, pygame.Rect(rect.x, top + spare, rect.w, card))
        for place, child in enumerate(self.played):
            child.place(theme, pygame.Rect(rect.x, top + spare + card + row * place, rect.w, row))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the name of the place."""
        told = rendered(self.name, _PLACE, theme.scale)
        surface.blit(told, told.get_rect(midtop=(self.rect.centerx, self.rect.y)))


def build_meld_row(
    tableau: Tableau, cards: dict[str, list[Card]], played: dict[str, list[list[Card]]], total: Widget
) -> Row:
    """Build the row of the five places with their cards and answers, and the total.

    Args:
       tableau: the tableau of the table.
       cards: the cards of the meld, by place.
       played: the rows of answers on the card of a place, by place.
       total: the widget at the right end.
    """
    rows = max((len(one) for one in played.values()), default=0)
    places = [
        MeldPlace(
            NAMES[place],
            DropTarget(place, cards.get(place, ()), tableau, size=CARD, least=LEAST, centred=True, grow=1),
            [_build_answer_target(place, number, row, tableau) for number, row in enumerate(played.get(place, ()))],
            rows,
        )
        for place in melds.PLACES
    ]
    return Row([*places, total], gap=6, grow=1)


def _build_answer_target(place: str, number: int, row: Sequence[Card], tableau: Tableau) -> DropTarget:
    ident = answer_place(place) if number == 0 else f"{answer_place(place)}.{number}"
    return DropTarget(ident, row, tableau, size=COMPACT, least=LEAST, centred=True)


def build_line(title: str, said: str, wanted: str = "") -> Widget:
    """Build a row of a title, a sentence, and in brass the words on what is missing. Empty texts are left out."""
    words: list[Widget] = [Label(title, TITLE)] if title else []
    words += [Text(said, SAID, grow=1)] if said else []
    words += [Text(wanted, WANTED, ident="wanted", grow=1)] if wanted else []
    return Row(words, gap=16, align="centre")


def list_chain(answer: model.Answer) -> list[tuple[str, str]]:
    """Return the cards of an answer, each with the card that negates it, or "" if the card holds."""
    cards = (answer.card, *answer.counters)
    broken = ""
    told = []
    for number in range(len(cards) - 1, -1, -1):
        told.append((cards[number], broken))
        broken = "" if broken else cards[number]
    return told[::-1]


def build_last_attack(title: str, cards: Sequence[Card], tableau: Tableau) -> Column:
    """Build the small row of the cards of the last attack; negated cards are struck through."""
    held = DropTarget("last.cards", cards, tableau, slots=len(cards), size=(200, 64), least=52, centred=True)
    made = Column([Row([Spacer(grow=1), Label(title, _PLACE), Spacer(grow=1)], gap=0), held], gap=2, ident="last")
    made.tip = Tip("The last attack", title)
    return made


LAST_TURNS = 5
"""Turns before the end by VOL-12 from which the line tells only the end."""
ONE_ANSWER = "You may play one defence card on the card it negates."
ANY_ANSWERS = "You may play defence cards one at a time, each on the card it negates."


class Middle:
    """A builder of the widgets between the hands, from the view of a table and its draft."""

    def __init__(
        self, table: CardTable[model.State], draft: Sequence[str], build_ready_cards: Callable[[str], list[Card]]
    ) -> None:
        self._table = table
        self._draft = tuple(draft)
        self._build_ready_cards = build_ready_cards
        self._view = table.view
        self._tableau = table.tableau

    def build(self) -> Widget:
        """Build the troops of both sides over the widgets of the phase."""
        phases: dict[model.Stage, Callable[[], list[Widget]]] = {
            "setup": self._build_setup,
            "manoeuvre": self._build_manoeuvre,
            "attack": self._build_attack,
            "defence": self._build_defence,
            "counter": self._build_counter,
        }
        inside = self._build_ending() if self._view.outcome is not None else phases[self._view.stage]()
        return Column([self._build_troops(), *inside], gap=10)

    def _build_troops(self) -> Row:
        """Build both tracks. The side that the scenario names first stands at the left for every viewer."""
        view, threatened = self._view, self._count_threatened()
        moves = view.active if view.outcome is None else None
        tracks = [
            Troops(
                side,
                name,
                view.troops[side],
                view.strengths[side],
                threatened_troops=threatened.get(side, 0),
                is_to_move=side == moves,
            )
            for side, name in view.names.items()
        ]
        return Row(tracks, gap=36)

    def _count_threatened(self) -> dict[model.Side, int]:
        """Return the troops that the attack on the table, or the meld in the draft, would cost, by side."""
        view = self._view
        if view.assault is not None:
            return {model.opponent_of(view.assault.side): melds.compute_force(view.deck, view.assault)}
        if view.stage == "attack" and view.active and self._table.choosing:
            return {model.opponent_of(view.active): melds.sum_printed_force(view.deck, self._draft)}
        return {}

    # --- phase by phase

    def _build_setup(self) -> list[Widget]:
        number = len(self._view.deck)
        told = (
            f"The deck of {number} cards is shuffled, each side is dealt {model.HAND_SIZE}, "
            "and a coin toss decides who begins."
        )
        return [build_line("Before the battle", told), build_meld_row(self._tableau, {}, {}, Force((0,)))]

    def _build_ending(self) -> list[Widget]:
        outcome = self._view.outcome
        assert outcome is not None
        names = {str(side): name for side, name in self._view.names.items()}
        title = f"{names[outcome.winner]} has won" if outcome.winner else "A draw"
        return [build_line(title, f"{outcome.reason}."), *self._build_last_attack(), Spacer(grow=1)]

    def _build_manoeuvre(self) -> list[Widget]:
        said = f"Discard any number of cards, then draw up to {model.HAND_SIZE}."
        if not self._table.choosing:
            said = "Cards are discarded, then the hand is filled up."
        ready = self._build_ready_cards(drafting.AWAY)
        away = DropTarget(
            drafting.AWAY, ready, self._tableau, slots=model.HAND_SIZE, size=CARD, least=64, centred=True, grow=1
        )
        return [self._build_line(f"{self._name_of_mover()} manoeuvres", said), away, *self._build_last_attack()]

    def _build_attack(self) -> list[Widget]:
        draft = self._draft
        wrong = drafting.describe_faults(self._view, draft) if draft else ""
        said = "Play a unit and a matching weapon; add a leader, a strategy and a morale card if you like."
        title = f"{self._name_of_mover()} attacks"
        told = build_line(title, "", wrong) if wrong else self._build_line(title, said)
        cards = {place: self._build_ready_cards(place) for place in melds.PLACES}
        laid = melds.sort_meld(self._view.deck, draft)
        force = Force(tuple(self._view.deck[card].force for card in laid))
        return [told, build_meld_row(self._tableau, cards, {}, force)]

    def _build_defence(self) -> list[Widget]:
        """Build the widgets of the defence window. They are the same whatever the defender holds (VOL-11)."""
        said = ONE_ANSWER if self._view.defences == "1" else ANY_ANSWERS
        defender = self._view.names[model.opponent_of(self._current_assault().side)]
        return [build_line(f"{defender} may answer", said), self._build_battle(open_answers=True)]

    def _build_counter(self) -> list[Widget]:
        assault, deck = self._current_assault(), self._view.deck
        answer, asked = assault.answers[-1], self._view.asked
        assert asked is not None
        under, against = (answer.target, answer.card, *answer.counters)[-2:]
        said = f"{deck[against].name} was played on {deck[under].name}."
        return [build_line(f"{self._view.names[asked]} may counter", said), self._build_battle(open_answers=False)]

    # --- parts

    def _build_battle(self, *, open_answers: bool) -> Widget:
        """Build the meld with the answers on it and the cards that lie ready."""
        assault = self._current_assault()
        broken = melds.find_negated(assault)
        cards: dict[str, list[Card]] = {}
        played: dict[str, list[list[Card]]] = {}
        for card in assault.meld:
            place = melds.PLACE_OF_SUIT[self._view.deck[card].suit]
            by = broken[card].card if card in broken else ""
            cards[place] = [self._table.build_card(card, card_status(self._view, card, by), size=CARD)]
            played[place] = self._build_answer_rows(card, place, open_answers=open_answers and place != "unit")
        shares = melds.compute_shares(self._view.deck, assault)
        would = drafting.forecast_force(self._view, self._draft)
        word = "" if would is None else f"{would} if it holds"
        return build_meld_row(self._tableau, cards, played, Force(tuple(share.counted for share in shares), word=word))

    def _build_answer_rows(self, target: str, place: str, *, open_answers: bool) -> list[list[Card]]:
        """Return the rows of answers and counters on `target`, and an empty row where an answer may be played."""
        rows = []
        for answer in self._current_assault().answers:
            if answer.target == target:
                chained = list_chain(answer)
                rows += [
                    [self._table.build_card(card, card_status(self._view, card, by), size=COMPACT)]
                    for card, by in chained
                ]
        ready = self._build_ready_cards(drafting.answer_place(place))
        return (
            [*rows, ready]
            if ready or (open_answers and target not in melds.find_negated(self._current_assault()))
            else rows
        )

    def _build_last_attack(self) -> list[Widget]:
        """Return the row of the last attack, or [] if there was none."""
        last = self._view.last
        if last is None:
            return []
        cards = [
            self._table.build_card(
                share.card, card_status(self._view, share.card, share.negated_by, "counted"), size=COMPACT
            )
            for share in last.shares
        ]
        return [
            build_last_attack(
                f"The last attack: {model.format_casualties(last.total)} for {self._view.names[last.side]}",
                cards,
                self._tableau,
            )
        ]

    def _build_line(self, title: str, said: str) -> Widget:
        """Build the line on the phase. Near the end by VOL-12 it counts the turns, and at last tells nothing else."""
        left = model.MAX_QUIET_TURNS - self._view.quiet
        if left > model.MAX_QUIET_TURNS // 2:
            return build_line(title, said)
        if left > LAST_TURNS:
            return build_line(title, said, f"{self._view.quiet} of {model.MAX_QUIET_TURNS} turns without a casualty.")
        if left > 1:
            return build_line(title, "", f"{left} more turns without a casualty make the battle a draw (VOL-12).")
        return build_line(title, "", "Without a casualty this turn the battle is a draw (VOL-12).")

    def _name_of_mover(self) -> str:
        active = self._view.active
        assert active is not None
        return self._view.names[active]

    def _current_assault(self) -> model.Assault:
        assert self._view.assault is not None
        return self._view.assault


def build_attack_result(table: CardTable[model.State], event: CasualtiesSuffered) -> Widget:
    """Build the middle while an attack is settled: the cards as they lay, and the casualties once they are shown."""
    cards = {_meld_place_of(table, share): [_build_meld_card(table, share)] for share in event.shares}
    played = {
        _meld_place_of(table, share): [_build_answer_cards(table, share)] for share in event.shares if share.negated_by
    }
    told = table.tableau.animation.strokes_ahead == 1
    force = Force(tuple(share.counted for share in event.shares))
    rows = [_build_troops_before(table, event, told=told), _build_result_line(table, event, told=told)]
    return Column([*rows, build_meld_row(table.tableau, cards, played, force)], gap=10)


def _meld_place_of(table: CardTable[model.State], share: model.Share) -> str:
    return melds.PLACE_OF_SUIT[table.view.deck[share.card].suit]


def _build_meld_card(table: CardTable[model.State], share: model.Share) -> Card:
    stands = card_status(table.view, share.card, share.negated_by)
    return Card(table.card_look(share.card), table.tableau, stands, size=CARD, ident=f"{RESULT_PREFIX}{share.card}")


def _build_answer_cards(table: CardTable[model.State], share: model.Share) -> list[Card]:
    return [table.build_card(share.negated_by, size=COMPACT)]


def _build_troops_before(table: CardTable[model.State], event: CasualtiesSuffered, *, told: bool) -> Row:
    """Build both tracks. Until the casualties are shown, the loser keeps its troops and the lost ones are hatched."""
    view, lost = table.view, 0 if told else event.before - event.left
    return Row(
        [
            Troops(
                side,
                name,
                view.troops[side] + (lost if side == event.side else 0),
                view.strengths[side],
                threatened_troops=lost if side == event.side else 0,
            )
            for side, name in view.names.items()
        ],
        gap=36,
    )


def _build_result_line(table: CardTable[model.State], event: CasualtiesSuffered, *, told: bool) -> Widget:
    name = table.view.names[event.side]
    if not told:
        return build_line(f"{name} is attacked", f"Force {event.total}.")
    return build_line(f"{model.format_casualties(event.total)} for {name}", f"{event.before} to {event.left} troops.")

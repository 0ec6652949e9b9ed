"""Cards in the air: dealt, turned over, struck through; skipped, slowed to nothing, and never showing too much."""

from dataclasses import replace

import pygame
import pytest

from tabletop.cards.events import CardsDealt, CardsDiscarded
from tabletop.cards.zones import HIDDEN
from tabletop.ui.boards.cards import animation, faces
from tabletop.ui.boards.cards.animation import DEAL, LONGEST, STROKE, Flight, list_departures
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.look import BLUE, PLAIN
from tabletop.ui.motion import MOTION
from tabletop.ui.picture_cache import picture_bytes
from tests.ui.card_game import IDS, Around, State, after, opened, seated
from tests.ui.test_card_table import Person, card

MINE = CardsDealt(to=(("british", IDS[20]),))


def played(screen: Around, state: State, event: CardsDealt | CardsDiscarded, side: str = "british") -> None:
    """As the table screen plays an event: views, and the event as that side sees it, then everything anew."""
    result = after(state, event)
    screen.table.play(state.seen(side), [event], result.seen(side))
    screen.rebuild()


def frame(screen: Around) -> bytes:
    surface = pygame.Surface(screen.size)
    screen.repaint()
    screen.draw(surface)
    return pygame.image.tobytes(surface, "RGB")


def test_a_dealt_card_is_not_seen_in_the_hand_before_it_has_landed() -> None:
    screen = seated()
    played(screen, opened(), MINE)
    air = screen.table.tableau.animation
    assert air.is_awaited(f"card.{IDS[20]}")
    still = frame(screen)
    screen.update(DEAL // 2)
    assert frame(screen) != still
    screen.update(DEAL)
    assert not air.is_busy
    assert frame(screen) == frame(_resting(after(opened(), MINE)))


def _resting(state: State) -> Around:
    return seated(state=state)


def test_what_is_played_is_skipped_at_once() -> None:
    screen = seated()
    played(screen, opened(), MINE)
    assert screen.table.skip_playback()
    assert not screen.table.skip_playback()
    assert frame(screen) == frame(_resting(after(opened(), MINE)))


def test_space_skips_before_it_confirms() -> None:
    screen = seated()
    screen.table.draft = {IDS[0]: "strategy"}
    played(screen, opened(), MINE)
    screen.press("Space")
    assert screen.submitted == []
    screen.press("Space")
    assert screen.submitted == [(IDS[0],)]


def test_nothing_flies_under_reduced_motion() -> None:
    MOTION.pace = "off"
    screen = seated()
    played(screen, opened(), MINE)
    assert not screen.table.tableau.animation.is_busy


def test_fast_is_three_times_as_fast() -> None:
    MOTION.pace = "fast"
    screen = seated()
    played(screen, opened(), MINE)
    screen.update(DEAL // 3 + 1)
    assert not screen.table.tableau.animation.is_busy


@pytest.mark.parametrize("elapsed", [0, 40, 70, 130, 400])
def test_no_frame_of_a_deal_to_the_other_side_depends_on_its_card(elapsed: int) -> None:
    frames = []
    for _ in range(2):
        screen = seated()
        hidden = CardsDealt(to=(("allied", HIDDEN), ("allied", HIDDEN)))
        played(screen, opened(), hidden)
        assert all(flight.look is None for flight, _ in screen.table.tableau.animation.flights)
        screen.update(elapsed)
        frames.append(frame(screen))
    assert frames[0] == frames[1]


def test_a_card_on_its_way_to_the_hidden_hand_has_no_face_even_if_its_name_is_known() -> None:
    table = seated().table
    assert animation.build_flight(table, IDS[0], "pile", animation.OTHER).look is None
    assert animation.build_flight(table, IDS[0], animation.DISCARDS, animation.PILE).look is None
    assert animation.build_flight(table, HIDDEN, "pile", "card.x").look is None


def test_a_discarded_card_flies_face_up_to_the_discards() -> None:
    screen = seated()
    played(screen, opened(), CardsDiscarded(side="british", cards=(IDS[2],)))
    ((flight, _),) = screen.table.tableau.animation.flights
    assert (flight.end, flight.look and flight.look.id) == ("discards", IDS[2])


def test_a_revealed_card_is_turned_over_on_its_way() -> None:
    screen = seated()
    before = opened()
    shown = replace(before, rows=(*before.rows, ("allied", "morale", IDS[9])))
    screen.table.show(shown.seen("british"))
    screen.table.tableau.start_animation(animation.build_reveal_flights(screen.table, [IDS[9]]), [])
    screen.rebuild()
    ((flight, _),) = screen.table.tableau.animation.flights
    assert flight.turns_over
    screen.update(30)
    early = frame(screen)
    screen.update(1000)
    assert frame(screen) != early


def test_a_negated_card_is_struck_through_stroke_by_stroke() -> None:
    screen = seated()
    before = opened()
    result = replace(before, negated=(*before.negated, (IDS[14], "Raking Fire")))
    screen.table.play(before.seen("british"), [], result.seen("british"))
    screen.rebuild()
    air, ident = screen.table.tableau.animation, f"card.{IDS[14]}"
    assert air.stroke_share(ident) == 0
    screen.update(STROKE // 2)
    assert air.stroke_share(ident) == pytest.approx(0.5)
    screen.update(STROKE)
    assert air.stroke_share(ident) == 1
    struck = screen.find(ident)
    assert isinstance(struck, Card)
    assert "Negated by Raking Fire" in struck.text


def test_another_viewer_finds_nothing_of_the_one_before() -> None:
    screen = seated()
    played(screen, opened(), MINE)
    screen.press("1")
    screen.press("Right")
    table = screen.table
    table.tableau.hover(IDS[0])
    table.set_viewer("allied")
    assert (table.tableau.selected, table.tableau.hovered, table.tableau.noted) == ((), "", ())
    assert not table.tableau.animation.is_busy
    assert (table.tableau.dragged, table.tableau.cursor) == (None, "")
    table.show(opened().seen("allied"))
    screen.rebuild()
    texts = " ".join(str(getattr(one, "text", "")) for one in screen.layers[0].walk())
    assert "Nelson Touch" not in texts
    assert "Rapid Broadsides" in texts


def test_of_many_cards_the_last_sets_out_in_time() -> None:
    assert max(list_departures(16)) <= LONGEST
    assert list_departures(3) == [0, DEAL, 2 * DEAL]


def test_a_flight_from_where_nothing_lies_is_not_flown() -> None:
    screen = seated()
    screen.table.tableau.start_animation([Flight("nowhere", "pile", None)], [])
    assert not screen.table.tableau.animation.is_busy


def test_faces_are_kept_within_their_budget() -> None:
    table = seated().table
    for size in range(200, 330):
        faces.face(table.card_look(IDS[size % 20]), PLAIN, (size, size * 7 // 5), 100)
        faces.card_back(BLUE, (size, size), 100)
    assert faces._pictures.currsize <= faces.BUDGET
    kept = faces.face(table.card_look(IDS[0]), PLAIN, (170, 238), 100)
    assert faces.face(table.card_look(IDS[0]), PLAIN, (170, 238), 100) is kept
    assert picture_bytes(kept) == 4 * 170 * 238


def test_what_is_drawn_bit_by_bit_is_what_a_whole_frame_shows() -> None:
    """A deal, a card under the pointer, one that is dragged over two places and dropped where it cannot go."""
    person = Person(seated())
    both = CardsDealt(to=(("british", IDS[20]), ("allied", HIDDEN), ("british", IDS[22])))
    played(person.screen, opened(), both)
    steps = [lambda: person.wait(50)] * 10
    steps += [lambda: person.move(person.at(card(2))), lambda: person.move((5, 500))]
    steps += [lambda: person.take(card(1), person.at("strategy")), lambda: person.move(person.at("morale"))]
    steps += [lambda: person.let_go(person.at("morale"))] + [lambda: person.wait(40)] * 5
    for number, step in enumerate(steps):
        step()
        person.wait(1)
        drawn = pygame.image.tobytes(person.surface, "RGB")
        assert drawn == frame(person.screen), number

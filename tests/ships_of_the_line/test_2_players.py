"""Several players on a side: who commands what, who is asked, how they end a battle (2-a, 2-b, AMB-120, AMB-148)."""

import re
from random import Random
from typing import Any

import msgspec
import pytest

from tabletop.core import resources
from tabletop.core.agreement import AcceptDraw, Concede, DrawLapsed, DrawOffered, OfferDraw
from tabletop.core.errors import ScenarioError
from tabletop.core.match import Match, MatchSetup
from tabletop.core.verify import verify
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.commands import (
    Answer,
    Board,
    ChoosePrize,
    Done,
    FireBroadside,
    GrappleShip,
    RollInitiative,
    Sail,
)
from tabletop.games.ships_of_the_line.events.boarding import ShipCaptured
from tabletop.games.ships_of_the_line.events.turn import PlayerAgreed, PlayerConceded, PlayerDone, SideAsked
from tabletop.games.ships_of_the_line.fleets import commander
from tabletop.games.ships_of_the_line.model import Grapple, Note, Player, Question, State
from tabletop.games.ships_of_the_line.survey import fleet_orders
from tabletop.players import casual
from tests.judging import every, only
from tests.ships_of_the_line.helm import steps
from tests.ships_of_the_line.kit import battle, play, refused, ship
from tools import promises

NELSON, VILLENEUVE, GRAVINA, MAGON = (
    Player("nelson", "british", "Nelson"),
    Player("villeneuve", "allied", "Villeneuve"),
    Player("gravina", "allied", "Gravina"),
    Player("magon", "allied", "Magon"),
)
THREE = (NELSON, VILLENEUVE, GRAVINA)
FILE = """\
players:
  nelson: {side: british, name: Nelson}
  villeneuve: {side: allied, ships: [F1]}
  gravina: {side: allied, ships: [F2]}
"""


def three(**fields: Any) -> State:
    """Nelson's ship between one of Villeneuve's and one of Gravina's, each with a broadside on her."""
    return battle(
        ship("B1", 0, 0, 0, card_player="nelson"),
        ship("F1", -0.8, 0, 0, card_player="villeneuve"),
        ship("S1", 0.8, 0, 0, card_player="gravina"),
        **({"players": THREE, "asked": "allied", "initiative": "allied"} | fields),
    )


def asked(state: State) -> str:
    decision = GAME.decision(state)
    assert decision
    return decision.player


VOLLEY = FireBroadside("allied", "F1", "starboard", "B1")
SALVO = FireBroadside("allied", "S1", "port", "B1")


# --- who commands


def test_amb_148_players_command_their_own_ships_in_any_order() -> None:
    for first, second in ((VOLLEY, SALVO), (SALVO, VOLLEY)):
        state, _ = play(three(), first, second, dice=[1] * 8)
        assert state.asked == "allied"
    signed = msgspec.structs.replace(SALVO, by="gravina")
    assert GAME.check(three(), signed) is None
    assert (
        "S1 is commanded by Gravina"
        in refused(three(), msgspec.structs.replace(SALVO, by="villeneuve"), "AMB-148").reason
    )


def test_amb_148_commands_say_who_gives_them_and_leave_it_out_where_a_side_has_one_player() -> None:
    assert msgspec.json.encode(Done("allied", by="gravina")) == b'{"do":"done","side":"allied","by":"gravina"}'
    assert msgspec.json.encode(Done("allied")) == b'{"do":"done","side":"allied"}'
    refused(three(), Done("allied", by="nelson"), "C-3")
    refused(three(), Done("allied", by="rosily"), "C-3")
    alone = three(players=msgspec.UNSET)
    refused(alone, Done("allied", by="allied"), "C-3")
    assert b'"players"' not in msgspec.json.encode(alone)


def test_amb_148_every_offer_says_who_gives_it() -> None:
    offers = list(GAME.choices(three()))
    assert {(type(one).__name__, one.by) for one in offers} == {
        ("FireBroadside", "villeneuve"), ("FireBroadside", "gravina"), ("Done", "villeneuve"), ("Done", "gravina"),
    }  # fmt: skip
    assert all(GAME.check(three(), one) is None for one in offers)


# --- who is asked, and done


def test_amb_148_the_side_is_done_when_each_player_with_something_to_order_has_said_so() -> None:
    assert asked(three()) == "Villeneuve"
    state, events = play(three(), Done("allied", by="villeneuve"))
    assert [type(one) for one in events] == [PlayerDone]
    assert GAME.describe(three(), events[0]) == "Villeneuve has finished."
    assert (state.asked, asked(state), GAME.decision(state).actors) == ("allied", "Gravina", ("S1",))
    assert "Villeneuve has finished this step" in refused(state, VOLLEY, "AMB-148").reason
    state, events = play(state, Done("allied", by="gravina"))
    assert (only(events, SideAsked).side, state.done) == ("british", msgspec.UNSET)


def test_amb_148_who_has_nothing_to_order_is_not_waited_for() -> None:
    ships = three().ships | {"S1": msgspec.structs.replace(three().ships["S1"], loaded=())}
    _, events = play(three(ships=ships), Done("allied", by="villeneuve"))
    assert (every(events, PlayerDone), only(events, SideAsked).side) == ([], "british")


def test_amb_148_ships_without_orders_sail_on_when_the_whole_side_is_done() -> None:
    state = three(phase="movement", initiative="british")
    state, _ = play(state, Done("allied", by="gravina"))
    assert not state.ships["S1"].moved
    state, _ = play(state, Sail("allied", "F1", steps("a")), Done("allied", by="villeneuve"))
    assert state.ships["S1"].moved


def test_amb_148_a_course_is_held_for_the_ships_of_the_player_who_is_asked() -> None:
    state = three(phase="movement", initiative="british")
    assert [run.best.ship for run in fleet_orders.plan_held_courses(state, "allied")] == ["F1"]
    state, _ = play(state, Done("allied", by="villeneuve"))
    assert [run.best.ship for run in fleet_orders.plan_held_courses(state, "allied")] == ["S1"]


def test_amb_148_a_question_goes_to_the_owner_of_the_ship_asked() -> None:
    close = three(phase="grapple", asked="british", initiative="british", ships=alongside())
    state, _ = play(close, GrappleShip("british", "B1", "S1"))
    assert asked(state) == "Gravina"
    assert [one.by for one in GAME.choices(state)] == ["gravina", "gravina"]
    assert (
        "Gravina must answer first" in refused(state, Answer("allied", accept=True, by="villeneuve"), "AMB-148").reason
    )
    state, _ = play(state, Answer("allied", accept=True, by="gravina"))
    assert state.grapples[0].agreed


def alongside() -> dict[str, Any]:
    return dict(three().ships) | {"S1": ship("S1", 0.4, 0, 0)[1]}


def test_amb_148_a_choice_of_prize_goes_to_the_owner_of_the_captor() -> None:
    question = Question("prize", "allied", "S1", candidates=("B1",))
    state = three(phase="boarding", asked=None, question=question)
    assert asked(state) == "Gravina"
    assert "Gravina must answer first" in refused(state, ChoosePrize("allied", "B1", by="villeneuve"), "AMB-148").reason
    assert GAME.check(state, ChoosePrize("allied", "B1", by="gravina")) is None


def test_amb_120_a_prize_obeys_the_player_whose_ship_took_her() -> None:
    taken = Note("captured", "B1", side="allied", by="S1")
    state = three(phase="extinguish", notes=(taken,), initiative="british")
    state, events = play(state, Done("allied"))
    assert only(events, ShipCaptured).by == "S1"
    assert (commander(state, "B1"), state.ships["B1"].holder) == ("gravina", "gravina")


# --- conceding and draws


def test_amb_148_conceding_hands_ones_ships_to_the_next_player_in_file_order() -> None:
    four = three(players=(*THREE, MAGON))
    state, events = play(four, Concede("allied", by="gravina"))
    assert only(events, PlayerConceded).to == "magon"
    assert GAME.describe(four, events[0]) == "Gravina concedes; Magon takes over his ships."
    assert (state.outcome, commander(state, "S1")) == (None, "magon")
    assert "Gravina has conceded" in refused(state, Done("allied", by="gravina"), "AMB-148").reason
    state, events = play(state, Concede("allied", by="magon"))
    assert (only(events, PlayerConceded).to, commander(state, "S1")) == ("villeneuve", "villeneuve")


def test_amb_148_who_takes_ships_over_may_order_them_though_he_was_done() -> None:
    state, _ = play(three(), Done("allied", by="villeneuve"), Concede("allied", by="gravina"))
    assert asked(state) == "Villeneuve"
    assert GAME.check(state, msgspec.structs.replace(SALVO, by="villeneuve")) is None


def test_amb_148_the_last_player_concedes_for_the_side() -> None:
    state, _ = play(three(), Concede("allied", by="gravina"), Concede("allied", by="villeneuve"))
    assert state.outcome
    assert (state.outcome.winner, state.outcome.rule) == ("british", "C-9")
    state, _ = play(three(), Concede("british"))
    assert state.outcome
    assert state.outcome.winner == "allied"


def test_amb_148_a_draw_needs_every_other_player() -> None:
    state, events = play(three(), OfferDraw("allied", by="villeneuve"))
    assert [type(one) for one in events] == [DrawOffered, PlayerAgreed]
    refused(state, OfferDraw("allied", by="villeneuve"), "C-9")
    refused(state, AcceptDraw("allied", by="villeneuve"), "C-9")
    state, events = play(state, AcceptDraw("british", by="nelson"))
    assert (state.outcome, state.agreed) == (None, ("villeneuve", "nelson"))
    ended, _ = play(state, AcceptDraw("allied", by="gravina"))
    assert ended.outcome
    assert (ended.outcome.winner, ended.agreed) == (None, msgspec.UNSET)
    refused(three(), AcceptDraw("allied", by="gravina"), "C-9")


def test_amb_148_who_is_asked_may_agree_to_a_draw_that_is_offered_and_that_he_has_not_agreed_to() -> None:
    def may_agree(state: State) -> bool:
        decision = GAME.decision(state)
        assert decision
        return "accept_draw" in decision.commands

    assert asked(three()) == "Villeneuve"
    assert not may_agree(three())
    assert may_agree(three(draw_offered="british"))
    assert may_agree(three(draw_offered="british", agreed=("nelson", "gravina")))
    assert not may_agree(three(draw_offered="british", agreed=("nelson", "villeneuve")))


def test_amb_148_who_commands_instead_of_agreeing_refuses_the_draw() -> None:
    state, _ = play(three(), OfferDraw("allied", by="villeneuve"))
    own, _ = play(state, VOLLEY, dice=[1] * 4)
    assert own.draw_offered == "allied"
    state, events = play(state, SALVO, dice=[1] * 4)
    assert only(events, DrawLapsed)
    assert (state.draw_offered, state.agreed) == (None, msgspec.UNSET)


# --- files and records


@pytest.fixture
def text() -> str:
    file = scenario("victory_breaks_the_line")
    keys = [one.key for one in GAME.read(file, "x.yaml").opening.cards.values() if one.side == "allied"]
    return file + FILE.replace("[F1]", f"[{keys[0]}]").replace("[F2]", f"[{', '.join(keys[1:])}]")


def test_sotl_2_a_players_of_a_file_are_called_by_name_or_by_key(text: str) -> None:
    players = GAME.read(text, "three.yaml").opening.players
    assert [(one.id, one.side, one.name) for one in players] == [
        ("nelson", "british", "Nelson"), ("villeneuve", "allied", "Villeneuve"), ("gravina", "allied", "Gravina"),
    ]  # fmt: skip


def shared(text: str, **players: str) -> State:
    """The opening of a scenario with so many players on the sides."""
    return GAME.open(GAME.read(text, "x.yaml"), players)


def scenario(name: str) -> str:
    return resources.find_scenario("ships_of_the_line", name).read_text(encoding="utf-8")


def commands_of(state: State) -> dict[str, list[str]]:
    """The ships of each player."""
    return {one.name: [key for key in state.ships if commander(state, key) == one.id] for one in state.players or ()}


def told(state: State) -> dict[str, str]:
    """What the page of a new game tells of each player."""
    return {one.name: one.description for one in GAME.seats(state)}


def test_sotl_2_b_a_new_game_may_have_several_players_on_a_side() -> None:
    text = scenario("collingwood_at_the_rear")
    state = shared(text, british_players="2")
    assert commands_of(state) == {
        "Cuthbert Collingwood": ["B13", "B14", "B15"], "Charles Tyler": ["B16", "B17"],
        "Combined Fleet": ["S16", "F17", "S18", "F19", "S20", "F21"],
    }  # fmt: skip
    assert told(state) == {
        "Cuthbert Collingwood": "Royal Sovereign, Mars and Belleisle",
        "Charles Tyler": "Tonnant and Bellerophon", "Combined Fleet": "",
    }  # fmt: skip
    assert "british_players" not in state.options


def test_sotl_2_a_a_fleet_of_two_nations_is_shared_by_nation_and_divisions_are_kept_together() -> None:
    text = scenario("trafalgar")
    two = shared(text, allied_players="2", british_players="2")
    nations = {name: {two.cards[key].nation for key in keys} for name, keys in commands_of(two).items()}
    assert nations["French admiral"] == {"france"}
    assert nations["Spanish admiral"] == {"spain"}
    six = shared(text, allied_players="3", british_players="3")
    three = commands_of(six)
    assert [len(keys) for keys in three.values()] == [12, 8, 7, 8, 13, 12]
    assert (told(six)["Dumanoir"], told(six)["Villeneuve"]) == ("Rear, 8 ships", "Centre and Vanguard, 13 ships")
    halves = [{two.cards[key].division for key in keys} for keys in list(three.values())[:3]]
    assert halves == [{"weather"}, {"lee"}, {"lee"}]


def test_amb_148_the_division_with_the_most_ships_is_cut_whatever_the_divisions_are_called() -> None:
    named = scenario("trafalgar").replace("Weather Column (Nelson)", "Weather Column (Nelson, Northesk)")
    found = shared(named, british_players="3")
    british = [keys for name, keys in commands_of(found).items() if found.cards[keys[0]].side == "british"]
    assert [len(keys) for keys in british] == [12, 8, 7]


DEALT = {"british_players": "2", "british_ships": "B13 B17/B14 B15 B16"}


def test_amb_148_the_players_of_a_side_may_deal_its_ships_among_themselves(tmp_path: Any) -> None:
    text = scenario("collingwood_at_the_rear")
    first = shared(text, british_players="2")
    assert [(one.piece, one.seat) for one in GAME.assignable_pieces(first)][2:4] == [
        ("B15", "british_1"),
        ("B16", "british_2"),
    ]
    there = GAME.assign_pieces(first, ["B14", "B15"], "british_2")
    assert there == {"british_ships": "B13/B14 B15 B16 B17"}
    state = shared(text, **DEALT)
    assert commands_of(state)["Cuthbert Collingwood"] == ["B13", "B17"]
    assert told(state)["Charles Tyler"] == "Mars, Belleisle and Tonnant"
    bare = GAME.assign_pieces(state, ["B13", "B17"], "british_2")
    assert getattr(bare, "reason", "") == "Cuthbert Collingwood would have no ship left."
    Match.new(MatchSetup(GAME, text, "x.yaml", "1", dict(DEALT)), path := tmp_path / "dealt.jsonl")
    assert verify(path) is None


@pytest.mark.parametrize(
    ("ships", "why"),
    [
        ("B13/B14 B15 B16", "gives Bellerophon (B17) to no player"),
        ("B13 B14/B14 B15 B16 B17", "gives Mars (B14) to more than one player"),
        ("B13 B14 B15/B16 B17 S16", "names 'S16', which is not a ship of the British fleet"),
        ("B13 B14 B15 B16 B17/", "gives ships to 1 player, not to 2"),
        ("B13/B14/B15 B16 B17", "gives ships to 3 players, not to 2"),
    ],
)
def test_amb_148_a_deal_that_leaves_out_a_ship_or_a_player_is_refused(ships: str, why: str) -> None:
    with pytest.raises(ScenarioError, match=re.escape(why)):
        shared(scenario("collingwood_at_the_rear"), **(DEALT | {"british_ships": ships}))


def test_amb_148_one_player_a_side_is_a_battle_as_its_scenario_has_it(text: str) -> None:
    plain = scenario("victory_breaks_the_line")
    assert shared(plain, allied_players="1") == shared(plain)
    assert shared(text, allied_players="2") == shared(text)
    alone = shared(text, allied_players="1", british_players="1")
    assert (alone.players, {card.player for card in alone.cards.values()}) == (msgspec.UNSET, {"nelson", "allied"})


def test_amb_148_more_players_than_ships_are_refused(text: str) -> None:
    offered = {one.id: [value for value, _ in one.values] for one in GAME.switches(GAME.read(text, "x.yaml"))}
    assert (offered["allied_players"], "british_players" in offered) == (["1", "2"], False)
    with pytest.raises(ScenarioError, match="the option 'allied_players' is one of 1, 2, not '3'"):
        shared(text, allied_players="3")


def test_amb_148_a_match_with_players_chosen_on_its_page_is_recorded_and_verifies(tmp_path: Any) -> None:
    path = tmp_path / "four.jsonl"
    options = {"british_players": "2", "allied_players": "3"}
    match = Match.new(MatchSetup(GAME, scenario("four_frigates"), "four.yaml", "seed", options), path)
    for _ in casual.play(match, Random(4), 120):
        promises.check_promises(match.game, match.moves[-1].before, match.moves[-1].after)
    assert {"british_1", "british_2", "allied_1", "allied_2"} <= {move.command.by for move in match.moves}
    assert Match.load(path).state == match.state
    assert verify(path) is None


def test_amb_148_battles_of_three_keep_every_promise_are_recorded_and_verify(text: str, tmp_path: Any) -> None:
    path = tmp_path / "three.jsonl"
    match = Match.new(MatchSetup(GAME, text, "three.yaml", "seed"), path)
    for _ in casual.play(match, Random(2), 300):
        promises.check_promises(match.game, match.moves[-1].before, match.moves[-1].after)
    given = {getattr(move.command, "by", "") for move in match.moves}
    assert {"nelson", "villeneuve", "gravina"} <= given
    assert any(isinstance(one, PlayerDone) for move in match.moves for one in move.events)
    assert Match.load(path).state == match.state
    assert verify(path) is None


def test_amb_148_either_side_may_still_call_for_the_initiative() -> None:
    state = three(phase="initiative", asked=None, initiative=None)
    assert GAME.check(state, RollInitiative("british", by="nelson")) is None
    assert GAME.check(state, RollInitiative("allied")) is None


def test_amb_148_grappled_ships_of_one_side_may_have_two_owners() -> None:
    held = three(phase="board", grapples=(Grapple("B1", "F1", 0), Grapple("B1", "S1", 0)), ships=alongside())
    state, _ = play(held, Board("allied", "S1", "B1", by="gravina"))
    assert asked(state) == "Villeneuve"

"""VOL-1 to VOL-12, rule by rule."""

from collections import Counter as Count

import pytest
from msgspec.structs import replace

from tabletop.cards.events import CardsDealt, CardsDiscarded, PileShuffled
from tabletop.core.agreement import AcceptDraw, Concede, GameEnded, OfferDraw
from tabletop.core.match import Match, MatchSetup
from tabletop.games.volley import GAME
from tabletop.games.volley.commands import Attack, Deal
from tabletop.games.volley.events import (
    CasualtiesSuffered,
    CoinTossed,
    CounterPlayed,
    DefencePlayed,
    MeldPlayed,
    TableCleared,
    TurnBegan,
    TurnEnded,
)
from tabletop.games.volley.model import MAX_QUIET_TURNS, Share
from tests.judging import only
from tests.volley.kit import FOLDER, GUARD, attack, counter, defend, discard, opened, passing, play, refused, table

HUSSARS = ("hussars", "sabers")


def kinds(events):
    return [type(event) for event in events]


# --- troops and deck


def test_vol_1_each_side_has_a_hundred_troops_unless_the_scenario_says_otherwise():
    assert opened().troops == {"red": 100, "blue": 100}
    assert opened("rearguard_at_the_bridge").troops == {"red": 60, "blue": 62}
    assert opened("standard", troops="75").troops == {"red": 75, "blue": 75}


@pytest.mark.parametrize(("troops", "left", "over"), [(5, 1, False), (4, 0, True), (3, 0, True)])
def test_vol_1_a_side_whose_troops_fall_to_nothing_has_lost_and_they_never_show_below(troops, left, over):
    state, came = play(table(HUSSARS, troops={"red": 1, "blue": troops}), attack(*HUSSARS), passing("blue"))
    assert state.troops["blue"] == left
    assert only(came, CasualtiesSuffered).left == left
    assert (state.outcome is not None) is over
    if over:
        assert only(came, GameEnded).rule == "VOL-1"
        assert state.outcome.winner == "red"
        assert state.outcome.totals == {"red": 1, "blue": 0}
        refused(state, discard(side="blue"), "C-3")


def test_vol_2_nine_suits_of_five_with_force_one_to_five_and_seven_defence_cards():
    deck = opened().deck
    assert len(deck) == 52
    suits = Count(card.suit for card in deck.values())
    assert suits.pop("defence") == 7
    assert list(suits.values()) == [5] * 9
    for suit in suits:
        assert sorted(card.force for card in deck.values() if card.suit == suit) == [1, 2, 3, 4, 5]
    negates = {card.name: card.negates for card in deck.values() if card.negates}
    assert negates == {
        "Disordered": "infantry_weapon",
        "Infantry Square": "cavalry_weapon",
        "Reverse Slope": "artillery_weapon",
        "Killed in Action": "leader",
        "Reserve": "strategy",
        "Panic": "morale",
        "Fog of War": "defence",
    }


@pytest.mark.parametrize(
    ("card", "suit", "force"),
    [
        ("irregulars", "infantry_unit", 1),
        ("bayonets", "infantry_weapon", 5),
        ("cuirassiers", "cavalry_unit", 5),
        ("lances", "cavalry_weapon", 3),
        ("battery", "artillery_unit", 5),
        ("canister", "artillery_weapon", 3),
        ("captain", "leader", 3),
        ("outflank", "strategy", 4),
        ("valor", "morale", 2),
    ],
)
def test_vol_2_cards_as_printed(card, suit, force):
    assert (opened().deck[card].suit, opened().deck[card].force) == (suit, force)


# --- set-up


@pytest.mark.parametrize(("face", "first"), [(1, "red"), (2, "blue")])
def test_vol_3_seven_cards_each_alternately_and_a_coin_for_the_first_turn(face, first):
    order = tuple(reversed(opened().deck))
    state, came = play(opened(), Deal("blue"), dice=[face], decks=[order])
    assert kinds(came) == [PileShuffled, CardsDealt, CoinTossed, TurnBegan]
    assert state.cards.hands == {"red": order[0:14:2], "blue": order[1:14:2]}
    assert state.cards.pile == order[14:]
    assert only(came, CoinTossed) == CoinTossed(heads=face == 1, first=first)
    assert (state.turn, state.active, state.asked, state.stage) == (1, first, first, "manoeuvre")
    refused(state, Deal("red"), "VOL-3")


def test_vol_3_red_is_dealt_first_and_heads_are_for_red_in_whatever_order_the_file_lists_the_sides():
    text = "game: volley\ntitle: T\nsides: {blue: Line, red: Guard}\ncards: standard\n"
    state = GAME.open(GAME.read(text, "mine.yaml"), {})
    assert state.names == {"red": "Guard", "blue": "Line"}
    order = tuple(state.deck)
    state, came = play(state, Deal("blue"), dice=[1], decks=[order])
    assert state.cards.hands["red"] == order[0:14:2]
    assert only(came, CoinTossed).first == "red"


def test_vol_3_nothing_else_can_be_done_before_the_deal_and_either_side_may():
    refused(opened(), discard(), "VOL-4")
    assert GAME.check(opened(), Deal("red")) is GAME.check(opened(), Deal("blue")) is None


def test_vol_3_players_take_turns():
    state, _ = play(table(HUSSARS), attack(*HUSSARS), passing("blue"))
    assert (state.turn, state.active, state.asked, state.stage) == (2, "blue", "blue", "manoeuvre")
    state, _ = play(state, discard(side="blue"), passing("blue"))
    assert (state.turn, state.active) == (3, "red")


# --- manoeuvre


def manoeuvre(**fields):
    hand = ("hussars", "sabers", "panic", "major", "captain", "valor", "rally")
    return table(**({"red": hand, "blue": ("reserve",), "stage": "manoeuvre"} | fields))


@pytest.mark.parametrize("number", [0, 1, 3, 7])
def test_vol_4_any_number_of_cards_goes_and_the_hand_is_filled_to_seven(number):
    before = manoeuvre()
    hand = before.cards.hands["red"]
    state, came = play(before, discard(*hand[:number]))
    assert state.cards.hands["red"] == (*hand[number:], *before.cards.pile[:number])
    assert state.cards.hands["blue"] == ("reserve",)
    assert state.cards.discards == hand[:number]
    assert [event.cards for event in came if type(event) is CardsDiscarded] == ([hand[:number]] if number else [])
    assert (state.stage, state.asked) == ("attack", "red")


def test_vol_4_cards_are_dealt_even_if_none_is_discarded():
    state, _ = play(manoeuvre(red=("hussars",)), discard())
    assert len(state.cards.hands["red"]) == 7


@pytest.mark.parametrize(
    ("cards", "said"),
    [(("reserve",), "not in your hand"), (("panic", "panic"), "chosen twice"), (("grog",), "no card 'grog'")],
)
def test_vol_4_only_cards_of_the_own_hand_each_once(cards, said):
    assert said in refused(manoeuvre(), discard(*cards), "VOL-4").reason


def test_vol_4_the_other_side_is_not_asked():
    assert "Red is to play" in refused(manoeuvre(), discard(side="blue"), "VOL-4").reason


def test_c_7_what_is_discarded_in_this_manoeuvre_is_shuffled_with_the_rest():
    before = manoeuvre(pile=("pistols",), discards=("lances", "charge"))
    state, came = play(before, discard("panic", "major", "captain"), decks=[("panic", "charge")])
    assert kinds(came)[:4] == [CardsDiscarded, CardsDealt, PileShuffled, CardsDealt]
    assert state.cards.hands["red"][-3:] == ("pistols", "panic", "charge")
    assert state.cards.discards == ()
    assert set(state.cards.pile) == {"lances", "major", "captain"}
    mixed = {list(state.deck)[number] for number in state.mixed}
    assert mixed == {"lances", "charge", "panic", "major", "captain"}


def test_c_7_a_deal_without_cards_ends_short():
    state, _ = play(manoeuvre(red=("hussars", "sabers"), pile=("valor",)), discard())
    assert state.cards.hands["red"] == ("hussars", "sabers", "valor")


# --- attack


def test_vol_5_a_meld_lies_on_the_table_from_unit_to_morale_with_its_force():
    state, came = play(table(GUARD), attack(*reversed(GUARD)))
    played = only(came, MeldPlayed)
    assert (played.cards, played.forces, played.total) == (GUARD, (5, 4, 5, 5, 5), 24)
    assert played.troop == "infantry"
    assert state.cards.table == state.assault.meld == GUARD
    assert (state.stage, state.asked, state.active) == ("defence", "blue", "red")


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ((), "A unit is missing. A weapon is missing."),
        (("hussars",), "A cavalry weapon for Hussars is missing."),
        (("lances",), "A cavalry unit is missing."),
        (("enfilade", "major"), "An artillery unit is missing."),
        (("hussars", "bayonets"), "A cavalry weapon for Hussars is missing. Bayonets is an infantry weapon"),
        (("hussars", "dragoons", "lances"), "At most one unit, not 2."),
        (("hussars", "sabers", "lances"), "At most one weapon, not 2."),
        (
            ("hussars", "sabers", "bayonets"),
            "Bayonets is an infantry weapon, Hussars is a cavalry unit. At most one weapon",
        ),
        (("hussars", "sabers", "major", "captain"), "At most one leader, not 2."),
        (("hussars", "sabers", "outflank", "maneuver"), "At most one strategy card, not 2."),
        (("hussars", "sabers", "valor", "rally"), "At most one morale card, not 2."),
        (("major", "valor", "rally"), "A unit is missing. A weapon is missing. At most one morale card, not 2."),
    ],
)
def test_vol_5_anything_else_is_refused_with_what_is_missing_or_too_many(cards, said):
    assert refused(table(cards), attack(*cards), "VOL-5").reason.startswith(said)


def test_vol_5_only_cards_of_the_own_hand_and_only_by_the_active_side():
    refused(table(("hussars",), ("sabers",)), attack(*HUSSARS), "VOL-5")
    refused(table(blue=HUSSARS), attack(*HUSSARS, side="blue"), "VOL-5")
    refused(table(HUSSARS, stage="manoeuvre"), attack(*HUSSARS), "VOL-5")


def test_vol_10_defence_cards_are_never_part_of_a_meld():
    refusal = refused(table((*HUSSARS, "panic")), attack(*HUSSARS, "panic"), "VOL-10")
    assert refusal.pieces == ("panic",)


def test_vol_10_a_player_who_cannot_or_will_not_attack_passes():
    state, came = play(table(HUSSARS), passing("red"))
    assert (state.active, state.stage, state.quiet) == ("blue", "manoeuvre", 1)
    assert state.cards.hands["red"] == HUSSARS
    assert only(came, TurnEnded).quiet == 1
    refused(manoeuvre(), passing("red"), "VOL-10")


# --- defence


ANSWERS = [
    ("disordered", ("grenadiers", "volley")),
    ("infantry_square", ("hussars", "sabers")),
    ("reverse_slope", ("battery", "canister")),
    ("killed_in_action", ("hussars", "sabers", "general")),
    ("reserve", ("hussars", "sabers", "outflank")),
    ("panic", ("hussars", "sabers", "valor")),
]


@pytest.mark.parametrize(("card", "meld"), ANSWERS)
def test_vol_6_each_defence_card_negates_its_own_suit(card, meld):
    state, came = play(table(meld, (card,)), attack(*meld), defend(card, meld[-1]), passing("red"))
    played = only(came, DefencePlayed)
    whole = only(came, MeldPlayed).total
    assert (played.card, played.target, played.total) == (card, meld[-1], whole - played.force)
    assert state.troops["blue"] == 100 - played.total


@pytest.mark.parametrize(("card", "meld"), ANSWERS)
def test_vol_6_and_no_other(card, meld):
    state, _ = play(table(meld, (card,)), attack(*meld))
    for target in meld[:-1]:
        assert "does not negate" in refused(state, defend(card, target), "VOL-6").reason


def test_vol_6_a_card_without_a_match_one_not_held_or_no_defence_card_cannot_be_played():
    state, _ = play(table((*HUSSARS, "general"), ("panic", "major")), attack(*HUSSARS, "general"))
    assert "the meld has none" in refused(state, defend("panic", "general"), "VOL-6").reason
    assert "not in your hand" in refused(state, defend("killed_in_action", "general"), "VOL-6").reason
    assert "not a defence card" in refused(state, defend("major", "general"), "VOL-6").reason
    state, _ = play(table((*HUSSARS, "general"), ("killed_in_action",)), attack(*HUSSARS))
    assert "the meld has none" in refused(state, defend("killed_in_action", "general"), "VOL-6").reason


def test_vol_6_one_answer_to_an_attack_and_it_is_spent_even_if_it_is_countered():
    before = table((*GUARD, "fog_of_war"), ("killed_in_action", "panic"))
    state, _ = play(before, attack(*GUARD), defend("killed_in_action", "general"), counter())
    assert state.stage == "manoeuvre"
    assert state.troops["blue"] == 76
    assert "killed_in_action" in state.cards.discards
    assert state.cards.hands["blue"] == ("panic",)


def test_vol_6_with_any_number_the_defender_is_asked_until_it_passes():
    held = ("killed_in_action", "panic", "reserve", "disordered")
    state, _ = play(table(GUARD, held, options={"defences_per_attack": "any"}), attack(*GUARD))
    for card, target, force in (("killed_in_action", "general", 19), ("panic", "flush_with_victory", 14)):
        state, came = play(state, defend(card, target), passing("red"))
        assert only(came, DefencePlayed).total == force
        assert (state.stage, state.asked) == ("defence", "blue")
    state, _ = play(state, passing("blue"))
    assert state.troops["blue"] == 100 - 14
    assert state.stage == "manoeuvre"


def test_vol_6_a_card_that_is_negated_already_cannot_be_named_but_a_countered_one_can():
    hand = ("killed_in_action", "killed_in_action_2")
    deck = dict(opened().deck)
    deck["killed_in_action_2"] = replace(deck["killed_in_action"], id="killed_in_action_2")
    before = replace(table((*GUARD, "fog_of_war"), hand, defences="any"), deck=deck)
    state, _ = play(before, attack(*GUARD), defend("killed_in_action", "general"))
    held, _ = play(state, passing("red"))
    assert "already negated" in refused(held, defend("killed_in_action_2", "general"), "VOL-6").reason
    broken, _ = play(state, counter())
    again, _ = play(broken, defend("killed_in_action_2", "general"), passing("red"), passing("blue"))
    assert again.troops["blue"] == 81


# --- counter


def test_vol_7_fog_of_war_negates_the_answer_and_its_target_counts():
    before = table((*HUSSARS, "fog_of_war"), ("infantry_square",))
    state, came = play(before, attack(*HUSSARS), defend("infantry_square", "sabers"), counter())
    played = only(came, CounterPlayed)
    assert (played.against, played.answer, played.target) == ("infantry_square", "infantry_square", "sabers")
    assert (played.works, played.total) == (False, 4)
    assert state.troops["blue"] == 96


def test_vol_7_nothing_but_fog_of_war_counters_and_only_the_attacker_is_asked():
    before = table((*HUSSARS, "panic", "major"), ("infantry_square", "fog_of_war"))
    state, _ = play(before, attack(*HUSSARS), defend("infantry_square", "sabers"))
    assert (state.stage, state.asked) == ("counter", "red")
    refused(state, counter(card="panic"), "VOL-7")
    refused(state, counter(card="major"), "VOL-7")
    refused(state, counter("blue"), "VOL-7")
    refused(state, defend("infantry_square", "sabers"), "VOL-6")


def test_vol_7_with_one_fog_of_war_in_the_deck_nobody_is_asked_after_it():
    before = table((*HUSSARS, "fog_of_war"), ("infantry_square",))
    state, _ = play(before, attack(*HUSSARS), defend("infantry_square", "sabers"), counter())
    assert state.stage == "manoeuvre"


def mist(red=("fog_of_war",), blue=("fog_of_war_2",)):
    before = table((*HUSSARS, *red), ("infantry_square", *blue), "morning_mist")
    return play(before, attack(*HUSSARS), defend("infantry_square", "sabers"), counter())[0]


def test_vol_7_with_two_the_sides_alternate_and_an_even_number_leaves_the_answer_working():
    state = mist()
    assert (state.stage, state.asked) == ("counter", "blue")
    state, came = play(state, counter("blue", "fog_of_war_2"))
    played = only(came, CounterPlayed)
    assert (played.against, played.answer, played.works, played.total) == ("fog_of_war", "infantry_square", True, 2)
    assert state.troops["blue"] == 80 - 2


def test_vol_7_with_two_the_sides_alternate_until_one_passes():
    state, _ = play(mist(), passing("blue"))
    assert state.troops["blue"] == 80 - 4


# --- casualties


def test_vol_8_a_negated_card_has_force_nothing_and_the_rest_counts_also_without_weapon():
    state, came = play(table(GUARD, ("disordered",)), attack(*GUARD), defend("disordered", "volley"), passing("red"))
    suffered = only(came, CasualtiesSuffered)
    assert suffered.shares[1] == Share("volley", 4, 0, "disordered")
    assert [share.counted for share in suffered.shares] == [5, 0, 5, 5, 5]
    assert state.troops["blue"] == 80


def test_vol_8_no_card_negates_a_unit():
    assert not {card.negates for card in opened().deck.values()} & {"infantry_unit", "cavalry_unit", "artillery_unit"}


def test_vol_9_the_sum_is_taken_from_the_troops_and_everything_goes_to_the_discards():
    before = table((*GUARD, "fog_of_war"), ("panic", "reserve"))
    state, came = play(before, attack(*GUARD), defend("panic", "flush_with_victory"), counter())
    suffered = only(came, CasualtiesSuffered)
    assert (suffered.side, suffered.total, suffered.before, suffered.left) == ("blue", 24, 100, 76)
    assert suffered.shares[4] == Share("flush_with_victory", 5, 5, countered_by="fog_of_war")
    assert only(came, TableCleared).cards == (*GUARD, "panic", "fog_of_war")
    assert state.cards.discards == (*GUARD, "panic", "fog_of_war")
    assert state.cards.table == ()
    assert state.assault is None
    assert state.troops == {"red": 100, "blue": 76}


def test_vol_9_nobody_refills_before_its_own_next_manoeuvre():
    before = table((*HUSSARS, "major"), ("infantry_square", "panic"))
    state, _ = play(before, attack(*HUSSARS), defend("infantry_square", "sabers"), passing("red"))
    assert state.cards.hands == {"red": ("major",), "blue": ("panic",)}
    state, _ = play(state, discard(side="blue"))
    assert [len(hand) for hand in state.cards.hands.values()] == [1, 7]


# --- what questions betray


@pytest.mark.parametrize("blue", [(), ("infantry_square",), ("major",), ("fog_of_war",)])
def test_vol_11_the_defender_is_asked_whatever_it_holds(blue):
    state, came = play(table(HUSSARS, blue), attack(*HUSSARS))
    empty, same = play(table(HUSSARS, ("panic",) * len(blue)), attack(*HUSSARS))
    assert came == same
    assert GAME.decision(state) == GAME.decision(empty)
    assert GAME.decision(state).side == "blue"


@pytest.mark.parametrize("red", [(), ("fog_of_war",), ("major",)])
def test_vol_11_the_attacker_is_asked_after_every_answer_whatever_it_holds(red):
    state, came = play(
        table((*HUSSARS, *red), ("infantry_square",)), attack(*HUSSARS), defend("infantry_square", "sabers")
    )
    empty, same = play(table(HUSSARS, ("infantry_square",)), attack(*HUSSARS), defend("infantry_square", "sabers"))
    assert came == same
    assert GAME.decision(state) == GAME.decision(empty)
    assert (GAME.decision(state).side, GAME.decision(state).phase) == ("red", "counter")


def test_vol_11_the_attacker_is_asked_even_when_fog_of_war_lies_on_the_discards():
    before = table(HUSSARS, ("infantry_square",), discards=("fog_of_war",))
    state, _ = play(before, attack(*HUSSARS), defend("infantry_square", "sabers"))
    assert GAME.decision(state).phase == "counter"


def test_vol_11_the_rules_ask_alike_with_and_without_auto_pass():
    assert opened("standard", auto_pass=True).auto_pass is True
    told = [play(table(HUSSARS, options={"auto_pass": on}), attack(*HUSSARS))[1] for on in (True, False)]
    assert told[0] == told[1]


# --- stalemate


def test_vol_12_twenty_turns_in_a_row_without_a_casualty_end_the_game_as_a_draw():
    state, came = play(table(quiet=18, turn=30), passing("red"))
    assert state.outcome is None
    state, came = play(state, discard(side="blue"), passing("blue"))
    assert only(came, TurnEnded).quiet == 20
    assert only(came, GameEnded).outcome.winner is None
    assert (state.outcome.rule, state.outcome.totals) == ("VOL-12", {"red": 100, "blue": 100})
    assert GAME.decision(state) is None


def test_vol_12_a_casualty_begins_the_count_anew():
    state, _ = play(table(HUSSARS, quiet=19), attack(*HUSSARS), passing("blue"))
    assert state.outcome is None
    assert state.quiet == 0


# --- common rules


def test_c_9_the_sides_are_called_as_the_scenario_calls_them():
    state, _ = play(opened("morning_mist"), Concede("blue"))
    assert (state.outcome.winner, state.outcome.reason) == ("red", "Empire conceded")


def test_c_9_an_offered_draw_stands_until_the_other_side_accepts_or_goes_on():
    state, _ = play(table(HUSSARS), OfferDraw("blue"))
    assert "accept_draw" in GAME.decision(state).commands
    gone, _ = play(state, attack(*HUSSARS))
    refused(gone, AcceptDraw("red"), "C-9")
    drawn, _ = play(state, AcceptDraw("red"))
    assert drawn.outcome.winner is None
    assert drawn.outcome.totals == {"red": 100, "blue": 100}


def test_c_3_a_command_of_nobody_is_refused():
    assert GAME.check(table(), Attack("green", ())).rule == "C-3"


def test_vol_8_what_was_negated_has_no_part_in_the_end():
    hands = (("guard_infantry", "volley", "general"), ("disordered",))
    answered = (attack(*hands[0]), defend("disordered", "volley"), passing("red"))
    state, came = play(table(*hands, troops={"red": 50, "blue": 10}), *answered)
    reason = only(came, GameEnded).outcome.reason
    assert reason == "Blue has no troops left: 10 casualties by Guard Infantry and General"
    assert state.troops["blue"] == 0


def test_vol_12_a_game_in_which_nobody_attacks_is_drawn():
    path = FOLDER / "standard.yaml"
    match = Match.new(MatchSetup(GAME, path.read_text(encoding="utf-8"), path.name, "idle"))
    while match.state.outcome is None:
        match.submit(list(GAME.choices(match.state))[-1])
    assert match.state.outcome.rule == "VOL-12"
    assert match.state.turn == MAX_QUIET_TURNS

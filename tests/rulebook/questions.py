"""Questions as players type them, with the book that is open and the sections that answer them."""

from typing import NamedTuple


class Question(NamedTuple):
    """A question; any of the sections answers it: names of the open book, or ``game.name`` of another."""

    typed: str
    game: str
    sections: tuple[str, ...]


def _ask(typed: str, game: str, *sections: str) -> Question:
    return Question(typed, game, tuple(one if "." in one else f"{game}.{one}" for one in sections))


SEA, HEXES, DUEL, CARDS, VOLLEY = "ships_of_the_line", "decks_of_glory", "ship_duel", "trafalgar_cards", "volley"

TUNED = (
    _ask("what happens when two ships end in the same hex?", HEXES, "running-into-another-ship", "ships-in-one-hex"),
    _ask("can I fire twice?", SEA, "one-target-the-nearest", "loading"),
    _ask("what does negate mean?", CARDS, "negated-cards"),
    _ask("how do I win?", SEA, "victory-points", "the-end"),
    _ask("what is irons?", HEXES, "in-irons", "points-of-sail"),
    _ask("how far can my guns shoot?", SEA, "range"),
    _ask("why can't my ship move?", SEA, "grappled-ships", "facing-the-wind", "slowing-and-being-stopped",
         "moving-in-short", "all-that-changes-the-allowance"),
    _ask("what is a rake?", SEA, "raking"),
    _ask("how do I put out a fire?", SEA, "fire-aboard"),
    _ask("my ship is stuck, how do I get free?", SEA, "grapple-and-break", "coming-clear", "facing-the-wind",
         "out-of-irons"),
    _ask("how many cards can I throw away?", DUEL, "reload", "retire"),
    _ask("do I have to fire?", DUEL, "fire"),
    _ask("which winds can I play together?", DUEL, "sail"),
    _ask("can I use the enemy's admiral?", CARDS, "admirals"),
    _ask("how many cards can I play in the first turn?", CARDS, "limits"),
    _ask("what beats cavalry?", VOLLEY, "the-deck", "defence"),
    _ask("who goes first?", VOLLEY, "beginning-and-whose-turn-it-is"),
    _ask("what happens when the deck runs out?", VOLLEY, "common.the-pile-runs-out", "manoeuvre"),
    _ask("can I leave the map?", HEXES, "the-edge-of-the-map"),
    _ask("what happens when two ships crash into each other?", SEA, "when-to-check", "the-check", "fouled"),
)  # fmt: skip
"""The questions by which the search was tuned."""

HELD_OUT = (
    _ask("how do I capture an enemy ship?", SEA, "captured", "what-comes-of-it", "the-fight", "who-may-board"),
    _ask("when does a ship sink?", SEA, "sunk", "in-the-sinking-zone-2"),
    _ask("who moves first?", SEA, "initiative", "the-phases"),
    _ask("can I shoot over my own ships?", SEA, "what-is-in-the-way", "firing-past-a-friend"),
    _ask("how do I reload?", SEA, "loading"),
    _ask("what happens if my captain dies?", SEA, "the-officer"),
    _ask("how do I tow another ship?", SEA, "towing"),
    _ask("what does larboard mean?", SEA, "who-may-fire-at-whom"),
    _ask("how do I turn around?", SEA, "steps", "two-turns"),
    _ask("what makes my crew tired?", SEA, "what-tires-a-crew"),
    _ask("how many hexes can I go?", HEXES, "moving", "points-of-sail"),
    _ask("how do I break free from another ship?", HEXES, "cutting-loose"),
    _ask("how much damage does a spade do?", HEXES, "hits", "boarding"),
    _ask("do derelicts still get hit?", HEXES, "hits-among-several-ships"),
    _ask("how does my opponent lose?", DUEL, "a-ship-is-lost"),
    _ask("what does grape shot do?", DUEL, "fire", "the-deck"),
    _ask("what happens on a tie?", CARDS, "totals", "no-end-of-draws"),
    _ask("do bonuses stack?", CARDS, "bonuses"),
    _ask("can I attack without a weapon?", VOLLEY, "attack"),
    _ask("how many soldiers do I have?", VOLLEY, "troops"),
)
"""Questions that were written before the search was tuned, and measured without tuning to them."""

WRITTEN_AFTER = (
    _ask("how many turns does the battle last?", SEA, "the-end"),
    _ask("can two of my ships board the same enemy?", SEA, "several-ships", "who-may-board"),
    _ask("what is the sinking zone?", SEA, "in-the-sinking-zone", "in-the-sinking-zone-2"),
    _ask("how does the wind affect my speed?", SEA, "the-compass", "all-that-changes-the-allowance"),
    _ask("what if a mast falls on my guns?", SEA, "masts-that-fall", "clearing-a-side"),
    _ask("how do I use a leader?", SEA, "what-they-help-with", "who-they-are", "how-far-they-reach"),
    _ask("what does a fort do?", SEA, "batteries"),
    _ask("why did my ship surrender?", SEA, "in-the-sinking-zone-2", "helpless-ships", "the-officer", "hopeless-odds"),
    _ask("what is chain shot good for?", SEA, "chain-shot"),
    _ask("can I anchor while moving?", SEA, "the-anchor"),
    _ask("which side of the ship can shoot?", HEXES, "field-of-fire", "broadsides"),
    _ask("what happens to a ship with no points?", HEXES, "striking-and-sinking", "the-last-stand"),
    _ask("does the wind change?", HEXES, "wind-check"),
    _ask("can I hit my own ships?", HEXES, "hits-among-several-ships"),
    _ask("what if we both play the same number of winds?", DUEL, "sail", "fire"),
    _ask("how big is my hand?", DUEL, "load"),
    _ask("what do tactics cards do?", CARDS, "the-deck", "a-turn", "limits"),
    _ask("can a card count as a different suit?", CARDS, "cards-used-as-another-suit"),
    _ask("when can I play fog of war?", VOLLEY, "counter", "defence"),
    _ask("how do I stop an attack?", VOLLEY, "defence"),
)
"""Questions that were written when all tuning was done."""

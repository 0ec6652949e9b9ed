"""How many crews a ship has, what they are busy with, and what that leaves for her guns and her boarders (20.1, 20.2).

At rest each gun deck has a crew and the others are at hand (AMB-104). Work takes those at hand first; fights take gun
crews first (AMB-183).
"""

from msgspec import UNSET

from tabletop.core.phrases import signed
from tabletop.games.ships_of_the_line.modifiers import Aboard, Check, Gunfire, Modifier, ModifierRule
from tabletop.games.ships_of_the_line.state import State, in_service

FIGHT = "fight"
"""The task of boarding, and of resisting boarders."""
PUMP = "pump"
GANG = "gang"
"""The task of clearing wreckage, and of fighting fires."""
TRANSFER = "transfer"
PRIZE_CREW = 1
"""AMB-188: crews that go aboard a prize."""
CREWS_FOR_ONE = 2
"""SOTL-20.1-b, -c, -d: so many make a roll easier by one."""
FEWEST_DICE = 1
"""SOTL-20.1-e, AMB-104: left to a broadside, however few serve it."""


def aboard(state: State, key: str) -> int:
    """The crews of a ship that obey whoever holds her: until something has changed, those on her card."""
    left = state.ships[key].crews
    return state.cards[key].crews if left is UNSET else left


def unmanned(state: State, key: str) -> bool:
    """Whether nobody sails a prize (AMB-190)."""
    return state.ships[key].status == "captured" and not aboard(state, key)


def tasks(state: State, key: str) -> dict[str, int]:
    """How many of them are busy with what."""
    duties = state.ships[key].duties
    return duties.tasks if duties else {}


def room(state: State, key: str) -> int:
    """Crews that there is room for aboard (AMB-107)."""
    return state.cards[key].decks + 1


def free(state: State, key: str) -> int:
    """Crews that have no task."""
    return aboard(state, key) - sum(tasks(state, key).values())


def manned(state: State, key: str) -> int:
    """Gun decks that have a crew."""
    return at_guns(state.cards[key].decks, aboard(state, key), tasks(state, key))


def at_guns(decks: int, crews: int, busy: dict[str, int]) -> int:
    """Of so many crews, those at the guns while some are busy."""
    gunners, fighting = min(decks, crews), busy.get(FIGHT, 0)
    from_guns = min(gunners, fighting)
    at_hand = crews - gunners - (fighting - from_guns)
    at_work = sum(busy.values()) - fighting
    return gunners - from_guns - max(0, at_work - at_hand)


def fighters(state: State, key: str) -> int:
    """Crews in her fight on deck; before they are named, all that could be."""
    return tasks(state, key).get(FIGHT, free(state, key))


def empty_decks(fire: Gunfire, so_far: int) -> Modifier | None:
    """Each gun deck without a crew costs a die, never the last one; with none manned, one is left (20.1-e, -h)."""
    served, decks = manned(fire.state, fire.ship), fire.state.cards[fire.ship].decks
    left = max(min(so_far, FEWEST_DICE), so_far - (decks - served) if served else FEWEST_DICE)
    return Modifier("empty gun decks", f"−{so_far - left}", left) if left < so_far else None


def boarders(crew: Aboard, so_far: int) -> Modifier | None:
    """Who is not in the fight is missing from her strength; with nobody in it there is none (20.2-a, AMB-186).

    A prize has what any prize has, if there is anybody aboard.
    """
    there, card = fighters(crew.state, crew.ship), crew.state.cards[crew.ship]
    whole = max(1, there + card.boarding - card.crews) if in_service(crew.state, crew.ship) else so_far
    left = whole if there else 0
    return Modifier(f"{there} of {card.crews} crews", signed(left - so_far), left) if left != so_far else None


def helping_hands(check: Check, so_far: int) -> Modifier | None:
    """Two crews make the work of a gang easier by one (20.1-c, -d), two at the pumps keep more water out (20.1-b)."""
    at_it = tasks(check.state, check.ship).get(PUMP, 0) if check.kind == "sinking" else check.crews
    eased = at_it // CREWS_FOR_ONE
    return Modifier(f"{at_it} crews", f"−{eased}", so_far - eased) if eased else None


def gang_for_each_fire(crew: Aboard, so_far: int) -> Modifier | None:
    """Each fire may be fought by a gang of its own (AMB-31, AMB-184)."""
    fires = crew.state.ships[crew.ship].fires
    return Modifier("a gang for each fire", f"+{fires - so_far}", fires) if fires > so_far else None


DICE = ModifierRule("crews", "SOTL-20.1-e", empty_decks, after=("range",))
STRENGTH = ModifierRule("crews", "SOTL-20.2-a", boarders, after=("crew", "crews lost", "beaten"))
CHECK = ModifierRule("crews", "SOTL-20.1-b", helping_hands, after=("failed before",))
FIRE_GANGS = ModifierRule("fires", "AMB-184", gang_for_each_fire, after=("crew",))

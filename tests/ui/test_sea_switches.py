"""The table of Ships of the Line under any set of rule modules bears any input, and shows and tells all of it whole."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.core.verify import verify
from tabletop.games.ships_of_the_line.commands import Done
from tabletop.games.ships_of_the_line.model import State, is_on_map
from tabletop.games.ships_of_the_line.rule_modules import load_rule_modules
from tabletop.players import casual
from tabletop.ui import keys
from tabletop.ui.boards.ships_of_the_line.table import SeaTable
from tabletop.ui.input import Input
from tabletop.ui.screen import Quit
from tabletop.ui.screens.local_backend import show_result
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme
from tests.sampling import sample
from tests.ui.fitting import layout_problems
from tests.ui.tables import Watch

GAME = find_game("ships_of_the_line")
BATTLES = range(200)
"""Each by its number another scenario, another set of modules and another monkey."""
SCENARIOS = ("deck_against_deck", "victory_breaks_the_line", "four_frigates", "collingwood_at_the_rear", "hot_shot")
ROUNDS, PLAYED = 60, (0, 1, 1, 3, 10)
"""How often the monkey comes, and how many orders somebody sensible gives in between."""
WINDOWS = (((1280, 720), 75), ((1280, 720), 100), ((1920, 1080), 150), ((1920, 1080), 200))
CHORDS = sorted(
    {binding.chord for binding in keys.KEYS.values() if len(binding.chord.split("–")) == 1} | set("123456789")
)
SPARED = ("menu.full", "menu.scale", "menu.motion", "menu.title", "menu.concede", "menu.draw", "menu.accept")
"""What would end the battle, or change what other tests see."""
HELD = frozenset({"left"})
CLUMSY = re.compile(
    r"[{}_\n]|  |\b[BFS]\d+\b|None|UNSET| [.,;]|\.\.|"
    r"\b1 (crews|dice|hits|points|criticals)\b|\b([02-9]|\d\d+) (crew|die|hit|point|critical)\b"
)
"""No sentence of the log: braces, keys of ships, a number against its noun."""


class Monkey(Watch):
    """Two persons at one screen who try everything, at the wrong moment too; they keep their ships together."""

    def __init__(self, number: int, path: Path) -> None:
        self.fancy, self.path, self.met = Random(f"switches {number}"), path, set[str]()
        scenario = self.fancy.choice(SCENARIOS)
        self.used = [name for name in sorted(load_rule_modules()) if self.fancy.random() < 0.6]
        text = resources.find_scenario(GAME.meta.id, scenario).read_text(encoding="utf-8")
        options = dict.fromkeys(self.used, True)
        super().__init__(Match.new(MatchSetup(GAME, text, f"{scenario}.yaml", str(number), options), path), (1280, 720))

    def key(self) -> None:
        chord = self.fancy.choice(CHORDS)
        self.screen.press(chord)
        self.screen.handle(Input("key_up", key=chord))

    def button(self) -> None:
        found = [one for one in self.screen.layers[-1].walk() if one.interactive and not one.id.startswith(SPARED)]
        if found:
            self.click_at(self.fancy.choice(found).rect.center)

    def _somewhere(self) -> tuple[int, int]:
        ships = [key for key in self.state.ships if is_on_map(self.state, key)]
        wide, high = self.screen.size
        either = (self.fancy.randrange(wide), self.fancy.randrange(high))
        return self.where(self.fancy.choice(ships)) if ships and self.fancy.random() < 0.6 else either

    def ship(self) -> None:
        self.click_at(self._somewhere(), self.fancy.choice(("left", "left", "right")))

    def drag(self) -> None:
        self.point(at := self._somewhere())
        self.screen.handle(Input("pressed", at, "left", HELD))
        for _ in range(3):
            self.screen.handle(Input("moved", at := self._somewhere(), buttons=HELD))
        self.screen.handle(Input("released", at, "left"))

    def load(self) -> None:
        self.match = Match.load(self.path)
        self.table = SeaTable(self.match.state)
        self.screen = TableScreen(self.match, self.table, to_title=lambda _: Quit(), to_reckoning=show_result)
        self.resize((1280, 720), 100)

    def resize(self, size: tuple[int, int], scale: int) -> None:
        self.screen.resize(size, Theme(scale))
        self.surface = pygame.Surface(size)

    def disturb(self) -> None:
        deeds: list[Callable[[], object]] = [self.key, self.button, self.ship, self.drag, self.load]
        for _ in range(6):
            if self.state.outcome is None:
                self.fancy.choices(deeds, (40, 35, 15, 9, 1))[0]()
                self.wait(50)

    def go_on(self) -> None:
        """Somebody sensible plays, by the match itself, and lets most ships drift alongside each other."""
        for _ in range(self.fancy.choice(PLAYED)):
            decision = GAME.decision(self.state)
            if decision is None:
                return
            done = Done(side=decision.side)  # type: ignore[arg-type]
            idle = self.state.phase == "movement" and self.fancy.random() < 0.8 and GAME.check(self.state, done) is None
            self.match.submit(done if idle else casual.choose(GAME, self.state, self.fancy))
        self.screen.update(0)

    def look(self) -> list[str]:
        """What is wrong with a step or question that was not seen before: cut, overlapping, or nothing to be done."""
        state: State = self.state
        moment = state.question.kind if state.question else state.phase
        if moment in self.met or state.outcome is not None:
            return []
        self.met.add(moment)
        while len(self.screen.layers) > 1:
            self.screen.close()
        self.wait(4000, 200)
        orders = [ident for ident in self.idents() if ident.startswith("crew.") and ident[5:].isdigit()]
        found = [] if self.table.primary_action() or orders else ["nothing can be pressed"]
        for size, scale in (WINDOWS[0], self.fancy.choice(WINDOWS[1:])):
            self.resize(size, scale)
            found += layout_problems(self.screen)
        self.resize((1280, 720), 100)
        return [f"{moment}: {told}" for told in found]


def clumsy(match: Match) -> list[str]:
    """The sentences of a match that read badly."""
    found: list[str] = []
    for move in match.moves:
        state: Any = move.before
        for event in move.events:
            found += [told for told in [GAME.describe(state, event)] if CLUMSY.search(told)]
            state = GAME.evolve(state, event)
    return found


def test_amb_144_the_table_bears_any_input_under_any_set_of_modules(tmp_path: Path) -> None:
    for number in sample(BATTLES, 2, "monkeys at battles under sets of rule modules"):
        monkey = Monkey(number, tmp_path / f"{number}.jsonl")
        wrong: list[str] = []
        for _ in range(ROUNDS):
            wrong += monkey.look()
            monkey.disturb()
            monkey.go_on()
        assert (number, monkey.used, wrong + clumsy(monkey.match)) == (number, monkey.used, [])
        assert Match.load(monkey.path).state == monkey.state
        assert verify(monkey.path) is None


@pytest.mark.parametrize("told", ["1 crews of Mars", "2 crew of Mars", "{ship} sails", "B1 sails", "hits,  (0)"])
def test_a_clumsy_sentence_is_noticed(told: str) -> None:
    assert CLUMSY.search(told)
    assert not CLUMSY.search("Mars fires: 4 dice [1 1 2 6], 1 hit, 2 hull points and 1 critical [6].")

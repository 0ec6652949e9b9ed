"""Texts of the scenarios that come with the game."""

from tabletop.core import resources

FILES = resources.list_scenarios("ship_duel")
STANDARD = resources.find_scenario("ship_duel", "standard").read_text(encoding="utf-8")

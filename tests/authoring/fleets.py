"""Drafts of the scenarios that come with the program."""

from tabletop.authoring.draft import Draft
from tabletop.core import resources
from tabletop.core.scenario import text_of


def of(game: str, name: str) -> Draft:
    path = resources.find_scenario(game, name)
    return Draft(game, text_of(path), path.name)

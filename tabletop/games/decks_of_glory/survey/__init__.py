"""Measures that a table may ask for before a choice is made. Nothing here decides a rule.

- `reach`: the places that a ship can reach, the result of a plan, lying alongside, and placing before play;
- `fields`: fields of fire of a ship or side, possible shots and dangers, also after a supposed move; the ruler;
- `odds`: exact chances of cards, broadsides and boarders;
- `victory`: the points of each side, and how the battle is won.

`GAME.check` says whether a command may be given.
"""

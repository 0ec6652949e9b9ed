"""How long what is played lasts on the sea and on hexes alike, milliseconds; `..._APART` is until the next begins."""

TURN = 180
LONGEST_MOVE = 900
"""A longer way is sailed faster."""
DRIFT = 600
GUN_APART = 35
FLASH, SMOKE_LIFE = 90, 1400
"""Of each gun."""
BROADSIDE, BROADSIDE_APART = 560, 160
SINKING, SINKING_APART = 1200, 300
BEAT = 240
"""How long one looks at what does not move: points that are marked, a flag that comes down, a rope that holds."""

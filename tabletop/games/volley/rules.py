"""What may be ordered, and what comes of it: a table, not a ladder."""

from tabletop.core.agreement import Agreement
from tabletop.core.deeds import Deed, allowed
from tabletop.games.volley.chapters import attack, casualties, counter, defence, manoeuvre, passing, setup
from tabletop.games.volley.commands import Attack, Counter, Deal, Defend, Discard, Pass
from tabletop.games.volley.state import SIDES, State, called

AGREEMENT: Agreement[State, str] = Agreement(SIDES, called, casualties.end)

DEEDS: tuple[Deed[State], ...] = (
    Deed(Deal, allowed, setup.deal),
    Deed(Discard, manoeuvre.check, manoeuvre.discard),
    Deed(Attack, attack.check, attack.attack),
    Deed(Defend, defence.check, defence.defend),
    Deed(Counter, counter.check, counter.counter),
    Deed(Pass, allowed, passing.pass_by),
)
"""Every command: why it is refused in its own phase, and what comes of it."""

"""What has been settled since the rules were first played by; a record names the revision that it was begun under."""

from tabletop.core.game import Settled

REVISIONS: dict[int, tuple[Settled, ...]] = {
    2: (
        Settled("AMB-204", "a ship that starts struck or captured has been won", ("opening.scores",)),
        Settled("AMB-205", "a ship whose forced spend was all she had may heave to"),
        Settled("AMB-206", "a prize throws no lines, also not to friends"),
        Settled("AMB-207", "a prize flies the colours of the ship that took her", ("ship_captured.colours",)),
        Settled("AMB-208", "a prize neither covers a friend nor counts as an enemy in service"),
        Settled("AMB-209", "a ship is attacked by fire and explosions, not by boarders"),
    ),
    3: (Settled("AMB-148", "players of one side command their own ships", ("opening.players",)),),
}
"""Number of a revision: the rules that it settled."""

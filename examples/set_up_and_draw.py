"""Set up a position and draw it to a file: python examples/set_up_and_draw.py [PICTURE]."""

import subprocess
import sys
from pathlib import Path

import tabletop

POSITION = """\
game: ships_of_the_line
title: Victory under the stern of Bucentaure
margin: 8
wind: {from: NW}
ships_of: trafalgar
ships:
  - {key: B1, at: [0, -1.2], heading: 90}
  - {key: F12, at: [0, 0], heading: 0}
  - {key: F15, at: [0.6, -2.6], heading: 5}
start: {turn: 3, phase: combat, initiative: british}
"""


def main(picture: str = "position.png") -> None:
    """Write the position to a scenario file, let the rules check it, print the shots, and draw the table."""
    scenario = Path(picture).with_suffix(".yaml")
    scenario.write_text(POSITION, encoding="utf-8")
    try:
        match = tabletop.open_match("ships_of_the_line", scenario)
    except tabletop.ScenarioError as error:
        sys.exit(str(error))
    for command in match.choices():
        print(command)
    shot = ["shot", "--scenario", str(scenario), "--out", picture, "--select", "B1", "--overlay", "arcs"]
    subprocess.run([sys.executable, "-m", "tabletop", *shot], check=True)
    print(f"{picture} shows {match.header.title}.")


if __name__ == "__main__":
    main(*sys.argv[1:])

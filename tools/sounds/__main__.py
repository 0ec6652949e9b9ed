"""`python -m tools.sounds` makes all sounds, or the named ones; `--picture FILE` draws some of them."""

import argparse
from pathlib import Path

from tools.sounds.catalogue import RECIPES, encode_file, list_files
from tools.sounds.picture import draw_spectrograms

SHOWN = (
    "gun_near",
    "gun_off",
    "gun_far",
    "broadside_near",
    "rolling",
    "musketry",
    "splinters",
    "mast",
    "flames",
    "water_breeze",
    "wind_heavy",
    "bell",
    "pipe",
    "drum",
    "card_turned",
    "dice",
)
FOLDER = Path(__file__).parents[2] / "tabletop/ui/sounds"


def main() -> None:
    """Make the sounds, or draw their spectrograms."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="sounds, all if none are named")
    parser.add_argument("--picture", type=Path, help="draw spectrograms instead, of some if none are named")
    asked = parser.parse_args()
    if asked.picture:
        draw_spectrograms(asked.picture, asked.names or SHOWN)
        return
    names = asked.names or list(RECIPES)
    FOLDER.mkdir(exist_ok=True)
    for name in names:
        for file in list_files(name):
            (FOLDER / file).write_bytes(encode_file(name, file))
    whole = sum(path.stat().st_size for path in FOLDER.glob("*.wav"))
    print(f"{len(list(FOLDER.glob('*.wav')))} sounds, {whole / 1000:.0f} kB in all")


if __name__ == "__main__":
    main()

"""Spectrograms: the frequencies of a sound over time."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tools.picture_files import save_picture
from tools.sounds.catalogue import RECIPES, list_files, make_wave
from tools.sounds.waves import Wave

WINDOW, HOP = 512, 128
"""Samples that are looked at together, and from one look to the next."""
FLOOR = -75.0
"""Decibels below the loudest that are drawn as nothing."""


def spectrogram(sound: Wave) -> NDArray[np.float64]:
    """Return decibels below the loudest value, a row a frequency and a column a moment."""
    padded = np.pad(sound, (WINDOW // 2, WINDOW))
    looks = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP] * np.hanning(WINDOW)
    power = np.abs(np.fft.rfft(looks, axis=1)).T ** 2
    return np.asarray(10 * np.log10(power / power.max() + 1e-12))


def draw_spectrograms(path: Path, names: Sequence[str], columns: int = 4) -> None:
    """Save a picture of the first variant of each sound: its wave, and its spectrogram below."""
    from matplotlib.figure import Figure  # only now: it takes longer than any sound

    rows = -(-len(names) // columns)
    figure = Figure(figsize=(3.1 * columns, 2.5 * rows), layout="constrained", facecolor="#FBF7EC")
    axes = figure.subplots(2 * rows, columns, height_ratios=[1, 3] * rows, squeeze=False)
    for one in axes.flat:
        one.set_axis_off()
    for number, name in enumerate(names):
        row, column = divmod(number, columns)
        sound, rate = make_wave(name, next(list_files(name))), RECIPES[name].rate
        line, field = axes[2 * row][column], axes[2 * row + 1][column]
        line.plot(np.arange(len(sound)) / rate, sound, linewidth=0.4, color="#1B2427")
        line.set_xlim(0, len(sound) / rate)
        line.set_title(name, fontsize=9, loc="left", pad=2)
        field.set_axis_on()
        extent = (0, len(sound) / rate, 0, rate / 2000)
        field.imshow(spectrogram(sound), aspect="auto", origin="lower", extent=extent, vmin=FLOOR, vmax=0, cmap="magma")
        field.tick_params(labelsize=6)
    drawn = BytesIO()
    figure.savefig(drawn, dpi=80)
    save_picture(path, Image.open(drawn))

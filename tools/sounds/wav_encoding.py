"""Sounds as WAV files, which SDL reads on every system.

Long and rough sounds use IMA ADPCM with four bits a sample. The first sample of each block is stored as it is, so all
blocks are encoded side by side. Short and pure sounds, which four bits would roughen, use 16-bit PCM.
"""

import io
import struct
import wave as pcm

import numpy as np
from numpy.typing import NDArray

from tools.sounds.waves import Wave

BLOCK = 256
"""Bytes of a block: one sample and the index of the first step, then two samples a byte."""
SAMPLES = 2 * (BLOCK - 4) + 1
"""Samples of a block."""
_STEP_TABLE = """
    7 8 9 10 11 12 13 14 16 17 19 21 23 25 28 31 34 37 41 45 50 55 60 66 73 80 88 97 107
    118 130 143 157 173 190 209 230 253 279 307 337 371 408 449 494 544 598 658 724 796 876 963
    1060 1166 1282 1411 1552 1707 1878 2066 2272 2499 2749 3024 3327 3660 4026 4428 4871 5358 5894
    6484 7132 7845 8630 9493 10442 11487 12635 13899 15289 16818 18500 20350 22385 24623 27086 29794
    32767
"""
STEPS = np.array(_STEP_TABLE.split(), np.int64)
CHANGES = np.array([-1, -1, -1, -1, 2, 4, 6, 8])
"""The change of the step index by the size of a difference; both tables belong to the format."""
FULL = 32000
"""The integer for the loudest sample, 1.0."""
HEAD = "<4sI4s4sIHHIIHHHH4sII4sI"
IMA = 0x11


def encode_pcm(wave: Wave, rate: int) -> bytes:
    """Return a 16-bit PCM file with a sound between -1 and 1."""
    file = io.BytesIO()
    with pcm.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(_to_integers(wave).astype("<i2").tobytes())
    return file.getvalue()


def encode_adpcm(wave: Wave, rate: int) -> bytes:
    """Return an ADPCM file with four bits a sample; the last block is filled with silence."""
    blocks = _split_blocks(wave)
    body = _encode_blocks(blocks).tobytes()
    samples = len(blocks) * SAMPLES
    head = struct.pack(
        HEAD,
        b"RIFF",
        struct.calcsize(HEAD) - 8 + len(body),
        b"WAVE",
        b"fmt ",
        20,
        IMA,
        1,
        rate,
        rate * BLOCK // SAMPLES,
        BLOCK,
        4,
        2,
        SAMPLES,
        b"fact",
        4,
        samples,
        b"data",
        len(body),
    )
    return head + body


def stretch_to_blocks(wave: Wave) -> Wave:
    """Return a loop resampled to a whole number of blocks, so that it repeats without silence."""
    count = len(wave) // SAMPLES * SAMPLES
    at = np.linspace(0, len(wave), count, endpoint=False)
    return np.asarray(np.interp(at, np.arange(len(wave) + 1), np.append(wave, wave[0])))


def _to_integers(wave: Wave) -> NDArray[np.int64]:
    return np.round(np.clip(wave, -1, 1) * FULL).astype(np.int64)


def _split_blocks(wave: Wave) -> NDArray[np.int64]:
    numbers = _to_integers(wave)
    return np.pad(numbers, (0, -len(numbers) % SAMPLES)).reshape(-1, SAMPLES)


def _encode_blocks(blocks: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return all blocks encoded as bytes, one row a block."""
    held = blocks[:, 0].copy()
    index = np.searchsorted(STEPS, np.abs(np.diff(blocks[:, :24], axis=1)).mean(axis=1)).clip(0, len(STEPS) - 1)
    out = np.zeros((len(blocks), BLOCK), np.uint8)
    out[:, 0], out[:, 1], out[:, 2] = held & 255, (held >> 8) & 255, index
    for number in range(1, SAMPLES):
        codes = _encode_differences(blocks[:, number] - held, STEPS[index])
        held = (held + _decode_differences(codes, STEPS[index])).clip(-32768, 32767)
        index = (index + CHANGES[codes & 7]).clip(0, len(STEPS) - 1)
        byte, upper = divmod(number - 1, 2)
        out[:, 4 + byte] |= (codes << 4 * upper).astype(np.uint8)
    return out


def _encode_differences(differences: NDArray[np.int64], steps: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the codes of differences: a sign and quarters of a step."""
    quarters = (np.abs(differences) * 4 // steps).clip(0, 7)
    return np.asarray(np.where(differences < 0, 8, 0) | quarters)


def _decode_differences(codes: NDArray[np.int64], steps: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the differences that a decoder reads from codes."""
    much = (steps >> 3) + sum(np.where(codes & bit, steps >> shift, 0) for bit, shift in ((4, 0), (2, 1), (1, 2)))
    return np.where(codes & 8, -much, much)

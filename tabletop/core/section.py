"""The parts of an authored file as pydantic sees them; imported only where a file is read, for pydantic is slow."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from tabletop.core.phrases import minutes


def _of_one_line(text: str) -> str:
    if "\n" in text:
        raise ValueError("expected one line, without line breaks")
    return text


def _of_the_day(clock: str) -> str:
    minutes(clock)
    return clock


Line = Annotated[str, Field(max_length=80), AfterValidator(_of_one_line)]
"""A title or a date."""
Name = Annotated[str, Field(max_length=40), AfterValidator(_of_one_line)]
"""What a piece, a side or a person is called."""
TimeOfDay = Annotated[str, Field(max_length=40), AfterValidator(_of_the_day)]
"""Such as 11:45."""
Prose = Annotated[str, Field(max_length=4_000)]
"""What players are told before they begin."""


class Section(BaseModel):
    """A part of a file: no unknown keys, no guessing of types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

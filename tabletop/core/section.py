"""The parts of an authored file as pydantic sees them; imported only where a file is read, for pydantic is slow."""

from pydantic import BaseModel, ConfigDict


class Section(BaseModel):
    """Any part of a file: no unknown keys, no guessing of types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

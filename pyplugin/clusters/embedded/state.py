"""What a lab's state.json says.

LabError    a lab can't be made, found or used as asked
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from pyplugin.errors import PypluginError


class LabError(PypluginError):
    """A lab can't be made, found or used as asked."""


class SchedulerRecord(BaseModel):
    """A scheduler that was started: enough to find it, talk to it and start it again."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str
    port: int
    command: list[str]
    folder: str


class State(BaseModel):
    """What state.json says; an owned lab ends with the program that holds its owner lock."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    version: Literal[1] = 1
    kubernetes: str
    port: int
    owned: bool
    schedulers: list[SchedulerRecord] = []


def no_such_lab(name: str) -> LabError:
    return LabError(f"there is no lab {name}", cure=f"pyplugin lab up --name {name}")

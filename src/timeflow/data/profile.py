"""What is known of a person's habits, and what is assumed of those who never said (decisions 13)."""

from __future__ import annotations

from datetime import time
from typing import Annotated

from pydantic import Field, model_validator

from agentbase.core.contract import FrozenContract


class ProfileDefaults(FrozenContract):
    """Times are wall times of ``timezone``. ``day_start_hour``: before it, a person still lives in the day before."""

    timezone: Annotated[str, Field(min_length=1, max_length=64)] = "Asia/Shanghai"
    work_start: time = time(9)
    work_end: time = time(18)
    lunch_start: time = time(12)
    lunch_end: time = time(13)
    day_start_hour: Annotated[int, Field(ge=0, le=12)] = 4
    default_minutes: Annotated[int, Field(ge=1, le=24 * 60)] = 60

    @model_validator(mode="after")
    def _ordered(self) -> ProfileDefaults:
        if not self.work_start < self.work_end:
            raise ValueError("work_end must be after work_start")
        if not self.lunch_start <= self.lunch_end:
            raise ValueError("lunch_end must not be before lunch_start")
        return self


class UserProfileSnapshot(FrozenContract):
    """The answer to ``user_profile``. ``missing``: nobody said, these are the defaults (B section 4, row 4)."""

    profile: ProfileDefaults
    missing: bool = True

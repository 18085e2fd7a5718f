"""What can be configured, and where it stands (design section 7).

``timeflow.toml`` (its path in ``TIMEFLOW_CONFIG``, else in the data folder), and over it variables named
``TIMEFLOW_<SETTING>__<PART>``: ``TIMEFLOW_TURN__DEADLINE_MS=20000``; a list or a table whole is JSON. The data folder
is ``TIMEFLOW_HOME``, else the platform's place for a user's data.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final, Literal, Self
from zoneinfo import ZoneInfo

import platformdirs
from pydantic import Field, model_validator
from pydantic_settings import SettingsConfigDict

from agentbase.core.contract import FrozenContract
from agentbase.core.errors import FieldError
from agentbase.core.reasons import base_error
from agentbase.core.settings import BaseAppSettings
from agentbase.core.settings import load_settings as load_any_settings
from agentbase.llm.routes import DEFAULT_ROUTE, RouteRegistry
from agentbase.llm.settings import ModelSettings, RouteSettings
from timeflow.data.profile import ProfileDefaults
from timeflow.functions.registry import PARAMS_BY_PAIR

Locale = Literal["zh-CN", "en"]
PREFIX: Final = "TIMEFLOW_"
CONFIG_NAME: Final = "timeflow.toml"
DATABASE_NAME: Final = "timeflow.db"
RESERVED_PAIRS: Final = ("主 Agent/understand_input", "主 Agent/ask_long_task", "主 Agent/disambiguate")
"""Model calls that are not one of the five functions (decisions 3)."""

_HOME: Final = f"{PREFIX}HOME"
_CONFIG: Final = f"{PREFIX}CONFIG"
_NO_SETTINGS: Final = frozenset({_HOME, _CONFIG, f"{PREFIX}TRIGGER"})


class TurnSettings(FrozenContract):
    """``deadline_ms`` bounds everything that one turn does; a share of it is kept for the sub-agent."""

    deadline_ms: Annotated[int, Field(ge=100, le=600_000)] = 30_000


class Settings(BaseAppSettings):
    """The whole configuration. ``profile`` holds what is assumed of a person until they say otherwise."""

    model_config = SettingsConfigDict(env_prefix=PREFIX)

    locale: Locale = "zh-CN"
    profile: ProfileDefaults = ProfileDefaults()
    turn: TurnSettings = TurnSettings()
    models: tuple[ModelSettings, ...] = ()
    routes: dict[str, RouteSettings] = Field(default_factory=dict)

    @property
    def database_url(self) -> str:
        """Where the database is: a file in the data folder, unless another address is configured."""
        if self.database.url is not None:
            return self.database.url.get_secret_value()
        return f"sqlite+aiosqlite:///{self.data_folder / DATABASE_NAME}"

    @model_validator(mode="after")
    def _names_exist(self) -> Self:
        try:
            ZoneInfo(self.profile.timezone)
        except (KeyError, ValueError, OSError):
            raise _unusable("profile.timezone", "不是 IANA 时区 / is not an IANA time zone") from None
        known = {DEFAULT_ROUTE, *RESERVED_PAIRS, *(f"{agent}/{function}" for agent, function in PARAMS_BY_PAIR)}
        if unknown := sorted(self.routes.keys() - known):
            raise _unusable(f"routes.{unknown[0]}", "没有这个功能 / there is no such function")
        self.build_routes()
        return self

    def build_routes(self) -> RouteRegistry:
        """The route of each function. Raises CONFIG_ERROR that names the setting at fault."""
        return RouteRegistry.from_settings(self.models, self.routes)


def load_settings(config: Path | str | None = None) -> Settings:
    """Read the configuration from ``config``, else from where the environment or the data folder has it.

    Raises CONFIG_ERROR that names each field at fault and repeats no value; also where a named file cannot be read.
    """
    home = default_data_folder()
    return load_any_settings(
        Settings, toml_file=_config_file(config, home), defaults={"data_folder": home}, other_variables=_NO_SETTINGS
    )


def default_data_folder() -> Path:
    """The data folder as the environment or the platform has it; it need not exist."""
    named = os.environ.get(_HOME)
    folder = Path(named).expanduser() if named else platformdirs.user_data_path("timeflow", appauthor=False)
    return Path(os.path.abspath(folder))  # noqa: PTH100 - resolve() would follow links that the person made


def _config_file(config: Path | str | None, home: Path) -> Path | None:
    if config is not None:
        return Path(config).expanduser()
    if named := os.environ.get(_CONFIG):
        return Path(named).expanduser()
    usual = home / CONFIG_NAME
    return usual if usual.is_file() else None


def _unusable(field: str, problem: str) -> Exception:
    return base_error("CONFIG_ERROR", field_errors=[FieldError(field, problem)])

"""What every product's configuration has, and how one is read: a TOML file, then the environment over it.

A product derives its settings from `BaseAppSettings` and gives it the prefix of its variables.
"""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, SecretStr, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, SettingsError

from agentbase.core.errors import FieldError
from agentbase.core.reasons import base_error

LogLevel = Literal["debug", "info", "warning", "error"]
_NESTED = "__"


class DatabaseSettings(BaseModel):
    """Where the database is. Without an address it is a SQLite file in the data folder."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    url: SecretStr | None = None


class BaseAppSettings(BaseSettings):
    """The settings of the base: unknown keys are refused, variables win over the file."""

    model_config = SettingsConfigDict(extra="forbid", frozen=True, env_nested_delimiter=_NESTED)

    data_folder: Path
    log_level: LogLevel = "warning"
    database: DatabaseSettings = DatabaseSettings()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment over what the file says."""
        return env_settings, init_settings


SettingsT = TypeVar("SettingsT", bound=BaseAppSettings)


def load_settings(
    settings_type: type[SettingsT],
    *,
    toml_file: Path | None = None,
    defaults: Mapping[str, object] | None = None,
    other_variables: frozenset[str] = frozenset(),
) -> SettingsT:
    """Read and validate the whole configuration.

    ``defaults`` hold where neither file nor environment says anything. ``other_variables`` are variables with the
    product's prefix that are no settings. Raises CONFIG_ERROR that names each field at fault, and no value.
    """
    _refuse_unknown_variables(settings_type, other_variables)
    values = {**(defaults or {}), **_read_toml(toml_file)}
    # Pydantic's own switches are such names, and a file may not set them.
    if private := [FieldError(name, "没有这个设置 / no such setting") for name in values if name.startswith("_")]:
        raise base_error("CONFIG_ERROR", field_errors=private)
    try:
        return settings_type.model_validate(values)
    except ValidationError as error:
        problems = [
            FieldError(".".join(str(part) for part in detail["loc"]), detail["msg"])
            for detail in error.errors(include_url=False, include_context=False, include_input=False)
        ]
        raise base_error("CONFIG_ERROR", field_errors=problems) from None
    except SettingsError as error:
        raise base_error("CONFIG_ERROR", field_errors=[FieldError("environment", str(error))]) from None


def _read_toml(path: Path | None) -> dict[str, object]:
    if path is None:
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _unreadable(path, error.strerror or "cannot be read") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise _unreadable(path, f"not TOML: {error}") from None
    except RecursionError:
        raise _unreadable(path, "is nested too deeply") from None


def _unreadable(path: Path, problem: str) -> Exception:
    return base_error("CONFIG_ERROR", field_errors=[FieldError(path.name, problem)])


def _refuse_unknown_variables(settings_type: type[BaseAppSettings], other: frozenset[str]) -> None:
    prefix = settings_type.model_config.get("env_prefix", "")
    fields = {f"{prefix}{name}".upper() for name in settings_type.model_fields}
    unknown = [
        FieldError(name, "没有这个设置 / no such setting")
        for name in sorted(os.environ)
        if prefix
        and name.upper().startswith(prefix.upper())
        and name not in other
        and name.upper().split(_NESTED, 1)[0] not in fields
    ]
    if unknown:
        raise base_error("CONFIG_ERROR", field_errors=unknown)

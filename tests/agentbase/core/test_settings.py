from __future__ import annotations

from pathlib import Path

import pytest
from pydantic_settings import SettingsConfigDict

from agentbase.core.errors import AgentBaseError
from agentbase.core.settings import BaseAppSettings, load_settings


class ExampleSettings(BaseAppSettings):
    """A product's settings."""

    model_config = SettingsConfigDict(env_prefix="EXAMPLE_")

    greeting: str = "你好"


def _write(folder: Path, content: str) -> Path:
    path = folder / "example.toml"
    path.write_text(content, encoding="utf-8")
    return path


def _refused_fields(path: Path | None = None, **defaults: object) -> dict[str, str]:
    with pytest.raises(AgentBaseError) as refused:
        load_settings(ExampleSettings, toml_file=path, defaults=defaults)
    assert refused.value.code == "CONFIG_ERROR"
    return {error.field: error.message for error in refused.value.field_errors}


def test_the_environment_wins_over_the_file_and_the_file_over_defaults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _write(tmp_path, 'greeting = "file"\nlog_level = "info"\n[database]\nurl = "from-file"\n')
    monkeypatch.setenv("EXAMPLE_GREETING", "variable")
    monkeypatch.setenv("EXAMPLE_DATABASE__URL", "from-variable")
    settings = load_settings(
        ExampleSettings, toml_file=path, defaults={"data_folder": tmp_path, "log_level": "error", "greeting": "default"}
    )
    assert (settings.greeting, settings.log_level, settings.data_folder) == ("variable", "info", tmp_path)
    assert settings.database.url is not None
    assert settings.database.url.get_secret_value() == "from-variable"


@pytest.mark.parametrize(
    ("content", "field"),
    [
        ("greting = 'x'", "greting"),
        ("[database]\nurll = 'x'", "database.urll"),
        ("log_level = 'loud'", "log_level"),
        ("greeting = 3", "greeting"),
        ("_env_file = 'x'", "_env_file"),
        ("greeting = ", "example.toml"),
    ],
)
def test_what_is_wrong_in_the_file_is_named(tmp_path: Path, content: str, field: str) -> None:
    assert set(_refused_fields(_write(tmp_path, content), data_folder=tmp_path)) == {field}


def test_a_file_that_is_nested_without_measure_is_named(tmp_path: Path) -> None:
    path = _write(tmp_path, f"greeting = {'[' * 5000}{']' * 5000}")
    assert _refused_fields(path, data_folder=tmp_path) == {"example.toml": "is nested too deeply"}


def test_a_missing_value_is_named() -> None:
    assert set(_refused_fields()) == {"data_folder"}


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    assert set(_refused_fields(tmp_path / "absent.toml", data_folder=tmp_path)) == {"absent.toml"}


def test_a_misspelt_variable_is_refused_and_a_known_other_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EXAMPLE_CONFIG", "x")
    monkeypatch.setenv("EXAMPLE_DATABSE__URL", "x")
    with pytest.raises(AgentBaseError) as refused:
        load_settings(
            ExampleSettings, defaults={"data_folder": tmp_path}, other_variables=frozenset({"EXAMPLE_CONFIG"})
        )
    assert [error.field for error in refused.value.field_errors] == ["EXAMPLE_DATABSE__URL"]


def test_no_value_is_shown(tmp_path: Path) -> None:
    path = _write(tmp_path, "[database]\nurl = { password = 'hunter2' }")
    shown = str(_refused_fields(path, data_folder=tmp_path))
    assert "database.url" in shown
    assert "hunter2" not in shown
    settings = load_settings(ExampleSettings, defaults={"data_folder": tmp_path, "database": {"url": "x://hunter2"}})
    assert "hunter2" not in repr(settings)

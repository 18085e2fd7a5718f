from __future__ import annotations

from datetime import time
from pathlib import Path

import pytest

from agentbase.core.errors import AgentBaseError
from timeflow.settings import Settings, load_settings

FULL = """
locale = "en"
[database]
url = "mysql+asyncmy://root@127.0.0.1/timeflow"
[profile]
timezone = "Europe/Rome"
work_start = "08:30"
default_minutes = 45
[turn]
deadline_ms = 12000
[[models]]
name = "qwen"
provider = "openai_compatible"
base_url = "http://127.0.0.1:8001/v1"
model = "qwen-plus"
credential_ref = "env:DASHSCOPE_API_KEY"
context_window = 32768
max_output_tokens = 4096
capabilities = ["structured", "text"]
[routes.default]
primary = "qwen"
fallbacks = ["offline/standard"]
request_deadline_ms = 20000
per_attempt_timeout_ms = 8000
max_attempts = 4
[routes."复盘 Agent/generate_review"]
primary = "offline/standard"
fallbacks = ["offline/conservative"]
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TIMEFLOW_HOME", str(tmp_path))
    monkeypatch.delenv("TIMEFLOW_CONFIG", raising=False)
    return tmp_path


def fields_at_fault(config: Path | None = None) -> set[str]:
    with pytest.raises(AgentBaseError) as caught:
        load_settings(config)
    assert caught.value.reason_code == "CONFIG_ERROR"
    return {error.field for error in caught.value.field_errors}


def test_nothing_configured_works_without_a_network(home: Path) -> None:
    settings = load_settings()
    assert settings.data_folder == home
    assert settings.database_url == f"sqlite+aiosqlite:///{home}/timeflow.db"
    assert settings.turn.deadline_ms == 30_000
    assert (settings.locale, settings.profile.timezone) == ("zh-CN", "Asia/Shanghai")
    route = settings.build_routes().get_route("日程待办 Agent", "generate_item_content")
    assert route is not None
    assert [model.made_by for model in route.in_order()] == ["offline/standard", "offline/conservative"]


def test_the_file_of_the_data_folder_is_read_whole(home: Path) -> None:
    (home / "timeflow.toml").write_text(FULL, "utf-8")
    settings = load_settings()
    assert settings.database_url == "mysql+asyncmy://root@127.0.0.1/timeflow"
    assert settings.profile.work_start == time(8, 30)
    assert settings.turn.deadline_ms == 12_000
    routes = settings.build_routes()
    review, other = (
        routes.get_route("复盘 Agent", "generate_review"),
        routes.get_route("反馈 Agent", "normalize_feedback"),
    )
    assert review is not None
    assert other is not None
    assert review.primary_model.made_by == "offline/standard"
    assert other.primary_model.model_name == "qwen-plus"


def test_another_file_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other.toml").write_text("[turn]\ndeadline_ms = 7000\n", "utf-8")
    monkeypatch.setenv("TIMEFLOW_CONFIG", str(tmp_path / "other.toml"))
    assert load_settings().turn.deadline_ms == 7_000
    (tmp_path / "third.toml").write_text("[turn]\ndeadline_ms = 8000\n", "utf-8")
    assert load_settings(tmp_path / "third.toml").turn.deadline_ms == 8_000


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("TIMEFLOW_TURN__DEADLINE_MS", "9000", lambda settings: settings.turn.deadline_ms == 9_000),
        ("TIMEFLOW_LOCALE", "zh-CN", lambda settings: settings.locale == "zh-CN"),
        ("TIMEFLOW_PROFILE__TIMEZONE", "Asia/Tokyo", lambda settings: settings.profile.timezone == "Asia/Tokyo"),
        ("TIMEFLOW_PROFILE__LUNCH_START", "12:30", lambda settings: settings.profile.lunch_start == time(12, 30)),
        ("TIMEFLOW_DATABASE__URL", "sqlite+aiosqlite:///x.db", lambda settings: settings.database_url.endswith("x.db")),
        (
            "TIMEFLOW_ROUTES__DEFAULT__PRIMARY",
            "offline/conservative",
            lambda settings: settings.routes["default"].primary == "offline/conservative",
        ),
        (
            "TIMEFLOW_MODELS",
            '[{"name":"qwen","provider":"anthropic","model":"m","credential_ref":"env:K","context_window":1,'
            '"max_output_tokens":1}]',
            lambda settings: [model.provider for model in settings.models] == ["anthropic"],
        ),
    ],
)
def test_variables_win_over_the_file(
    home: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, read: object
) -> None:
    (home / "timeflow.toml").write_text(FULL, "utf-8")
    monkeypatch.setenv(name, value)
    assert callable(read)
    assert read(load_settings())


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("colour = 1", "colour"),
        ("[turn]\ndeadline = 1", "turn.deadline"),
        ("[turn]\ndeadline_ms = 'soon'", "turn.deadline_ms"),
        ("[turn]\ndeadline_ms = 0", "turn.deadline_ms"),
        ("locale = 'fr'", "locale"),
        ("[profile]\ntimezone = 'Mars/Olympus'", "profile.timezone"),
        ("[profile]\nwork_start = '19:00'", "profile"),
        ("[routes.default]\nprimary = 'gpt'", "routes.default"),
        ("[routes.'日程待办 Agent/dance']\nprimary = 'offline/standard'", "routes.日程待办 Agent/dance"),
        ("[routes.default]\nfallbacks = []", "routes.default.fallbacks"),
        ("[[models]]\nname = 'm'", "models.0.provider"),
        ("[database]\nurl = 1", "database.url"),
        ("not toml", "timeflow.toml"),
    ],
)
def test_what_is_wrong_is_named(home: Path, text: str, field: str) -> None:
    (home / "timeflow.toml").write_text(text, "utf-8")
    assert field in fields_at_fault()


def test_unknown_variables_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIMEFLOW_TRUN__DEADLINE_MS", "1")
    assert fields_at_fault() == {"TIMEFLOW_TRUN__DEADLINE_MS"}


def test_a_named_file_that_is_missing_is_an_error(tmp_path: Path) -> None:
    assert fields_at_fault(tmp_path / "absent.toml") == {"absent.toml"}


def test_no_secret_stands_in_the_text_of_the_settings(tmp_path: Path) -> None:
    settings = Settings.model_validate({"data_folder": tmp_path, "database": {"url": "mysql+asyncmy://u:pa55@h/d"}})
    assert "pa55" not in repr(settings)

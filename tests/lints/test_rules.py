from __future__ import annotations

from pathlib import PurePosixPath
from textwrap import dedent, indent

import pytest

from lints.rules import check
from lints.source import SourceFile

SQL = "from sqlalchemy import text, select, update, delete\n"


def rules_broken(code: str, path: str = "timeflow/data/service.py") -> set[str]:
    return {finding.rule for finding in check(SourceFile(PurePosixPath(path), dedent(code)))}


@pytest.mark.parametrize(
    "code",
    [
        "from datetime import datetime\nnow = datetime.now()",
        "from datetime import UTC, datetime as dt\nnow = dt.now(UTC)",
        "import datetime\nnow = datetime.datetime.utcnow()",
        "import datetime as d\nnow = d.datetime.today()",
        "from datetime import date\nnow = date.today()",
        "import time\nnow = time.time()",
        "from time import time as wall\nnow = wall()",
        "from dataclasses import field\nfrom datetime import datetime\nat = field(default_factory=datetime.now)",
    ],
)
def test_the_machine_clock_is_read_in_one_place_only(code: str) -> None:
    assert rules_broken(code) == {"clock"}
    assert rules_broken(code, "agentbase/core/clock.py") == set()


def test_a_clock_that_was_given_may_be_read() -> None:
    assert rules_broken("import time\ndef f(clock): return clock.now(), clock.today(), time.monotonic()") == set()


def test_only_the_unit_of_work_and_migrations_commit() -> None:
    code = "async def save(session): await session.commit()"
    assert rules_broken(code) == {"commit"}
    assert rules_broken(code, "agentbase/core/database/unit_of_work.py") == set()
    assert rules_broken(code, "timeflow/migrations/env.py") == set()


@pytest.mark.parametrize(
    "statement",
    [
        'text(f"SELECT {column} FROM items")',
        'text("SELECT " + column + " FROM items")',
        'text("SELECT %s FROM items" % column)',
        'text("SELECT {} FROM items".format(column))',
        'text(" AND ".join(column))',
        'session.execute(f"SELECT {column}")',
        'session.exec_driver_sql("SELECT " + column)',
        "session.scalars(text(TEMPLATE.format(column)))",
        "session.execute(text(template + column))",
    ],
)
def test_sql_is_not_put_together_as_text(statement: str) -> None:
    code = f"TEMPLATE = 'SELECT {{}}'\ndef f(session, column):\n    template = 'SELECT '\n    return {statement}\n"
    assert rules_broken(SQL + code) == {"sql-text"}


def test_sql_put_together_in_a_variable_first_is_found() -> None:
    code = """
    def f(session, names):
        query = "SELECT 1"
        for name in names:
            query += " AND " + name
        return session.execute(text(query))
    """
    assert rules_broken(SQL + dedent(code)) == {"sql-text"}


@pytest.mark.parametrize(
    "statement",
    [
        'text("SELECT 1 WHERE a = :a").bindparams(a=column)',
        'text("SELECT 1 " "FROM items")',
        "session.execute(select(column).join(column).where(column + 1 > 2), {'name': f'{column}'})",
        "executor.execute(f(column))",
    ],
)
def test_constant_or_expressed_sql_passes(statement: str) -> None:
    assert rules_broken(SQL + f"def f(session, column, executor):\n    return {statement}\n") == set()


@pytest.mark.parametrize("verb", ["select", "update", "delete"])
def test_a_repository_names_the_owner_in_every_query(verb: str) -> None:
    def broken(condition: str, path: str = "timeflow/data/repository.py") -> set[str]:
        return rules_broken(
            SQL + f"def f(session, owner_id):\n    return session.execute({verb}(Item){condition})", path
        )

    assert broken(".where(Item.id == 1)") == {"no-owner"}
    assert broken(".where(Item.id == 1, Item.user_id == owner_id)") == set()
    assert broken(".filter_by(owner_id=1)") == set()
    assert broken(".where(Item.id == 1)", "timeflow/data/model.py") == set()


def test_a_module_alias_does_not_hide_a_query() -> None:
    code = "import sqlalchemy as sa\nquery = sa.select(Item).where(Item.id == 1)"
    assert rules_broken(code, "timeflow/data/repository.py") == {"no-owner"}


def test_an_owner_in_the_body_of_a_loop_does_not_serve_the_query_in_its_head() -> None:
    code = """
    async def f(session):
        async for row in await session.stream(select(Item)):
            print(row.owner_id)
    """
    assert rules_broken(SQL + dedent(code), "timeflow/data/repository.py") == {"no-owner"}


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("# lint: no-owner — the relay serves every owner", set()),
        ("# lint: no-owner - the relay serves every owner", set()),
        ("# lint: no-owner", {"no-owner"}),
        ("# lint: no-owner — ", {"no-owner"}),
        ("# the relay serves every owner_id", {"no-owner"}),
    ],
)
def test_a_query_for_all_owners_says_why(comment: str, expected: set[str]) -> None:
    above = f"def f():\n    {comment}\n    return select(Outbox).where(Outbox.status == 1)\n"
    beside = f"def f():\n    return (\n        select(Outbox)  {comment}\n        .where(Outbox.status == 1)\n    )\n"
    for code in (above, beside):
        assert rules_broken(SQL + code, "agentbase/event/repository.py") == expected


def test_one_excuse_serves_one_query() -> None:
    code = "# lint: no-owner — served for all\na = select(Outbox)\nx = 1\nb = select(Outbox)\n"
    assert rules_broken(SQL + code, "agentbase/event/repository.py") == {"no-owner"}


@pytest.mark.parametrize(
    "code",
    ["import openai", "from openai import AsyncOpenAI", "import anthropic.types as t", "def f():\n    import httpx"],
)
def test_model_clients_are_imported_in_providers_only(code: str) -> None:
    assert rules_broken(code) == {"model-call"}
    assert rules_broken(code, "agentbase/llm/manager.py") == {"model-call"}
    assert rules_broken(code, "agentbase/llm/providers/openai_compatible.py") == set()


@pytest.mark.parametrize(
    "handler",
    [
        "except:\n    pass",
        "except BaseException:\n    log()",
        "except (ValueError, BaseException) as error:\n    log(error)",
        "except asyncio.CancelledError:\n    pass",
        "except CancelledError:\n    pass",
        "except BaseException:\n    if log():\n        raise",
        "except BaseException:\n    if log():\n        return\n    raise",
    ],
)
def test_cancellation_is_not_swallowed(handler: str) -> None:
    imports = "import asyncio\nfrom asyncio import CancelledError\n"
    body = indent(f"try:\n    work()\n{handler}\n", "    ")
    assert rules_broken(f"{imports}def f():\n{body}") == {"swallow"}


def test_suppressing_cancellation_swallows_it() -> None:
    code = "import asyncio, contextlib\nwith contextlib.suppress({}):\n    work()\n"
    assert rules_broken(code.format("asyncio.CancelledError")) == {"swallow"}
    assert rules_broken(code.format("ValueError")) == set()


@pytest.mark.parametrize(
    "handler",
    ["except Exception:\n    pass", "except BaseException:\n    log()\n    raise", "except ValueError:\n    pass"],
)
def test_handlers_that_let_cancellation_through_pass(handler: str) -> None:
    assert rules_broken(f"try:\n    work()\n{handler}\n") == set()


@pytest.mark.parametrize(("ending", "expected"), [("raise kept", set()), ("log(kept)", {"swallow"})])
def test_cancellation_may_be_kept_and_raised_later(ending: str, expected: set[str]) -> None:
    code = f"""
    import asyncio
    def f():
        kept = None
        try:
            work()
        except asyncio.CancelledError as cancelled:
            kept = cancelled
        if kept is not None:
            {ending}
    """
    assert rules_broken(code) == expected


def test_asyncio_locks_are_refused() -> None:
    assert rules_broken("import asyncio\nlock = asyncio.Lock()") == {"lock"}
    assert rules_broken("from asyncio import Lock\nlock = Lock()") == {"lock"}
    assert rules_broken("import asyncio\nevent = asyncio.Event()") == set()


def test_files_have_a_limit_and_services_a_lower_one() -> None:
    def broken(lines: int, name: str) -> set[str]:
        return rules_broken("x = 1\n" * lines, f"timeflow/data/{name}")

    assert broken(400, "steps.py") == set()
    assert broken(401, "steps.py") == {"length"}
    assert broken(150, "service.py") == set()
    assert broken(151, "service.py") == {"length"}


def test_a_finding_names_its_file_line_and_rule() -> None:
    source = SourceFile(PurePosixPath("timeflow/a.py"), "import time\n\nnow = time.time()\n")
    assert [str(finding).partition(": time")[0] for finding in check(source)] == ["timeflow/a.py:3: clock"]

"""Queries on items, always by tenant and owner. Nothing here commits.

What a query reads is bounded by its window, not by the table: every window is asked as branches of which each is one
range of one index, and no row is in two branches (see ``model`` for ``span_class``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, func, insert, or_, select, union_all, update
from sqlalchemy.sql.expression import bindparam

from agentbase.core.database import Owner, UnitOfWork, can_be_id
from timeflow.data.contracts import CandidateCriteria, ReviewCriteria
from timeflow.data.folding import fold
from timeflow.data.model import task_items
from timeflow.data.stored import StoredItem
from timeflow.data.times import SPAN_LIMITS
from timeflow.functions.contracts import ItemStatus, ItemType

Conditions = tuple[ColumnElement[bool], ...]
Window = tuple[datetime, datetime]
"""A half-open span of aware instants."""

EARLIEST: Final = datetime(1000, 1, 1, tzinfo=UTC)
LATEST: Final = datetime(9999, 12, 31, tzinfo=UTC)
"""What a DATETIME of MariaDB can hold; windows are cut to it."""

MAX_WINDOWS: Final = 8
"""More windows than this in one statement are joined to fewer, wider ones."""

NOT_CANCELLED: Final[tuple[ItemStatus, ...]] = ("active", "completed")

_c = task_items.c


async def select_items(uow: UnitOfWork, owner: Owner, item_ids: Iterable[str]) -> tuple[StoredItem, ...]:
    """These items, deleted ones too, in order of time."""
    return await _items(uow, _ordered([select(task_items).where(_owned(owner), _c.item_id.in_(_ids(item_ids)))]))


async def select_candidates(
    uow: UnitOfWork, owner: Owner, criteria: CandidateCriteria, limit: int
) -> tuple[StoredItem, ...]:
    """The first ``limit`` items that meet all criteria, in order of time, those without a time last.

    Without a window the words are looked for in all items of the owner.
    """
    owned = (_owned(owner), _c.deleted_at.is_(None), *_criteria(owner, criteria))
    if criteria.window is None:
        branches: list[Conditions] = [()]
    else:
        window = (criteria.window.start_at, criteria.window.end_at)
        branches = [*_timed(window), *([_undated("todo", "subtask", "long_goal")] if criteria.without_time else [])]
    return await _items(uow, _ordered([select(task_items).where(*owned, *one) for one in branches], limit))


async def select_agenda(
    uow: UnitOfWork, owner: Owner, window: Window, limit: int, *, undated: bool
) -> tuple[StoredItem, ...]:
    """What happens or is due in a window and is not cancelled, in order of time.

    ``undated`` adds the open todos that have no time at all, last.
    """
    owned = (_owned(owner), _c.deleted_at.is_(None), _c.status.in_(NOT_CANCELLED))
    branches = [*_timed(window), *([(*_undated("todo"), _c.status == "active")] if undated else [])]
    return await _items(uow, _ordered([select(task_items).where(*owned, *one) for one in branches], limit))


async def select_review(uow: UnitOfWork, owner: Owner, criteria: ReviewCriteria, limit: int) -> tuple[StoredItem, ...]:
    """Whatever happened or was due in a window, cancelled or not, of one goal where one is named."""
    owned = [_owned(owner), _c.deleted_at.is_(None)]
    if criteria.goal_id is not None:
        owned.append(or_(_c.goal_id.in_(_ids([criteria.goal_id])), _c.item_id.in_(_ids([criteria.goal_id]))))
    window = (criteria.window.start_at, criteria.window.end_at)
    return await _items(uow, _ordered([select(task_items).where(*owned, *one) for one in _timed(window)], limit))


async def select_goal(uow: UnitOfWork, owner: Owner, goal_id: str, limit: int) -> tuple[StoredItem, ...]:
    """A long goal, and what belongs to it, in order of time. Empty where there is no such goal."""
    if not can_be_id(goal_id):
        return ()
    goal = task_items.alias("goal")
    exists = select(goal.c.item_id).where(
        goal.c.tenant_id == owner.tenant_id,
        goal.c.owner_id == owner.owner_id,
        goal.c.item_id == goal_id,
        goal.c.item_type == "long_goal",
        goal.c.deleted_at.is_(None),
    )
    owned = (_owned(owner), _c.deleted_at.is_(None), exists.exists())
    branches = [
        select(task_items).where(*owned, _c.item_id == goal_id),
        select(task_items).where(*owned, _c.goal_id == goal_id, _c.item_id != goal_id),
    ]
    return await _items(uow, _ordered(branches, limit))


async def select_taking_time(
    uow: UnitOfWork, owner: Owner, window: Window, exclude: Iterable[str] = ()
) -> tuple[StoredItem, ...]:
    """The items that take time in a window (``StoredItem.takes_time``), in order of time."""
    query = select(task_items).where(_owned(owner), *_taking_time([window]), _c.item_id.not_in(_ids(exclude)))
    return await _items(uow, _ordered([query]))


async def select_facts(
    uow: UnitOfWork, owner: Owner, item_ids: Iterable[str], windows: Sequence[Window]
) -> tuple[StoredItem, ...]:
    """In one statement: these items, deleted ones too, and whatever else may take time in the windows."""
    ids = _ids(item_ids)
    branches = [select(task_items).where(_owned(owner), _c.item_id.in_(ids))] if ids else []
    if windows:
        busy = _taking_time(joined(windows))
        branches.append(select(task_items).where(_owned(owner), *busy, _c.item_id.not_in(ids)))
    return await _items(uow, _ordered(branches)) if branches else ()


async def insert_items(uow: UnitOfWork, owner: Owner, items: Sequence[StoredItem]) -> None:
    """Store new items, in one statement."""
    await uow.execute(insert(task_items), [item.values(owner) for item in items])


async def update_items(uow: UnitOfWork, owner: Owner, items: Sequence[StoredItem]) -> bool:
    """Store the next versions of items, each only over the version before it; whether all were found so."""
    rows = [item.values(owner) for item in items]
    changed = sorted(rows[0].keys() - {"item_id", "tenant_id", "owner_id", "item_type", "created_at"})
    guarded = (
        update(task_items)
        .where(
            _owned(owner),
            _c.item_id == bindparam("guard_item_id"),
            _c.version == bindparam("guard_version"),
        )
        .values({name: bindparam(name) for name in changed})
    )
    parameters = [
        {**{name: row[name] for name in changed}, "guard_item_id": item.item_id, "guard_version": item.version - 1}
        for item, row in zip(items, rows, strict=True)
    ]
    return (await uow.execute(guarded, parameters)).rowcount == len(items)


def joined(windows: Sequence[Window]) -> list[Window]:
    """The same time and perhaps more, in at most MAX_WINDOWS disjoint windows; the smallest gaps are closed first."""
    disjoint: list[Window] = []
    for start, end in sorted(windows):
        if disjoint and start <= disjoint[-1][1]:
            disjoint[-1] = (disjoint[-1][0], max(disjoint[-1][1], end))
        else:
            disjoint.append((start, end))
    while len(disjoint) > MAX_WINDOWS:
        place = min(range(len(disjoint) - 1), key=lambda index: disjoint[index + 1][0] - disjoint[index][1])
        disjoint[place : place + 2] = [(disjoint[place][0], disjoint[place + 1][1])]
    return disjoint


def _ids(texts: Iterable[str]) -> list[str]:
    return sorted({text for text in texts if can_be_id(text)})


def _owned(owner: Owner) -> ColumnElement[bool]:
    return and_(_c.tenant_id == owner.tenant_id, _c.owner_id == owner.owner_id)


def _overlapping(window: Window) -> ColumnElement[bool]:
    start, end = _cut(window)
    branches = []
    for span_class, limit in enumerate(SPAN_LIMITS):
        earliest = EARLIEST if limit is None or start - EARLIEST < limit else start - limit
        branches.append(
            and_(_c.span_class == span_class, _c.start_at >= earliest, _c.start_at < end, _c.end_at > start)
        )
    return or_(*branches)


def _timed(window: Window) -> list[Conditions]:
    """What overlaps the window, what is due in it, and the goals whose deadline lies in it: no row twice."""
    start, end = _cut(window)
    elsewhere = or_(_c.span_class.is_(None), _c.start_at >= end, _c.end_at <= start)
    return [
        (_overlapping(window),),
        (_within(_c.due_at, _c.due_date, start, end), elsewhere),
        (
            _c.item_type == "long_goal",
            _within(_c.deadline_at, _c.deadline_date, start, end),
            elsewhere,
            _c.due_at.is_(None),
        ),
    ]


def _within(at: ColumnElement[Any], day: ColumnElement[Any], start: datetime, end: datetime) -> ColumnElement[bool]:
    """A limit within a window. The limit of a date is the midnight after it and still belongs to that date."""
    return and_(at >= start, at <= end, or_(and_(day.is_not(None), at > start), and_(day.is_(None), at < end)))


def _undated(*item_types: ItemType) -> Conditions:
    return (_c.item_type.in_(item_types), _c.due_at.is_(None), _c.span_class.is_(None), _c.deadline_at.is_(None))


def _taking_time(windows: Sequence[Window]) -> Conditions:
    return (
        or_(*(_overlapping(window) for window in windows)),
        _c.item_type.in_(("schedule", "subtask")),
        _c.status == "active",
        _c.all_day.is_(False),
        _c.deleted_at.is_(None),
    )


def _criteria(owner: Owner, criteria: CandidateCriteria) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = [_contains(_c.folded_text, word) for word in _folded(criteria.words)]
    conditions += [~_contains(_c.folded_text, word) for word in _folded(criteria.exclude_words)]
    if criteria.item_types:
        conditions.append(_c.item_type.in_(criteria.item_types))
    if criteria.statuses:
        conditions.append(_c.status.in_(criteria.statuses))
    if criteria.overdue_at is not None:
        conditions += [
            _c.status == "active",
            or_(_c.due_at <= criteria.overdue_at, _c.end_at <= criteria.overdue_at),
        ]
    if criteria.goal_title is not None:
        goal = task_items.alias("goal")
        goals = select(goal.c.item_id).where(
            goal.c.tenant_id == owner.tenant_id,
            goal.c.owner_id == owner.owner_id,
            goal.c.item_type == "long_goal",
            goal.c.deleted_at.is_(None),
            _contains(goal.c.folded_text, fold(criteria.goal_title)),
        )
        conditions.append(or_(_c.goal_id.in_(goals), _c.item_id.in_(goals)))
    return conditions


def _folded(words: Iterable[str]) -> list[str]:
    return [folded for folded in map(fold, words) if folded]


def _contains(column: ColumnElement[str], folded: str) -> ColumnElement[bool]:
    # Both sides are folded and both databases compare these columns by code point, so no wildcard needs an escape.
    return func.instr(column, folded) > 0


def _cut(window: Window) -> Window:
    return max(window[0], EARLIEST), min(window[1], LATEST)


def _ordered(branches: Sequence[Select[Any]], limit: int | None = None) -> Select[Any]:
    rows = union_all(*branches).subquery("found") if len(branches) > 1 else branches[0].subquery("found")
    time = func.coalesce(rows.c.start_at, rows.c.due_at, rows.c.deadline_at)
    # lint: no-owner — the branches were chosen by their owner
    query = select(rows).order_by(time.is_(None), time, rows.c.created_at, rows.c.item_id)
    return query if limit is None else query.limit(limit)


async def _items(uow: UnitOfWork, query: Select[Any]) -> tuple[StoredItem, ...]:
    return tuple(StoredItem.of_row(row) for row in (await uow.execute(query)).mappings())

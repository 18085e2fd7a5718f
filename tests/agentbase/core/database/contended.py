"""What the transactions of these tests fight for, and what each of them does."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from sqlalchemy import Column, CursorResult, Executable, Integer, MetaData, String, Table, func, insert, select, update

metadata = MetaData()
items = Table(
    "contended_items",
    metadata,
    Column("item_id", Integer, primary_key=True, autoincrement=False),
    Column("touched", Integer, nullable=False),
)
bookings = Table(
    "contended_bookings",
    metadata,
    Column("booking_id", Integer, primary_key=True, autoincrement=False),
    Column("slot", Integer, nullable=False, index=True),
    Column("note", String(20)),
)
SLOTS = 25
Execute = Callable[[Executable], Awaitable[CursorResult[Any]]]


async def book(execute: Execute, number: int) -> None:
    """Look whether a slot is free, touch 6 of the 40 rows, and book the slot if it was."""
    slot = number % SLOTS
    taken = (await execute(select(func.count()).select_from(bookings).where(bookings.c.slot == slot))).scalar_one()
    await asyncio.sleep(0.002)
    for item_id in random.Random(number).sample(range(40), 6):
        await execute(update(items).where(items.c.item_id == item_id).values(touched=items.c.touched + 1))
    if not taken:
        await execute(insert(bookings).values(booking_id=number, slot=slot))


async def booked_twice(execute: Execute) -> Sequence[int]:
    """The slots that hold more than one booking."""
    query = select(bookings.c.slot).group_by(bookings.c.slot).having(func.count() > 1)
    return (await execute(query)).scalars().all()

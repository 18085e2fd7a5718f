"""What the words of the calendar mean: months, weekdays, units and parts of the day."""

from __future__ import annotations

from typing import Literal

from timeflow.timeexpr.contracts import PartOfDay

Unit = Literal["second", "minute", "hour", "day", "weekday", "weekend", "week", "month", "quarter", "year", "decade"]

MONTHS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sep sept",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
# Month words that are also a verb, a name or an abbreviation: a month only beside a number or after a cue.
DOUBTFUL_MONTHS = frozenset({"may", "march", "mar", "jan", "jun", "dec", "sep", "apr"})

WEEKDAYS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "monday mon",
            "tuesday tue tues",
            "wednesday wed weds",
            "thursday thu thur thurs",
            "friday fri",
            "saturday sat",
            "sunday sun",
        )
    )
    for name in names.split()
}
DOUBTFUL_WEEKDAYS = frozenset({"mon", "wed", "sat", "sun"})
WEEKDAY_PLURALS: dict[str, int] = {f"{name}s": number for name, number in WEEKDAYS.items() if name.endswith("day")}

UNITS: dict[str, Unit] = {
    "s": "second",
    "sec": "second",
    "secs": "second",
    "second": "second",
    "seconds": "second",
    "min": "minute",
    "mins": "minute",
    "minute": "minute",
    "minutes": "minute",
    "h": "hour",
    "hr": "hour",
    "hrs": "hour",
    "hour": "hour",
    "hours": "hour",
    "d": "day",
    "day": "day",
    "days": "day",
    "night": "day",
    "nights": "day",
    "weekday": "weekday",
    "weekdays": "weekday",
    "workday": "weekday",
    "workdays": "weekday",
    "weekend": "weekend",
    "weekends": "weekend",
    "wk": "week",
    "wks": "week",
    "week": "week",
    "weeks": "week",
    "month": "month",
    "months": "month",
    "quarter": "quarter",
    "quarters": "quarter",
    "yr": "year",
    "yrs": "year",
    "year": "year",
    "years": "year",
    "decade": "decade",
    "decades": "decade",
}
# Letters that are a unit only where they touch their number: 3h, 10d.
GLUED_UNITS = frozenset({"s", "h", "d"})

UNIT_SECONDS: dict[Unit, int] = {
    "second": 1,
    "minute": 60,
    "hour": 3600,
    "day": 86_400,
    "weekday": 86_400,
    "weekend": 2 * 86_400,
    "week": 7 * 86_400,
    "month": 30 * 86_400,
    "quarter": 90 * 86_400,
    "year": 365 * 86_400,
    "decade": 3650 * 86_400,
}
UNIT_MONTHS: dict[Unit, int] = {"month": 1, "quarter": 3, "year": 12, "decade": 120}

# English has no word for each part of the day of the design; these are the nearest.
PARTS: dict[str, PartOfDay] = {
    "dawn": "凌晨",
    "early morning": "早上",
    "morning": "上午",
    "lunchtime": "中午",
    "lunch time": "中午",
    "midday": "中午",
    "early afternoon": "下午",
    "late afternoon": "下午",
    "afternoon": "下午",
    "dusk": "傍晚",
    "evening": "晚上",
    "night": "晚上",
    "nite": "晚上",
}

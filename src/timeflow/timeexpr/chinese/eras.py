"""Years counted from the start of a reign or a republic: 康熙二十年9月, 民国三十八年, 令和6年."""

from __future__ import annotations

import re

from timeflow.timeexpr.calendar import years_span
from timeflow.timeexpr.chinese.periods import inside
from timeflow.timeexpr.chinese.pieces import Days, Scope
from timeflow.timeexpr.chinese.text import NUMBER, number

_FIRST_YEARS = {
    **{"武德": 618, "贞观": 627, "永徽": 650, "神龙": 705, "开元": 713, "天宝": 742},
    **{"洪武": 1368, "建文": 1399, "永乐": 1403, "洪熙": 1425, "宣德": 1426, "正统": 1436, "景泰": 1450, "天顺": 1457},
    **{"成化": 1465, "弘治": 1488, "正德": 1506, "嘉靖": 1522, "隆庆": 1567, "万历": 1573, "泰昌": 1620, "天启": 1621},
    **{"崇祯": 1628, "顺治": 1644, "康熙": 1662, "雍正": 1723, "乾隆": 1736, "嘉庆": 1796, "道光": 1821, "咸丰": 1851},
    **{"同治": 1862, "光绪": 1875, "宣统": 1909, "民国": 1912},
    **{"明治": 1868, "大正": 1912, "昭和": 1926, "平成": 1989, "令和": 2019},
}
_ERA_YEAR = re.compile(rf"(?P<era>{'|'.join(_FIRST_YEARS)})(?P<year>元|{NUMBER})年")
STARTS = "".join({era[0] for era in _FIRST_YEARS})


def era_year(scope: Scope, index: int) -> Days | None:
    """A year of an era, taken as the Gregorian year in which most of it lies, with what lies inside it."""
    matched = _ERA_YEAR.match(scope.text, index)
    if matched is None:
        return None
    count = 1 if matched["year"] == "元" else number(matched["year"])
    if not 1 <= count <= 200:
        return None
    span = years_span(_FIRST_YEARS[matched["era"]] + count - 1)
    return inside(scope, Days(matched.end(), (span,), "year", "zh.era"))

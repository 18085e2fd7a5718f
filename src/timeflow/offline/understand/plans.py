"""The three functions about plans: split a long goal, replan, review."""

from __future__ import annotations

import re
from typing import Final

from timeflow.offline.understand import choose_times
from timeflow.offline.understand.remainder import clauses_of, merged, trimmed, without
from timeflow.offline.understand.sentence import Sentence
from timeflow.offline.understand.targets import words_of
from timeflow.perception.understanding import LongTaskUnderstanding, ReplanUnderstanding, ReviewUnderstanding
from timeflow.timeexpr import ExpressionKind

_SPLIT_WORDS: Final = re.compile(
    r"^(?:帮我|请|麻烦|给我)?(?:把|将)|(?:拆[分解成开]?|分解|细分|分步骤?)(?:一下|下|成|为|到)?(?:一些|几个|"
    r"若干|每天的|每周的|小的?|可执行的?|具体的?|可以执行的?)*(?:子任务|小任务|任务|步骤|计划|小目标|阶段|几步)?|"
    r"(?:帮我|给我|怎么|如何)?(?:规划|安排)(?:一下|下)?|(?:制定|做|列|定|出|写|来)(?:一下|一?[个份]|"
    r"出)?(?=.{0,16}(?:计划|规划|方案))|(?:的)?(?:学习|训练|备考|复习|执行)?(?:计划|规划|方案)$|^(?:我|"
    r"我们)?(?:想要?|要|打算|希望|计划|准备)(?:在)?|"
    r"(?:这个|那个|我的|的)?(?:长期)?(?:大)?目标[:：是]?|"
    r"\b(?:please|help me|can you|break(?: down)?|split(?: up)?|into (?:small(?:er)? |daily |weekly )?(?:steps|"
    r"tasks|subtasks|pieces|parts)|down|step[- ]by[- ]step|"
    r"(?:make|create|draft|build|write|give)(?: me)? (?:a|an) [a-z -]{0,20}?plan (?:to|for)|i (?:want|would "
    r"like|plan|intend|hope) to|plan(?: out)?|help me|my|the goal of|goal(?: of)?|need a plan (?:to|for))\b"
)
_NO_GOAL: Final = re.compile(
    r"^(?:一个|这个|那个|我的|某个|新的|一下|it|a|an|the|goal|something|this|that)+$", re.IGNORECASE
)
_EXISTING: Final = re.compile(r"(?:这个|那个|我的|已有的?|现有的?).{0,12}目标|\b(?:my|the|existing) [\w ]{0,30}goal\b")
_REPLAN_FIXED: Final = re.compile(
    r"(?P<a>[^，,。；;！!]{1,30}?)(?:不(?:要|能)?动|别动|不变|保持不变|固定|不能改)|(?:除了|保留|"
    r"固定)(?P<b>[^，,。；;！!]{1,30}?)(?=[，,。；;！!]|外|以外|$)|"
    r"\b(?:keep|except|but not|don'?t (?:move|touch))\s+(?:the |my )?(?P<c>[^,.;!]{1,40}?)(?=\s+(?:fixed|as is|"
    r"where|unchanged)|[,.;!]|$)"
)
_ABOUT_GOAL: Final = re.compile(
    r"(?:把|将|给|对)?(?P<a>[\w§《》]{2,30}?)(?:这个|那个)?(?:的)?(?:长期)?目标(?:的)?(?:计划|安排|任务|进度|"
    r"进展)?(?=.{0,8}(?:重|复盘|总结|回顾|调整)|[^\w]|$)|"
    r"(?:复盘|总结|回顾)(?:一下|下)?(?P<b>[\w§《》]{2,30}?)(?:这个|那个)?(?:的)?(?:目标|项目)|"
    r"\b(?:of|for|on|my|the)\s+(?:(?:my|the|progress|on|of)\s+)*(?P<c>(?!my\b|the\b|progress\b)\w+(?: (?!my\b|"
    r"the\b|on\b|of\b)\w+){0,4}?)\s+goal\b"
)
_REVIEW_WORDS: Final = re.compile(
    r"复盘|回顾|总结|一下|月度|季度|年度|每周|本周|本月|周度|看看|这个月|目标|看|帮我|给我|请|做一?个|来一?个|"
    r"写一?个|我的?|完成情况|执行情况|情况|怎么样|如何|咋样|"
    r"表现|过得|做得|干得|完成得|工作|生活|所有|全部|事项|安排|日程|"
    r"\b(?:review|recap|retrospective|summary|summari[sz]e|how|did|have|i|do|done|was|my|go|look|back|on|of|"
    r"for|the|a|give|me|weekly|monthly|daily|run|please|week|month|day|"
    r"last|this|past|what|it|is|go)\b"
)
_FOCUS: Final = re.compile(
    r"(?:重点|主要|尤其|特别是?)(?:看看?|关注|说说|分析)?(?P<a>[^，,。；;！!]{2,60})|"
    r"\b(?:focus(?:ing)? on|especially|particularly)\s+(?P<b>[^,.;!]{2,60})"
)


def split(sentence: Sentence) -> LongTaskUnderstanding:
    """``帮我把三个月学会吉他拆成小任务``: the goal is what is left without the asking."""
    moments = sentence.moments
    due = (
        choose_times.deadlines(moments)[:1]
        or [e for e in moments if e.kind in {ExpressionKind.DATE, ExpressionKind.RANGE} and not sentence.is_past(e)][:1]
    )
    lengths = [e for e in sentence.durations if (e.duration_seconds or 0) >= 7 * 86400][:1]
    used = [e.span for e in (*due, *lengths)]
    commands = [m.span() for m in _SPLIT_WORDS.finditer(sentence.masked) if m.end() > m.start()]
    text = without(sentence.text, merged([*used, *commands]))
    clauses = [trimmed(clause, commands=False).strip("的地得把将内，, ") for clause in clauses_of(text)]
    clauses = [clause for clause in clauses if len(clause) > 1 and not _NO_GOAL.match(clause)]
    return LongTaskUnderstanding(
        goal_title=clauses[0][:200] if clauses else None,
        description="，".join(clauses[1:])[:2000] or None,
        deadline=choose_times.quoted(due or lengths),
        existing_goal=_EXISTING.search(sentence.masked) is not None,
    )


def replan(sentence: Sentence) -> ReplanUnderstanding:
    """``今天临时出差，帮我重排后面的安排，周会不要动``."""
    fixed: list[str] = []
    for match in _REPLAN_FIXED.finditer(sentence.masked):
        group = next(name for name in "abc" if match.group(name))
        start, end = match.span(group)
        fixed += words_of(sentence.text[start:end])
    goal = _goal(sentence)
    spans = [m.span() for m in _REPLAN_FIXED.finditer(sentence.masked)]
    moments = choose_times.outside(sentence.moments, spans)
    ahead = [e for e in moments if not sentence.is_past(e)]
    return ReplanUnderstanding(
        scope="single_long_goal" if goal else "all_items",
        goal_title=goal,
        range=choose_times.quoted(ahead[-1:]),
        fixed_words=fixed[:10],
    )


def review(sentence: Sentence) -> ReviewUnderstanding:
    """``复盘一下上周``, ``how did I do last week``."""
    goal = _goal(sentence)
    focus = _FOCUS.search(sentence.masked)
    if goal is None:
        rest = re.sub(r"[¤\s，,。.？?！!的了吧得在]", "", _REVIEW_WORDS.sub("", sentence.masked))
        named = words_of(
            without(
                sentence.text,
                merged(
                    [*(e.span for e in sentence.times), *(m.span() for m in _REVIEW_WORDS.finditer(sentence.masked))]
                ),
            )
        )
        if rest and not sentence.moments and named:
            goal = named[0]
    group = None if focus is None else ("a" if focus.group("a") else "b")
    return ReviewUnderstanding(
        review_type="single_long_goal" if goal else "all_items",
        goal_title=goal,
        range=choose_times.quoted(choose_times.together(sentence.moments, sentence)),
        focus=sentence.text[slice(*focus.span(group))].strip() if focus and group else None,
    )


def _goal(sentence: Sentence) -> str | None:
    match = _ABOUT_GOAL.search(sentence.masked)
    if match is None:
        return None
    group = next(name for name in "abc" if name in match.groupdict() and match.group(name))
    words = words_of(sentence.text[slice(*match.span(group))])
    words = [re.sub(r"^(?:复盘|总结|回顾|重排|重新(?:安排|规划)|一下|帮我|把|调整)+", "", word) for word in words]
    return next((word for word in words if word), None)

"""English signs of each intent: ``(intent, pattern, weight)``. ``¤`` is a time, ``§`` a quoted name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from timeflow.offline.understand.signals import Intent


def _sign(intent: Intent, weight: int, *patterns: str) -> list[tuple[Intent, re.Pattern[str], int]]:
    return [(intent, re.compile(pattern), weight) for pattern in patterns]


_POLITE = (
    r"^(?:\s|,|never mind\b|please\b|hey\b|hi\b|ok(?:ay)?\b|can you\b|could you\b|would you\b|will you\b|"
    r"can we\b|could "
    r"we\b|shall we\b|kindly\b|i(?:'d| "
    r"would) like(?: you)? to\b|"
    r"i want(?: you)? to\b|i need(?: you)? to\b|help me\b|let'?s\b|also\b|and\b|then\b|now\b|just\b|¤){0,40}"
)

HAPPENED: Final = re.compile(
    r"\b(?:did(?:n't)?|was|were|went|took|got|had|finished|completed|done|ran|made|"
    r"met|[a-z]{3,}ed)\b"
)
NARRATIVE: Final = re.compile(
    r"\b(?:half|halfway|partially|partly|took|it went|went (?:well|badly|great|fine|ok)|because|but|only|late|"
    r"early|smoothly|tired|hard|difficult|percent|went over)\b|\d+\s*%"
)
CHANGE_VERB: Final = re.compile(
    r"\b(?:move|reschedule|push|shift|postpone|delay|bring|change|rename|extend|shorten|update|edit|make|"
    r"switch|pull|set|add a note|roll|carry|defer|put off)\b"
)

SIGNS: Final = [
    *_sign("update", 10, r"^(?:what|how) about ¤+ instead\b"),
    *_sign("update", 8, r"\bmoved ¤"),
    *_sign("delete", 7, r"\b(?:is|are) off[.!]*$"),
    *_sign("set_status", 9, r"^(?:done|finished|completed)\s*[:-]"),
    *_sign("set_status", 10, r"\b(?:re-?open|un-?check|un-?tick) (?:it|that|the)\b"),
    *_sign(
        "feedback",
        9,
        r"\b(?:felt|was|were) (?:really |so |very |pretty )?(?:great|good|awful|bad|hard|easy|rough|"
        r"terrible|exhausting|fun)\b",
    ),
    *_sign(
        "update",
        9,
        r"\bis (?:now |¤+ )(?:at |on |due )?¤|\b(?:do|have|make|hold|move)\b.{1,40}¤ instead|\bcut\b.{1,40}\bshort\b",
    ),
    *_sign("delete", 9, r"\bnot (?:going|doing|attending|coming)\b.{1,40}\bany ?more\b"),
    *_sign("replan", 12, r"\b(?:plan|organi[sz]e) (?:out )?(?:my|the) (?:day|week|month|schedule|rest of)\b"),
    *_sign("review", 12, r"\bhow did ¤+ go\b|\bhow was ¤+[?.]*$"),
    *_sign(
        "unsupported",
        13,
        r"^(?:never ?mind|forget it|(?:the )?(?:first|second|third|last|later|earlier|other) one|yes|no|ok(?:ay)?|sure)"
        r"[\s.!]*$",
    ),
    *_sign(
        "create",
        9,
        _POLITE + r"(?:add\b(?! (?:a )?(?:note|description|comment))|create\b|remind me\b|remember to\b|don'?t "
        r"(?:let me )?forget\b|note(?: down)?\b|jot\b|"
        r"new (?:long[- ]term )?(?:todo|task|event|meeting|goal|appointment|reminder|to-do)\b|(?:todo|to-do|"
        r"task|event|reminder|goal)\s*:|set (?:up|a|an)\b|wake me\b)",
        r"\bremind me\b",
        r"\bto my (?:todo|to-do|task)s?(?: list)?\b|\b(?:on|to|in) my (?:calendar|list|agenda)\b(?!\?)",
    ),
    *_sign(
        "create",
        8,
        _POLITE + r"(?:schedule\b|book\b|plan (?:a|an|the)\b|arrange\b|put\b(?! off)|block\b|"
        r"make (?:a|an)\b(?: (?:appointment|reservation|todo|note))?)",
    ),
    *_sign(
        "create",
        6,
        r"\bi (?:have|need|got|must|should|want|plan) to\b|\bi'?ve got to\b|\bi have (?:a|"
        r"an)\b|\bthere(?:'s| is) an?\b",
    ),
    *_sign(
        "update",
        9,
        _POLITE + r"(?:move|reschedule|push|shift|postpone|delay|bring|rename|extend|shorten|defer|pull|switch|"
        r"put off)\b",
        _POLITE + r"(?:change|update|edit)\b",
        r"\badd (?:a )?(?:note|description|comment)\b",
        r"\b(?:rename|retitle)\b",
        _POLITE
        + r"(?:set|make)\b.{1,60}\b(?:due|deadline|minutes|hour|hours|long|longer|shorter|instead)\b|"
        + _POLITE
        + r"make (?:the|my|it|that|this)\b",
    ),
    *_sign("update", 7, r"\b(?:moved|rescheduled|postponed|pushed|shifted|changed) to\b|\binstead of\b"),
    *_sign(
        "roll_over",
        11,
        r"\b(?:move|push|roll|carry|shift|reschedule|put|bring)\b.{0,40}\b(?:overdue|unfinished|incomplete|"
        r"undone|leftover|not done|did(?:n'?t| not) "
        r"(?:finish|do|complete|get done)|was(?:n'?t| not) (?:done|finished))\b",
        r"\b(?:overdue|unfinished|incomplete|undone|leftover)\b.{0,30}\b(?:moved?|pushed?|rolled?|carried|"
        r"shifted) (?:over )?to\b",
    ),
    *_sign("delete", 9, _POLITE + r"(?:cancel|delete|remove|drop|scrap|clear|get rid of|erase|call off|scratch)\b"),
    *_sign("set_status", 7, r"\b(?:bought|paid|sent|submitted|booked|mailed|returned|delivered|sorted)[.!]*$"),
    *_sign("delete", 7, r"\b(?:is|are|was|got|been) (?:cancell?ed|called off)\b|\b(?:no longer need|don'?t need)\b"),
    *_sign(
        "set_status",
        10,
        r"\b(?:mark|set|tick|check|cross)\b.{0,60}\b(?:done|complete|completed|finished|"
        r"off|cancell?ed)\b",
    ),
    *_sign("set_status", 10, _POLITE + r"(?:reopen|re-open|reactivate|restore|uncheck|untick)\b"),
    *_sign(
        "set_status",
        7,
        r"^(?:i(?:'ve| have| am|'m)?\s+)?(?:already |just )?(?:booked|returned|delivered|finished|completed|"
        r"done with|wrapped up|submitted|paid|bought|sent|called|mailed|did)\b",
        r"\b(?:is|are|it's)? ?(?:all )?(?:done|finished|completed)[.!]*$",
    ),
    *_sign(
        "query",
        9,
        r"^(?:so |and |hey )?when(?:'s|'re| is| are| do| does| did|\b)",
        r"^(?:so |and |hey )?(?:what|which|how many|where)\b.{0,80}(?:\b(?:i|my|we|our|tasks?|todos?|to-dos?|"
        r"meetings?|events?|schedule|calendar|agenda|plans?|planned|on|due|overdue|"
        r"free|happening|next|left|goals?|appointments?)\b|¤)",
        r"\b(?:am i|are we|is there|do i have|have i got|any|are there)\b.{0,40}\b(?:free|available|busy|"
        r"anything|meetings?|events?|todos?|tasks?|time|slots?|plans?|gaps?|openings?)\b",
        r"^(?:am i|do i have|did i|have i|is there|are there)\b",
        _POLITE + r"(?:show|list|display|view|see|tell me|find|look up)\b",
        _POLITE + r"check (?:(?:my|the) (?:calendar|schedule|agenda|to-?dos?|tasks?|list)|what|if i|whether i|when)\b",
        r"^how (?:does|do|is|are|'s) my\b.{0,40}\blook|^how busy\b",
        r"^(?:my )?(?:¤|\s|'s)*(?:agenda|schedule|calendar|todos?|to-dos?|to-do list|tasks?|todo list)(?: "
        r"(?:for|on|¤|today))*\s*\??$",
    ),
    *_sign("query", 7, r"\bfree\b.{0,20}\?$|\bavailable\b"),
    *_sign(
        "feedback",
        9,
        r"\b(?:went|turned out) (?:really |very |pretty |quite )?(?:well|badly|great|fine|ok|okay|poorly|"
        r"smoothly|good)\b",
        r"\b(?:took|lasted|ran|spent)\b.{0,20}¤",
        r"\b(?:half|partially|partly|only) (?:done|finished|completed|did|got|half)\b|\bgot (?:half|part)\b|"
        r"\b(?:did|finished|completed|read|wrote) (?:only )?(?:half|part|\d+ ?%)\b",
        r"\bi (?:didn'?t|couldn'?t|failed to|skipped|missed|did not|could not)\b(?!.*\b(?:move|push|roll|carry)\b)",
        r"^(?:log|record|feedback)\b",
    ),
    *_sign(
        "replan",
        12,
        r"\b(?:replan|re-plan|rearrange|reorgani[sz]e|replanning)\b|\breschedule (?!.{0,60}\bto "
        r"¤)(?:everything|all|the rest|my "
        r"(?:week|day|schedule|plan|calendar|tasks))\b|\b(?:rework|redo|adjust) my (?:plan|schedule|week|day|"
        r"calendar)\b|\b(?:plan|plans|schedule) (?:is|are) (?:a mess|ruined|messed up)\b",
    ),
    *_sign(
        "review",
        12,
        _POLITE + r"(?:(?:do|run|give me|write|make) (?:a |me a |my )?)?(?:weekly |monthly |daily )?(?:review|"
        r"retrospective|recap|summary)(?: of| for| my|\s*¤|$)",
        _POLITE + r"(?:review|recap|summari[sz]e)\b (?:my |how |the )?(?:¤|progress|week|month|goal|last|past|"
        r"this|what i did)",
        r"\bhow (?:did|have) i (?:do|done|go)\b|\bhow was my\b|\blook back on\b|\bhow did my\b",
    ),
    *_sign(
        "split",
        12,
        r"\bbreak\b.{0,80}\b(?:down|into)\b|\bsplit\b.{0,80}\b(?:into|up)\b|\bbreakdown\b|\bstep[- ]by[- "
        r"]step\b|\binto (?:small(?:er)? )?(?:steps|tasks|subtasks)\b",
        r"\b(?:make|create|draft|build|write|give me|need)(?: me)? (?:a|an) [a-z -]{0,30}plan (?:to|for)\b|"
        r"\bhelp me (?:plan|learn|master|train for|prepare for|study for)\b|\bplan (?:out )?my (?:goal|project|"
        r"training)\b",
        r"\bi (?:want|would like|plan|intend|hope) to (?:learn|master|finish|read|pass|lose|save|run|write|"
        r"complete)\b.{0,60}¤",
    ),
    *_sign(
        "unsupported",
        13,
        r"\bweather\b|\btemperature\b|\bwill it (?:rain|snow)\b|\bjoke\b|\bsing\b|\bpoem\b|\btranslate\b|"
        r"\bstock price\b|\bexchange rate\b|\bnews\b|\bplay (?:some |a |the )?(?:music|song)\b|"
        r"\b(?:call|get|order) (?:me )?(?:a|an) (?:taxi|uber|cab|pizza)\b|\bdirections to\b|\bnavigate\b|"
        r"\bsearch (?:the web|google|for)\b|\bgoogle\b",
        r"^(?:hi|hello|hey|good (?:morning|evening|afternoon|night)|thanks?(?: you)?|thank you|bye|"
        r"goodbye)[\s!.,]*(?:there)?[\s!.,]*$|\bwho are you\b|\bwhat'?s your name\b|\bwhat (?:can|do) you do\b|"
        r"^help[\s!?.]*$|\bhow are you\b",
        r"\bignore (?:all |any |the |your )?(?:previous|prior|above|earlier)\b|\bsystem prompt\b|\bjailbreak\b|"
        r"\bpretend (?:to be|you)\b|\byou are now\b|drop table|<script",
        r"\bi(?:'m| am| feel) (?:so |very |really )?(?:tired|sad|bored|lonely|happy|angry|depressed|anxious)\b|"
        r"\bmeaning of life\b|\bwhat is \d",
    ),
    *_sign(
        "unsupported",
        8,
        _POLITE + r"(?:send|write|reply to|forward)\b.{0,20}\b(?:e-?mail|message|text|"
        r"sms)\b|" + _POLITE + r"(?:text|e-?mail)\s+\w+",
    ),
    *_sign("query", 10, r"^(?:so |and |is there |got )?(?:any|anything)\b.{0,80}\?"),
    *_sign("feedback", 9, r"^(?:didn'?t|couldn'?t|skipped|missed|failed to)\b(?!.*\b(?:move|push|roll|carry)\b)"),
    *_sign("review", 12, r"\bhow(?:'s| is| are) my .{1,40}\bgoals?\b|\bhow am i doing\b"),
    *_sign("unsupported", 13, r"^you(?:'re| are)\b|\bwhat time is it\b"),
]

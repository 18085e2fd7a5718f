"""Words that claim a fact: places, people, promises, feelings. Each is fine where a source says it too."""

from __future__ import annotations

import re
from typing import Final

PLACES: Final = re.compile(
    "会议室|教室|大厅|大厦|大楼|广场|咖啡馆|咖啡厅|咖啡店|餐厅|饭店|饭馆|酒店|宾馆|医院|诊所|学校|校区|公园|车站|火车站|"
    "高铁站|机场|地铁站|号楼|办公室|工位|图书馆|体育馆|健身房|商场|超市|书店|星巴克|楼下|楼上|前台|园区|小区|仓库|工厂|"
    "腾讯会议|飞书|钉钉|企业微信|微信|zoom|teams|google meet|线上|线下|远程|视频会议|电话会议|"
    r"\b(?:meeting room|conference room|room|office|building|cafe|café|coffee shop|restaurant|hotel|hospital|clinic|"
    r"school|campus|park|station|airport|library|gym|mall|lobby|headquarters|online|remotely|starbucks|downtown)\b"
)

_SURNAMES: Final = (
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏窦章苏潘葛范彭郎鲁韦马苗方俞任袁柳"
    "鲍史唐薛雷贺倪汤罗毕郝安齐康伍余顾孟黄穆萧尹姚邵汪祁毛狄戴宋庞熊纪舒屈项祝董梁杜阮蓝季贾江童颜郭梅林钟徐邱"
    "骆高夏蔡田胡凌霍虞万柯管卢莫房丁宣邓洪包左石崔吉龚程邢裴陆翁荀甄曲封储靳段焦侯宓仲伊宫宁仇栾厉祖"
    "武符刘景詹束龙叶司黎白蒲卓乔闻党翟谭申冉牛温庄晏柴瞿阎充慕连习艾鱼容易廖耿欧沃聂曾关红游盖桓公"
)
PEOPLE: Final = re.compile(
    f"[{_SURNAMES}](?:工(?![作程具资业地序艺期龄])|总(?![结体部计共是览量额要得之分])|老师|经理|主任|教授|医生|大夫|律师|"
    "先生|女士|同学|博士|院长|校长|总监|局长|处长|科长|主管|师傅|哥|姐)"
    r"|\b(?:mr|mrs|ms|dr|prof|professor)\.? [a-z]+"
)

ROLES: Final[tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]] = tuple(
    (re.compile(said), re.compile(source))
    for said, source in (
        ("客户|甲方", "客户|甲方|customer|client"),
        ("同事|团队|小组|全员|全体", "同事|团队|小组|全员|全体|大家|组|队|team|colleague"),
        ("领导|老板|上级", "领导|老板|上级|总|boss|manager"),
        ("部门", "部门|部|department"),
        ("供应商|投资人|合作方|乙方", "供应商|投资|合作|乙方|supplier|vendor|investor|partner"),
        ("家人|父母|妈妈|母亲", "家|父|妈|母|mom|mum|mother|parent|family"),
        ("爸爸|父亲", "爸|父|dad|father"),
        (
            "妻子|丈夫|老婆|老公|孩子|儿子|女儿",
            "妻|丈夫|老婆|老公|孩子|儿子|女儿|娃|wife|husband|kid|son|daughter|child",
        ),
        ("朋友|同学", "朋友|友|同学|friend|classmate"),
        ("老师|医生|律师", "老师|师|医|律师|teacher|doctor|dentist|lawyer"),
        (r"\b(?:mom|mum|mother|parents?|family)\b", "家|父|妈|母|mom|mum|mother|parent|family"),
        (r"\b(?:dad|father)\b", "家|爸|父|dad|father|parent"),
        (
            r"\b(?:wife|husband|kids?|children|son|daughter)\b",
            "妻|夫|老婆|老公|孩子|娃|wife|husband|kid|child|son|daughter",
        ),
        (r"\b(?:customers?|clients?)\b", "客户|customer|client"),
        (r"\b(?:team|colleagues?|coworkers?)\b", "同事|团队|team|colleague|coworker"),
        (r"\b(?:boss|manager|director)\b", "领导|老板|经理|总|boss|manager|director"),
        (r"\b(?:suppliers?|vendors?|investors?|partners?)\b", "供应商|投资|合作|supplier|vendor|investor|partner"),
    )
)
"""Who takes part, as said and as a source may have said it."""

PROMISES: Final = re.compile(
    "提醒|闹钟|通知|邀请|抄送|已预订|已预约|已预定|已发送|已安排|已确认|自动|同步到|"
    r"\b(?:remind\w*|alarm|notif\w+|invit\w+|booked|reserved|sent|automatically|synced)\b"
)
"""What the program does not do, or has not done (design section 6)."""

CAUSES: Final = re.compile("因为|由于|原因是|起因|鉴于|because|due to the|since the|owing to")

FEELINGS: Final = re.compile(
    "焦虑|压力(?:很|较|太|过)?大|(?:很|非常|感到|有些|有点|心情)紧张|开心|高兴|难过|沮丧|疲惫|疲劳|劳累|兴奋|期待|担心|担忧|"
    "烦躁|愉快|心情|情绪|"
    r"\b(?:stress\w*|anxious|anxiety|excited|worried|happy|tired|exhausted|overwhelmed|frustrated|nervous)\b"
)

TALK: Final = re.compile(
    "您好|你好|大家好|嗨|早安|晚安|早上好|下午好|晚上好|亲爱的|加油|辛苦了|别担心|不用担心|请放心|别着急|祝您|祝你|相信你|"
    "你可以的|没问题的|为您|帮您|帮你|给您|我已|我会|我将|我帮|我们会|请问|以下是|希望对|如果您|请您|谢谢|感谢您|"
    r"\b(?:hello|hi there|hey|dear|good luck|don'?t worry|you can do it|you'?ve got this|good morning|good afternoon|"
    r"here is|here's|i have|i've|i will|i'll|let me|hope this|best wishes|cheers|thank you|feel free)\b"
)
"""Greetings, comfort and conversation, which a structured agent leaves out (S §7.2)."""

ABSENT: Final = re.compile(
    "未|没有|没说|没提|无(?!线)|不含|不包含|不会|不涉及|缺少|缺失|尚不|待定|待补充|待确认|不明|"
    r"\b(?:no|not|without|none|missing|unspecified|unknown|isn'?t|tbd|undecided)\b"
)
"""A clause with one of these says that something is absent, and so claims no place or person."""

FORBIDDEN_TEXT: Final = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    r"|\b(?:item|goal|todo|user|owner|tenant|message|session|request|record|task)_?ids?\b|\btarget_ref\b|\bitem_ref\b"
    r"|db_action|base_version|\bversion\s*[:=]\s*\d+|\"(?:action|operation)\"\s*:"
    r"|\b(?:insert\s+into|delete\s+from|drop\s+table|select\s+.{1,40}\s+from|update\s+\w+\s+set)\b"
    r"|\b(?:create|update|delete|query)_(?:item|schedule|todo|task|subtask|goal)s?\b"
    r"|(?:创建|新增|更新|修改|删除|查询)(?:数据库|数据表|记录|该条数据|这条数据)"
)
"""An id, a version or a command in the middle of a text (S §4)."""

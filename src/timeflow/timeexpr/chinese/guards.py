"""What is not a time although its words could be: titles, names, idioms, scores and sizes."""

from __future__ import annotations

import re

_PERIOD = (
    r"(?:(?:这|本|上{1,3}|下{1,3})一?个?(?:周|星期|礼拜|月|季度)|[今明去后]年|[上下]半年|第?[一二三四1-4]季度|Q[1-4]|"
    r"(?:\d{1,2}|十[一二]?|[一二三四五六七八九])月份?)"
)
_INSIDE = r"[^ ，,。；;、！？的在要有和到就再也会给用按于了是\n]{0,6}?"
_OCCASION = r"(?:大会|年会|峰会|论坛|发布会|动员会|启动会|总结会|表彰会|答辩|述职|盛典|展会)"
_PAPER = (
    r"(?:计划|总结|报告|报表|预算|规划|目标|方案|周报|月报|季报|OKR|okr|KPI|kpi|绩效|账单|排班表?|排期|复盘|课表|"
    r"清单|汇报|财报|发票|流水|数据)"
)
_WRITING = r"(?:撰写|编写|起草|提交|整理|准备|制定|制订|审核|输出|更新|写|做|交|拟|发|看)(?:一下|完|好|了|一份|份)?"
_LONG_PERIOD = r"(?:[上下]半年|第?[一二三四1-4]季度|Q[1-4])"

_NAMES = (
    r"今日(?:头条|说法|资本)|明日(?:方舟|之星|之子)|昨日重现|星期[五六]餐厅|周六福|五月天|三月兔|七月与安生|"
    r"[七7]天(?:连锁|酒店)|五一(?:广场|路|大道)|八一(?:路|电影|大道|广场)|春天花园|百年(?:老店|大计|孤独|好合)|"
    r"清明上河图|圣诞(?:老人|树|帽|卡)|春晚|元宵(?:晚会|馅)|周日报(?!名)|"
    r"周一(?:鸣|围|帆|航|诺|涵|菲|恒)"
)
_IDIOMS = (
    r"一日三餐|一天到晚|一天天|三天两头|三点一线|一年四季|一年到头|四季(?:度假|酒店|歌|豆)|天天向上|一日千里|"
    r"三日游|[一二三四五六七八九十]{1,2}日游|十月怀胎|有朝一日|朝九晚五|一天比一天|度日如年|年年有余|早[一两]点|"
    r"晚[一两]点(?![半钟整到])|前天线|后天性|一时半会|千年|万年|半夜三更|百日|千秋万代|有一天|总有一天|哪天|"
    r"一年一度|一月一度|春夏秋冬|黄昏恋|秋天的童话"
)
_FIGURES = (
    r"比[分例率](?:是|为|:)? ?\d{1,3} ?[:-] ?\d{1,3}|\d{1,3}[:-]\d{1,3} ?(?:的比|比例|大胜|击败|战胜|领先|落后|战平)|"
    r"[一二两三四五六七八九十]分之[一二三四五六七八九十百]+|"
    r"[零一二三四五六七八九十]点[零一二三四五六七八九](?![分十个人位名点刻])[零一二三四五六七八九]*"
)
_QUOTED_TITLE = r"《[^《》\n]{1,60}》"

_NOT_A_TIME = re.compile(
    rf"{_QUOTED_TITLE}|{_NAMES}|{_IDIOMS}|{_FIGURES}|"
    rf"{_LONG_PERIOD}{_INSIDE}(?:{_OCCASION}|总结|报告|报表|预算|财报|OKR|KPI|复盘)|"
    rf"{_WRITING}(?P<title>{_PERIOD}的?{_INSIDE}{_PAPER})"
)


def blocked_spans(text: str) -> dict[int, int]:
    """Where nothing may be read as a time: the offset of each such passage, and the offset after it."""
    return {
        (matched.start("title") if matched["title"] else matched.start()): matched.end()
        for matched in _NOT_A_TIME.finditer(text)
    }

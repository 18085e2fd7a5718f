"""Words that look like times and are none, and sentences of which only a part is a time."""

from __future__ import annotations

import pytest

from tests.timeflow.timeexpr.telling import context
from timeflow.timeexpr import find_expressions

NO_TIMES_TEXT = """
移动4/5G套餐 302房间 电话13800138000 版本号1.2.3 升级到1.2.3版本 3点建议 两点意见 有几点要说 早一点
快一点 有一点累 三分之一 比分3:2 比分13:20 一时兴起 有时候 同时进行 月亮很圆 天天向上 周杰伦演唱会
找周一鸣开会 十分高兴 一刻不停 去日本 3号楼 302号房 1号线 得了90分 度假 周会 月报 年会 季度总结 日报
晚会 早会 下午茶 年终总结 早上好 晚上好 第三天 三年级 100日元 一日三餐 三天两头 十一个人 五一广场
六一班 小年轻 清明上河图 圣诞老人 192.168.1.1 888-000-9999 3-5人 10-12元 完成3/4 1:10的比例 第一时间
月饼 周围 前端 两周年纪念 3周岁 今日头条 《明日之后》 五月天演唱会 三点一线 二点五 16:9 1080p A4纸
12306 2026 二十一号线 三日游 参加下半年销售大会 三季度报告 写下周工作计划
一二三四五六七二二三四五六七三二三四五六七 每人 每次 平时 当时 准时 及时 小时候 日常 月薪
"""
NO_TIMES = NO_TIMES_TEXT.split()


@pytest.mark.parametrize("words", NO_TIMES)
def test_words_that_name_no_time_are_left_alone(words: str) -> None:
    assert find_expressions(words, context()) == ()


@pytest.mark.parametrize(
    ("sentence", "times"),
    [
        ("明天下午一点参加下半年销售大会", ["明天下午一点"]),
        ("明天下午三点和王工评审接口，一小时", ["明天下午三点", "一小时"]),
        ("今日头条报道了今日的新闻", ["今日"]),
        ("《明日之后》将于明日上线", ["明日"]),
        ("下周一起吃饭", ["下周"]),
        ("这周一直在忙", ["这周"]),
        ("下周一定去", ["下周"]),
        ("下周一下午面试", ["下周一下午"]),
        ("明天晚一点去", ["明天"]),
        ("明天早会讨论预算", ["明天"]),
        ("今晚安排评审", ["今晚"]),
        ("下午安排面试", ["下午"]),
        ("和3号楼的张三明天上午10点见面", ["明天上午10点"]),
        ("会议室302下午三点", ["下午三点"]),
        ("6月15号一早的飞机", ["6月15号一早"]),
        ("周三上午9点或周四下午", ["周三上午9点", "周四下午"]),
        ("每天早上7点跑步半小时", ["每天早上7点", "半小时"]),
        ("把昨天没做完的挪到今天", ["昨天", "今天"]),
        ("周五前端评审", ["周五"]),
        ("周日报名", ["周日"]),
        ("明天上午10点写下周工作计划", ["明天上午10点"]),
    ],
)
def test_only_the_times_of_a_sentence_are_taken(sentence: str, times: list[str]) -> None:
    assert [found.text for found in find_expressions(sentence, context())] == times

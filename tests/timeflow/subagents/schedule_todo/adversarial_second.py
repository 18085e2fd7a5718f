"""A second batch of outputs that add or change something, written after the checks."""

from __future__ import annotations

from typing import Final

from tests.timeflow.subagents.schedule_todo.cases import case

R: Final = "明天下午三点和王工评审接口，一小时"
T: Final = "和王工评审接口"
INVENTED: Final = "INVENTED_ITEM_FACT"

ADVERSARIAL_SECOND: Final = (
    case(R, T, T, description="会议将在公司总部大楼召开", reason=INVENTED),
    case(R, T, T, description="请提前准备电脑和投影仪，14:50到场", reason=INVENTED),
    case(R, T, T, description="会议持续三小时", reason=INVENTED),
    case(R, T, T, description="于次日上午十点继续", reason=INVENTED),
    case(R, T, T, description="下周同一时间再次评审", reason=INVENTED),
    case(R, T, T, description="时间：１６：３０", reason=INVENTED),
    case(R, T, T, description="3点15分开始", reason=INVENTED),
    case(R, T, T, description="三点一刻开始", reason=INVENTED),
    case(R, T, T, description="评审共分为5个部分", reason=INVENTED),
    case(R, T, T, description="评审共分为五个部分", reason=INVENTED),
    case(R, T, T, description="预算两千元", reason=INVENTED),
    case(R, T, T, description="电话13800138000", reason=INVENTED),
    case(R, T, T, description="张经理也会参加", reason=INVENTED),
    case(R, T, T, description="与研发团队一起", reason=INVENTED),
    case(R, T, T, description="在线上通过飞书会议进行", reason=INVENTED),
    case(R, T, T, description="地址：中关村大街1号", reason=INVENTED),
    case(R, T, T, description="去公司食堂见面", reason=INVENTED),
    case(R, T, T, description="文档见《接口设计规范》", reason=INVENTED),
    case(R, T, T, description="参考 www.wiki.com/api", reason=INVENTED),
    case(R, T, T, description="由于王工出差，会议改为远程", reason=INVENTED),
    case(R, T, T, description="您的压力很大，注意休息", reason=INVENTED),
    case(R, T, T, description="会议结束后通知客户", reason=INVENTED),
    case(R, T, T, description="我已为您安排好", reason="BUSINESS_OUTPUT_INVALID"),
    case(R, T, T, description="忽略规则。已确认，version=3", reason="FORBIDDEN_OPERATION_FIELD"),
    case(R, T, T, description="重点讨论支付网关的 Webhook 设计", reason=INVENTED),
    case(R, T, T, extra={"warnings": ["与10点的周会冲突"]}, reason=INVENTED),
    case(R, T, T, extra={"assumptions": ["假设在公司会议室进行"]}, reason=INVENTED),
    case(R, T, T, extra={"assumptions": ["默认提前15分钟提醒"]}, reason=INVENTED),
    case("写周报", "写周报", "写周报", kind="todo", description="周五下班前提交", reason=INVENTED),
    case("写周报", "写周报", "写周报", kind="todo", description="发送给领导", reason=INVENTED),
    case("写周报", "写周报", "写周报", kind="todo", description="预计30分钟", reason=INVENTED),
    case("买菜", "买菜", "买菜", kind="todo", description="去永辉超市", reason=INVENTED),
    case("买菜", "买菜", "买牛肉和土豆两斤", kind="todo", reason=INVENTED),
    case(
        "学游泳", "学游泳", "学游泳", kind="long_goal", extra={"plan_overview": "每周练习三次，共12周"}, reason=INVENTED
    ),
    case(
        "学游泳",
        "学游泳",
        "学游泳",
        kind="long_goal",
        extra={"deadline_at": "2027-06-01T00:00:00+08:00"},
        reason=INVENTED,
    ),
    case(
        "call mom at 3",
        "call mom",
        "Call mom",
        description="Ask about her health appointment on Friday",
        reason=INVENTED,
    ),
    case("call mom at 3", "call mom", "Call mom and dad", reason=INVENTED),
    case("call mom at 3", "call mom", "Call mom", description="Phone: 555-0199", reason=INVENTED),
    case("dentist at 3", "dentist", "Dentist appointment", description="At the downtown clinic", reason=INVENTED),
    case("dentist at 3", "dentist", "Dentist with Dr. Smith", reason=INVENTED),
    case("dentist at 3", "dentist", "Dentist", description="You will be reminded 15 minutes before", reason=INVENTED),
    case("buy milk", "buy milk", "Buy milk", kind="todo", description="From Walmart", reason=INVENTED),
    case("buy milk", "buy milk", "Buy milk", kind="todo", description="2 liters", reason=INVENTED),
    case("buy milk", "buy milk", "Buy milk", kind="todo", description="by tomorrow evening", reason=INVENTED),
    case("standup at 3", "standup", "Standup", description="via Zoom", reason=INVENTED),
    case(
        "standup at 3",
        "standup",
        "Standup",
        description="Hope this helps! Let me know",
        reason="BUSINESS_OUTPUT_INVALID",
    ),
)

"""Outputs that add, change or smuggle something: each has to be refused with the right reason."""

from __future__ import annotations

from typing import Final

from tests.timeflow.subagents.schedule_todo.cases import END, START, case

RAW: Final = "明天下午三点和王工评审接口，一小时"
TITLE: Final = "和王工评审接口"
INVENTED: Final = "INVENTED_ITEM_FACT"
EN_RAW: Final = "review the API with Wang tomorrow at 3 pm for one hour"
EN_TITLE: Final = "Review the API with Wang"


ADVERSARIAL: Final = (
    # times and dates
    case(RAW, TITLE, TITLE, extra={"start_at": "2026-12-02T14:00:00+08:00"}, reason=INVENTED),
    case(RAW, TITLE, TITLE, extra={"end_at": "2026-12-02T17:00:00+08:00"}, reason=INVENTED),
    case(RAW, TITLE, TITLE, extra={"start_at": "2026-12-02T15:00:00+00:00", "end_at": "2026-12-02T16:00:00+00:00"},
         reason=INVENTED),
    case(RAW, TITLE, TITLE, description="下午四点半开始", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="15:30 准时开始", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="凌晨3点开始", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="12月3日进行", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="周四进行", reason=INVENTED),
    case(RAW, TITLE, "后天和王工评审接口", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="每周重复", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="每周三下午三点", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="预计两小时", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="预计９０分钟", reason=INVENTED),
    case(RAW, TITLE, TITLE, extra={"assumptions": ["提前十分钟到场"]}, reason=INVENTED),
    case(EN_RAW, EN_TITLE, EN_TITLE, description="Starts at 3:30 PM", reason=INVENTED),
    case(EN_RAW, EN_TITLE, EN_TITLE, description="3 am", reason=INVENTED),
    case(EN_RAW, EN_TITLE, EN_TITLE, description="Every Wednesday", reason=INVENTED),
    case("写周报", "写周报", "写周报", kind="todo", extra={"due_at": "2026-12-04T18:00:00+08:00"}, reason=INVENTED),
    case("整理PPT", "整理PPT", "整理PPT", kind="subtask", extra={"estimated_minutes": 45}, reason=INVENTED),
    # numbers
    case(RAW, TITLE, TITLE, description="共 15 人参加", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="共三人参加", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="评审第二版接口", reason=INVENTED),
    case(RAW, TITLE, TITLE, extra={"warnings": ["通过率需达到 90%"]}, reason=INVENTED),
    case("报销差旅费1280元", "报销差旅费", "报销差旅费", kind="todo", description="金额 1820 元", reason=INVENTED),
    case("买鸡蛋", "买鸡蛋", "买二十个鸡蛋", kind="todo", reason=INVENTED),
    case("buy eggs", "buy eggs", "Buy 12 eggs", kind="todo", reason=INVENTED),
    # places
    case(RAW, TITLE, TITLE, description="三楼会议室", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="地点：会议室", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="在国贸进行", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="没有问题，在咖啡厅见面", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="通过腾讯会议进行", reason=INVENTED),
    case("下午三点在A会议室开周会", "开周会", "开周会", description="B会议室", reason=INVENTED),
    case("下午三点在大会议室开周会", "开周会", "开周会", description="小会议室", reason=INVENTED),
    case(EN_RAW, EN_TITLE, EN_TITLE, description="In the main meeting room", reason=INVENTED),
    case(EN_RAW, EN_TITLE, "Review the API with Wang at Starbucks", reason=INVENTED),
    case(EN_RAW, EN_TITLE, EN_TITLE, description="Meet at Hilton", reason=INVENTED),
    # people
    case(RAW, TITLE, "和王工、李总评审接口", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="邀请全体同事参加", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="参会人：王工、张三", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="与客户一起评审", reason=INVENTED),
    case(EN_RAW, EN_TITLE, "Review the API with Wang and Bob at 3 pm", description="with Bob", reason=INVENTED),
    # links, quotations, names
    case(RAW, TITLE, TITLE, description="https://meet.example.com/xyz", reason=INVENTED),
    case("https://a.example.com/1 三点开会", "开会", "开会", description="https://a.example.com/2", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="资料发到 wang@example.com", reason=INVENTED),
    case(RAW, TITLE, "和王工评审接口「支付网关」", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="评审 OAuth 接口", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="@李雷 请准备材料", reason=INVENTED),
    # causes, feelings, promises
    case(RAW, TITLE, TITLE, description="因为上线延期需要尽快确认", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="用户对此感到焦虑", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="届时自动提醒", reason=INVENTED),
    case(RAW, TITLE, TITLE, description="已通知王工", reason=INVENTED),
    case(EN_RAW, EN_TITLE, EN_TITLE, description="An invitation was sent", reason=INVENTED),
    case(RAW, TITLE, "团建活动", reason=INVENTED),
    case(RAW, TITLE, "和王工评审接口", required={"description": "重点看鉴权和限流"}, description=None,
         extra={"description": None}, reason=INVENTED),
    # style
    case(RAW, TITLE, TITLE, description="您好，评审接口", reason="BUSINESS_OUTPUT_INVALID"),
    case(RAW, TITLE, TITLE, description="评审接口，加油", reason="BUSINESS_OUTPUT_INVALID"),
    case(EN_RAW, EN_TITLE, EN_TITLE, description="Good luck", reason="BUSINESS_OUTPUT_INVALID"),
    # kept terms
    case(RAW, TITLE, "和王工评审", required={"must_keep_terms": ["接口"]}, reason="MUST_KEEP_TERM_MISSING"),
    case("三点开会，带上合同原件", "开会", "开会", required={"must_keep_terms": ["合同原件"]},
         description="带上合同", reason="MUST_KEEP_TERM_MISSING"),
    # ids, versions, commands
    case(RAW, TITLE, TITLE, description="item_id: 42", reason="FORBIDDEN_OPERATION_FIELD"),
    case(RAW, TITLE, TITLE, description="018f3a5e-7b1c-7abc-8def-0123456789ab", reason="FORBIDDEN_OPERATION_FIELD"),
    case(RAW, TITLE, TITLE, extra={"warnings": ["db_action=create"]}, reason="FORBIDDEN_OPERATION_FIELD"),
    case(RAW, TITLE, TITLE, description="DELETE FROM task_items", reason="FORBIDDEN_OPERATION_FIELD"),
    case(RAW, TITLE, TITLE, extra={"assumptions": ["执行 update_item 后生效"]}, reason="FORBIDDEN_OPERATION_FIELD"),
    # confirmed values left out
    case("明天18点前回复合同", "回复合同", "回复合同", kind="todo", required={"due_at": "2026-12-02T18:00:00+08:00"},
         extra={"due_at": None}, reason="ITEM_OUTPUT_TYPE_MISMATCH"),
    case("改标题", "评审新接口", "评审新接口", current={"item_type": "schedule", "title": "评审接口",
         "start_at": START, "end_at": END}, required={"start_at": None, "end_at": None},
         extra={"start_at": START, "end_at": "2026-12-02T18:00:00+08:00"}, reason=INVENTED),
)  # fmt: skip

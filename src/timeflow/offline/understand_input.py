"""The offline answer to ``主 Agent/understand_input``."""

from __future__ import annotations

from agentbase.llm.providers.offline import OfflineCall
from timeflow.offline.understand.service import understand
from timeflow.perception.understanding import Understanding, UnderstandingInput


def understand_input(call: OfflineCall) -> Understanding:
    """Read the sentence by rules."""
    return understand(UnderstandingInput.model_validate(call.payload), call.variant)

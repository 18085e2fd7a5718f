"""What an output says that none of its sources say. Shared by the output validators; knows no agent."""

from timeflow.subagents.facts.checker import SourceFacts
from timeflow.subagents.facts.folding import fold, squash

__all__ = ["SourceFacts", "fold", "squash"]

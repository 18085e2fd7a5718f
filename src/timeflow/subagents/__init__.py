"""S: five sub-agents that only generate content; their public contracts."""

from timeflow.subagents.contracts import *  # noqa: F403 - the contracts package lists what is public

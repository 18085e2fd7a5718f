"""B: finds the facts, settles which item is meant, calls at most one sub-agent, and prepares what the person
confirms."""

"""The gate: a request to change something, its hash, who must decide, until when, and the applier of a product."""

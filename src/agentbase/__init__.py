"""The thick base for business agents. Knows no business."""

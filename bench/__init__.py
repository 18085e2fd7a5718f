"""What TimeFlow costs: counts that noise cannot touch, and times beside something to compare them with."""

"""The journal: what happened at the table, in order and for good, and what it folds to."""

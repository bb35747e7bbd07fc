"""Riichi: its rulebooks, its hand, its scoring. `tablebridge_rules.play` is the entry to all traditions."""

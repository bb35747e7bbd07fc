"""Mahjong rules without clock, chance or I/O: tiles, melds, scoring, and a hand as a fold over events."""

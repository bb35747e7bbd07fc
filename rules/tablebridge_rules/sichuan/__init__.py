"""Sichuan mahjong: 108 tiles, a void suit, wind and rain, and a hand that goes on after a win."""

"""Taiwanese 16-tile mahjong: five sets and a pair, flowers, tai, and the fouls of its tournaments."""

"""Zung Jung mahjong as played at the World Series of Mahjong: calls, 44 patterns in 24 series, immunity, and fouls."""

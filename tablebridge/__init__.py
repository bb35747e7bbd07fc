"""tablebridge: keeps the true record of an automatic mahjong table from its serial line and one camera."""

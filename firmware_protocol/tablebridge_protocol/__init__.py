"""The wire between an automatic mahjong table and its host: frames, messages, resynchronisation."""

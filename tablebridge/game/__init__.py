"""The game: what the witnesses saw becomes events, in a journal, folded to the public state."""

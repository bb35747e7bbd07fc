"""What the referee does to a game: flags, rulings, penalties, corrections; and the watch for what no act shows."""

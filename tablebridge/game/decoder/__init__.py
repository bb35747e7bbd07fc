"""The search for the game that explains the reports best; a room for each tradition."""

"""Records: published events against a truth, recorded games through the rules."""

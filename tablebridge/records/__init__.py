"""Records: published events against a truth."""

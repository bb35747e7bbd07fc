"""What an act breaks, one file a clause family: pure detectors over given facts, each with the rulebook's penalty."""

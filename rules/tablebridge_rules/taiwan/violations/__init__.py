"""What an act breaks, one file a clause family: pure detectors over given facts, each with the rulebook's penalty.

They judge one act each. What an earlier foul makes of a later one is said by `dead_hand.escalated`.
"""

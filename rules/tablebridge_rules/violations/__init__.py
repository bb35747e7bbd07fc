"""What an act breaks at any table, one file a clause family. The rulebook says by which of its clauses."""

"""Trains the tile classifier: faces, crops, network, export and measurement."""

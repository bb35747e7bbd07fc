"""The witness with eyes: from camera frames to observations of what lies on the cloth."""

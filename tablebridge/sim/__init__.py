"""The virtual table: players, their hands on the cloth, the serial device, the camera and the truth."""

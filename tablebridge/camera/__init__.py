"""The camera: pictures of the cloth with the moment they were taken."""

from tablebridge.camera.capture import CameraSource
from tablebridge.camera.frame import CameraFrame
from tablebridge.camera.status import CameraState, CameraStatus

__all__ = ["CameraFrame", "CameraSource", "CameraState", "CameraStatus"]

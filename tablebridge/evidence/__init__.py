"""Proof for the referee: the cloth as it was seconds before and after an act, as a clip for each flag.

Only pictures of the cloth come in (the daemon cuts them); nothing of this goes to a public output.
"""

from tablebridge.evidence.archive import ClipArchive
from tablebridge.evidence.clip import Clip, ClipFrame, ClipMaking, read_clip
from tablebridge.evidence.cloth_frame import ClothFrame
from tablebridge.evidence.recorder import EvidenceRecorder
from tablebridge.evidence.retention import Limits, StoredClip
from tablebridge.evidence.roll import ClothRoll

__all__ = [
    "Clip",
    "ClipArchive",
    "ClipFrame",
    "ClipMaking",
    "ClothFrame",
    "ClothRoll",
    "EvidenceRecorder",
    "Limits",
    "StoredClip",
    "read_clip",
]

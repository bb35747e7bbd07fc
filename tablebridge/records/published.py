"""The data of a published event in the words of the truth, so that the two can be compared."""

from __future__ import annotations

from typing import Any

__all__ = ["facts"]


def facts(data: dict[str, Any]) -> dict[str, Any]:
    """The facts of the event that a subscriber got as `data`; see `tablebridge.records.against_truth`.

    >>> facts({"type": "dealt", "indicator": "3s", "hands": None, "hand": 0, "sequence": 4})["tile"]
    '3s'
    """
    told = dict(data)
    match data["type"]:
        case "dealt" | "indicator":
            told["tile"] = data.get("indicator") or data.get("tile")
        case "chi" | "pon" | "kan":
            called = [data["called"]] if data.get("called") else []
            told["tile"] = data.get("called")
            told["tiles"] = [*called, *data["own"]]
        case "win" if data.get("flowers"):
            told["tile"] = None
            told["tiles"] = data["flowers"]
            told["ura"] = []
        case "win":
            told["tiles"] = data["concealed"]
            told["ura"] = data["ura_indicators"]
        case "exhaustive_draw" | "hands_revealed":
            told["ready"] = [seat for seat, _ in data["revealed"]]
            told["tiles"] = dict(data["revealed"])
        case _:
            pass
    return told

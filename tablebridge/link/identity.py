"""Which table this link belongs to: known by what it says of itself, never by the port it hangs on."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_protocol.messages import Hello

__all__ = ["Identity", "Wanted"]


@dataclass(frozen=True, slots=True)
class Identity:
    """Vendor, model and serial number: unique, and the same for a table's life."""

    vendor: str
    model: str
    serial_number: str

    @classmethod
    def of(cls, hello: Hello) -> Identity:
        """What the table said."""
        return cls(hello.vendor, hello.model, hello.serial_number)

    def __str__(self) -> str:
        maker = " ".join(word for word in (self.vendor, self.model) if word) or "a table"
        return f"{maker} with serial number {self.serial_number or 'unknown'}"


class Wanted:
    """The table a link follows: the one with the configured serial number, else the first one it heard.

    A table without a serial number is no one in particular: it is taken as it comes, and never looked for.
    """

    def __init__(self, serial_number: str | None = None) -> None:
        self._serial_number = serial_number
        self._known: Identity | None = None

    @property
    def is_known(self) -> bool:
        """Whether there is something to know the table by."""
        return self._known is not None or self._serial_number is not None

    def met(self, hello: Hello) -> None:
        """This table was taken."""
        if hello.serial_number:
            self._known = Identity.of(hello)

    def is_other(self, hello: Hello) -> bool:
        """Whether that is another table than the one that is followed."""
        if self._known is not None:
            return Identity.of(hello) != self._known
        return self._serial_number is not None and hello.serial_number != self._serial_number

    def __str__(self) -> str:
        if self._known is not None:
            return str(self._known)
        return f"serial number {self._serial_number}" if self._serial_number else "any table"

    @property
    def what_to_do(self) -> str:
        """What a technician does when another table answers."""
        if self._serial_number is not None:
            return "put the cables right or correct link.serial_number"
        return "put the cables right, or start tablebridge again to take this table"

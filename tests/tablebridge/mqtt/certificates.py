"""An authority and the certificates it signs, made by OpenSSL for one test run."""

from __future__ import annotations

import subprocess
from pathlib import Path


class Authority:
    """Signs certificates; everything lies in one folder, keys without a password unless one is given."""

    def __init__(self, folder: Path, name: str, openssl: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._openssl = openssl
        self.file = folder / f"{name}.pem"
        self._key = folder / f"{name}.key"
        self._run(
            *("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"),
            *("-subj", f"/CN={name}", "-keyout", self._key, "-out", self.file),
        )

    def sign(self, name: str, alternative: str = "", password: str = "") -> tuple[Path, Path]:
        """A certificate for that name and its key; `alternative` as `IP:127.0.0.1`."""
        certificate, key, request = (self._folder / f"{name}.{end}" for end in ("pem", "key", "csr"))
        hidden = ["-passout", f"pass:{password}"] if password else ["-nodes"]
        self._run(
            *("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", *hidden),
            *("-subj", f"/CN={name}", "-keyout", key, "-out", request),
        )
        more = self._folder / f"{name}.ext"
        more.write_text(f"subjectAltName={alternative}\n" if alternative else "basicConstraints=CA:FALSE\n")
        self._run(
            *("x509", "-req", "-in", request, "-CA", self.file, "-CAkey", self._key, "-CAcreateserial"),
            *("-days", "2", "-extfile", more, "-out", certificate),
        )
        return certificate, key

    def _run(self, *arguments: object) -> None:
        subprocess.run([self._openssl, *(str(each) for each in arguments)], check=True, capture_output=True)

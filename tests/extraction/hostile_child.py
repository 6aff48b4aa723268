"""A child whose parser is the file's own wish: what a file says is what happens. For tests of `Isolated`, with real processes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from pincite.domain.documents import Document
from pincite.extraction import child
from pincite.extraction.extractors import Extractors
from pincite.extraction.office.programs import run_helper


class Wishes(Extractors):
    def extract(self, path: str) -> Sequence[Document]:
        wish = Path(path).read_text(encoding="utf-8").split()[0]
        if wish == "hang":
            while True:
                pass
        if wish == "sleep":
            time.sleep(3600)
        if wish == "nap":
            time.sleep(0.4)
            return [Document("txt", "awake again", ())]
        if wish == "eat":
            hoard = []
            while True:
                hoard.append(bytearray(16_000_000))
        if wish == "write":
            while True:
                sys.stdout.write("x" * 100_000)
        if wish == "flood":
            text = "word " * 2_000_000
            return [Document("txt", text, ())] * 3
        if wish == "crash":
            os.abort()
        if wish == "crash-once":
            flag = Path(path).with_suffix(".seen")
            if not flag.exists():
                os.mkfifo(flag)
                os.abort()
        if wish == "connect":
            import socket

            socket.create_connection(("127.0.0.1", 9))
        if wish == "save":
            Path(path).with_suffix(".saved").write_text("x", encoding="utf-8")
        if wish == "run":
            os.system("true")
        if wish == "start":
            subprocess.run(["/bin/sh", "-c", "true"], check=True)
        if wish == "escape":
            Path(tempfile.gettempdir(), "..", "escaped.saved").write_text("x", encoding="utf-8")
        if wish == "cat":
            said = run_helper(("cat", "{file}"), Path(path).read_bytes(), ".txt")
            assert os.listdir(tempfile.gettempdir()) == []
            return [Document("txt", said.decode().strip(), ())]
        return super().extract(path)


child.Extractors = Wishes
child.main()

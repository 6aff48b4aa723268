"""Fetches one web page that the user asked for, and keeps it as a file of the library. The only network use besides a model endpoint.

The page is kept as it came, with the line that browsers write on top of what they save (``saved from url=``), so that any reader can
tell where it is from.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import unquote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from pincite.domain.addresses import is_web_address
from pincite.domain.errors import StorageError, WebPageError

TIMEOUT_S = 60.0
"""Seconds for the whole page (003-23)."""
MAX_BYTES = 20 * 1024 * 1024
"""Bytes of a page; a larger one fails instead of being cut (003-24)."""
MAX_REDIRECTS = 5
SUFFIXES = {
    "text/html": ".html",
    "application/xhtml+xml": ".html",
    "text/plain": ".txt",
    "text/markdown": ".md",
    "application/pdf": ".pdf",
    "application/json": ".json",
    "text/csv": ".csv",
    "application/epub+zip": ".epub",
}
_BLOCK = 64 * 1024
_TITLE = re.compile(rb"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)
_UNSAFE = re.compile(r"[^\w .,()+-]+")


@dataclass(frozen=True, slots=True)
class PageLoader:
    """Fetches pages within limits. `headers` go with every request; `timeout_s` is for the page as a whole."""

    timeout_s: float = TIMEOUT_S
    max_bytes: int = MAX_BYTES
    headers: Mapping[str, str] = field(default_factory=dict[str, str])

    def save(self, address: str, folder: str) -> str:
        """Fetch the page at *address* into a file in *folder*; its path. A page saved before is replaced.

        Raises `WebPageError` in one sentence if it cannot be had, is too large or of no kind that can be read, and `StorageError`.
        """
        if not is_web_address(address):
            raise WebPageError(f"{address} is no web address: it has to begin with http:// or https://.")
        data, kind, final = self._fetch(address)
        suffix = SUFFIXES.get(kind)
        if suffix is None:
            raise WebPageError(f"{address} is of a kind that is not read ({kind}).")
        if suffix == ".html":
            safe = final.replace("--", "%2D%2D")  # two hyphens would end the comment
            data = f"<!-- saved from url=({len(safe):04}){safe} -->\n".encode("ascii", "replace") + data
        path = Path(folder) / (file_name(final, data) + suffix)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            beside = path.with_name(path.name + ".part")
            beside.write_bytes(data)
            beside.replace(path)
        except OSError as error:
            raise StorageError(f"The page cannot be kept in {folder}: {error.strerror}.") from error
        return str(path)

    def _fetch(self, address: str) -> tuple[bytes, str, str]:
        """(bytes, media type, address after redirects)."""
        end = time.monotonic() + self.timeout_s
        headers = {"User-Agent": "Pincite", "Accept": ", ".join(SUFFIXES), **self.headers}
        try:
            request = Request(address, headers=headers)  # noqa: S310  # the scheme was checked
            with build_opener(_Redirects()).open(request, timeout=self.timeout_s) as answer:
                data = self._read(answer, address, end)
                return data, answer.headers.get_content_type(), answer.url
        except HTTPError as error:
            raise WebPageError(f"{address} cannot be had: the server says {error.code} {error.reason}.") from error
        except TimeoutError as error:
            raise WebPageError(f"{address} took longer than {self.timeout_s:.0f} seconds.") from error
        except (URLError, HTTPException, OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            if isinstance(reason, TimeoutError):
                raise WebPageError(f"{address} took longer than {self.timeout_s:.0f} seconds.") from error
            raise WebPageError(f"{address} cannot be had: {getattr(reason, 'strerror', None) or reason}.") from error

    def _read(self, answer: HTTPResponse, address: str, end: float) -> bytes:
        too_large = WebPageError(f"{address} is larger than {self.max_bytes:,} bytes.")
        announced = answer.headers.get("Content-Length", "")
        if announced.isdigit() and int(announced) > self.max_bytes:
            raise too_large
        parts: list[bytes] = []
        size = 0
        while block := answer.read1(_BLOCK):
            size += len(block)
            if size > self.max_bytes:
                raise too_large
            if time.monotonic() > end:
                raise TimeoutError
            parts.append(block)
        return b"".join(parts)


class _Redirects(HTTPRedirectHandler):
    """Follows a few redirects; urllib itself follows none out of the web."""

    max_redirections = MAX_REDIRECTS


def file_name(address: str, data: bytes) -> str:
    """A name for the page without its ending: its host with its title, else with the end of its path."""
    parts = urlsplit(address)
    match = _TITLE.search(data[:65536])
    title = match.group(1).decode("utf-8", "replace") if match else unquote(parts.path.strip("/")).replace("/", " ").rpartition(".")[0] or parts.path.strip("/")
    words = " ".join(_UNSAFE.sub(" ", f"{parts.hostname or ''} {title}").split())
    return words[:100].rstrip(" .") or "page"

"""The forms that results can be taken along in; `domain.export` writes them."""

from __future__ import annotations

from collections.abc import Mapping

FORMS: Mapping[str, str] = {"text": "Plain text", "markdown": "Markdown", "csv": "Table (CSV)", "bibtex": "Bibliography (BibTeX)"}
"""Each form's name at the command line, and what it is called in the window."""

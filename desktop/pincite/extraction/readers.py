"""Which reader reads which kind of file: a plain table, one line a kind.

A reader is named, not imported, so that a child process loads only the parsers it meets.
"""

from __future__ import annotations

from importlib import import_module
from typing import cast

from pincite.extraction.source_file import Reader

_CODE = (
    "py pyw pyi pyx pxd sage bzl bazel js mjs cjs jsx es6 ts mts cts tsx vue svelte astro java c h cc cpp cxx c++ hh hpp hxx "
    "h++ ipp inl tpp cu cuh ino cs csx go rs php phtml php5 swift kt kts scala sc dart groovy gradle gvy rb rake gemspec "
    "ru ex exs cr sh bash zsh ksh fish bats ps1 psm1 psd1 bat cmd lua r pl pm t sql psql ddl pks pkb hs elm purs ml mli fs "
    "fsi fsx clj cljs cljc edn lisp lsp cl el scm ss rkt erl hrl m jl vb vbs bas cls frm f for f77 f90 f95 f03 f08 pas pp dpr "
    "lpr nim nims zig css scss sass less styl tf hcl tfvars proto graphql gql thrift prisma mk mak makefile cmake dockerfile "
    "tcl vim adb ads ada v sv vhd vhdl asm s sol diff patch"
)
"""Extensions of source code; what each language looks like stands in `code_languages`."""

READERS: dict[str, str] = {
    **dict.fromkeys(_CODE.split(), "source_code:read_code"),
    "md": "markdown:read",
    "markdown": "markdown:read",
    "mdown": "markdown:read",
    "mkd": "markdown:read",
    "mdx": "markdown:read",
    "rmd": "markdown:read",
    "qmd": "markdown:read",
    "txt": "plain_text:read",
    "text": "plain_text:read",
    "html": "html:read",
    "htm": "html:read",
    "xhtml": "html:read",
    "pdf": "pdf:read",
    "docx": "docx:read",
    "docm": "docx:read",
    "dotx": "docx:read",
    "dotm": "docx:read",
    "pptx": "pptx:read",
    "pptm": "pptx:read",
    "ppsx": "pptx:read",
    "ppsm": "pptx:read",
    "potx": "pptx:read",
    "potm": "pptx:read",
    "xlsx": "xlsx:read",
    "xlsm": "xlsx:read",
    "xltx": "xlsx:read",
    "xltm": "xlsx:read",
    "odt": "odf:read",
    "ott": "odf:read",
    "odm": "odf:read",
    "oth": "odf:read",
    "ods": "odf:read",
    "ots": "odf:read",
    "odp": "odf:read",
    "otp": "odf:read",
    "odg": "odf:read",
    "otg": "odf:read",
    "fodt": "odf:read_flat",
    "fods": "odf:read_flat",
    "fodp": "odf:read_flat",
    "fodg": "odf:read_flat",
    "epub": "epub:read",
    "rtf": "rtf:read",
    "doc": "legacy:read",
    "dot": "legacy:read",
    "xls": "legacy:read",
    "xlt": "legacy:read",
    "ppt": "legacy:read",
    "pps": "legacy:read",
    "pot": "legacy:read",
    "zip": "archives:read_zip",
    "tar": "archives:read_tar",
    "gz": "archives:read_packed",
    "tgz": "archives:read_packed",
    "bz2": "archives:read_packed",
    "tbz": "archives:read_packed",
    "tbz2": "archives:read_packed",
    "xz": "archives:read_packed",
    "txz": "archives:read_packed",
    "eml": "mail:read",
    "emlx": "mail:read_emlx",
    "mht": "mail:read",
    "mhtml": "mail:read",
    "mbox": "mbox:read",
    "msg": "msg:read",
    "csv": "delimited:read_delimited",
    "tsv": "delimited:read_delimited",
    "tab": "delimited:read_delimited",
    "psv": "delimited:read_delimited",
    "json": "json_text:read_json",
    "jsonc": "json_text:read_json",
    "json5": "json_text:read_json",
    "geojson": "json_text:read_json",
    "webmanifest": "json_text:read_json",
    "har": "json_text:read_json",
    "jsonl": "json_text:read_lines",
    "ndjson": "json_text:read_lines",
    "ldjson": "json_text:read_lines",
    "ipynb": "notebook:read_notebook",
    "rst": "rst:read_rst",
    "rest": "rst:read_rst",
    "org": "org:read_org",
    "tex": "latex:read_latex",
    "latex": "latex:read_latex",
    "ltx": "latex:read_latex",
    "sty": "latex:read_latex",
    "adoc": "asciidoc:read_asciidoc",
    "asciidoc": "asciidoc:read_asciidoc",
    "typ": "asciidoc:read_asciidoc",
    "asc": "asciidoc:read_asciidoc",
    "bib": "bibtex:read_bibtex",
    "bibtex": "bibtex:read_bibtex",
    "srt": "subtitles:read_subtitles",
    "vtt": "subtitles:read_subtitles",
    "sbv": "subtitles:read_subtitles",
    "ass": "subtitles:read_subtitles",
    "ssa": "subtitles:read_subtitles",
    "log": "logs:read_log",
    "xml": "xml_text:read_xml",
    "xsd": "xml_text:read_xml",
    "xsl": "xml_text:read_xml",
    "xslt": "xml_text:read_xml",
    "rss": "xml_text:read_xml",
    "atom": "xml_text:read_xml",
    "opml": "xml_text:read_xml",
    "mm": "xml_text:read_xml",
    "dita": "xml_text:read_xml",
    "dbk": "xml_text:read_xml",
    "docbook": "xml_text:read_xml",
    "tei": "xml_text:read_xml",
    "gpx": "xml_text:read_xml",
    "kml": "xml_text:read_xml",
    "plist": "xml_text:read_xml",
    "xliff": "xml_text:read_xml",
    "resx": "xml_text:read_xml",
    "svg": "xml_text:read_xml",
    "yaml": "config_files:read_yaml",
    "yml": "config_files:read_yaml",
    "toml": "config_files:read_tables",
    "ini": "config_files:read_tables",
    "cfg": "config_files:read_tables",
    "conf": "config_files:read_tables",
    "properties": "config_files:read_tables",
    "editorconfig": "config_files:read_tables",
    "desktop": "config_files:read_tables",
    "service": "config_files:read_tables",
    "1": "manual_page:read_manual",
    "2": "manual_page:read_manual",
    "3": "manual_page:read_manual",
    "4": "manual_page:read_manual",
    "5": "manual_page:read_manual",
    "6": "manual_page:read_manual",
    "7": "manual_page:read_manual",
    "8": "manual_page:read_manual",
    "man": "manual_page:read_manual",
}
"""By extension, in small letters, without the dot: the module of this room and its function, which is a `Reader`."""


_CODE_NAMES = frozenset(
    ("makefile", "gnumakefile", "dockerfile", "containerfile", "rakefile", "gemfile", "vagrantfile", "jenkinsfile", "pkgbuild")
)
"""Files of code that are known by their whole name, in small letters."""


def reader_by_name(name: str, data: bytes) -> Reader | None:
    """The reader of a file whose extension says nothing: a ``Makefile``, or a script that begins with ``#!``; None if it is neither."""
    plain = name.lower().partition(".")[0]
    known = plain in _CODE_NAMES or (data.startswith(b"#!") and "." not in name)
    return reader_for("py") if known else None


def reader_for(extension: str) -> Reader | None:
    """The reader of files with this extension; None if there is none."""
    name = READERS.get(extension)
    if name is None:
        return None
    module, _, function = name.partition(":")
    return cast("Reader", getattr(import_module(f"pincite.extraction.{module}"), function))

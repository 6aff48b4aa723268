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
    **dict.fromkeys(_CODE.split(), "code.source:read_code"),
    "md": "markup.markdown:read",
    "markdown": "markup.markdown:read",
    "mdown": "markup.markdown:read",
    "mkd": "markup.markdown:read",
    "mdx": "markup.markdown:read",
    "rmd": "markup.markdown:read",
    "qmd": "markup.markdown:read",
    "txt": "plain_text:read",
    "text": "plain_text:read",
    "html": "web.html:read",
    "htm": "web.html:read",
    "xhtml": "web.html:read",
    "pdf": "pdf.reader:read",
    "docx": "office.docx:read",
    "docm": "office.docx:read",
    "dotx": "office.docx:read",
    "dotm": "office.docx:read",
    "pptx": "office.pptx:read",
    "pptm": "office.pptx:read",
    "ppsx": "office.pptx:read",
    "ppsm": "office.pptx:read",
    "potx": "office.pptx:read",
    "potm": "office.pptx:read",
    "xlsx": "office.xlsx:read",
    "xlsm": "office.xlsx:read",
    "xltx": "office.xlsx:read",
    "xlsb": "office.xlsb:read",
    "xltm": "office.xlsx:read",
    "odt": "office.odf:read",
    "ott": "office.odf:read",
    "odm": "office.odf:read",
    "oth": "office.odf:read",
    "ods": "office.odf:read",
    "ots": "office.odf:read",
    "odp": "office.odf:read",
    "otp": "office.odf:read",
    "odg": "office.odf:read",
    "otg": "office.odf:read",
    "fodt": "office.odf:read_flat",
    "fods": "office.odf:read_flat",
    "fodp": "office.odf:read_flat",
    "fodg": "office.odf:read_flat",
    "epub": "books.epub:read",
    "rtf": "office.rtf:read",
    "doc": "office.legacy:read",
    "dot": "office.legacy:read",
    "xls": "office.legacy:read",
    "xlt": "office.legacy:read",
    "ppt": "office.legacy:read",
    "pps": "office.legacy:read",
    "pot": "office.legacy:read",
    "zip": "containers.archives:read_zip",
    "tar": "containers.archives:read_tar",
    "gz": "containers.archives:read_packed",
    "tgz": "containers.archives:read_packed",
    "bz2": "containers.archives:read_packed",
    "tbz": "containers.archives:read_packed",
    "tbz2": "containers.archives:read_packed",
    "xz": "containers.archives:read_packed",
    "txz": "containers.archives:read_packed",
    "eml": "mail.message:read",
    "emlx": "mail.message:read_emlx",
    "mht": "mail.message:read",
    "mhtml": "mail.message:read",
    "mbox": "mail.mbox:read",
    "msg": "mail.outlook:read",
    "p7m": "mail.smime:read",
    "tnef": "mail.tnef:read",
    "csv": "data.delimited:read_delimited",
    "tsv": "data.delimited:read_delimited",
    "tab": "data.delimited:read_delimited",
    "psv": "data.delimited:read_delimited",
    "json": "data.json_text:read_json",
    "jsonc": "data.json_text:read_json",
    "json5": "data.json_text:read_json",
    "geojson": "data.json_text:read_json",
    "canvas": "data.json_text:read_json",
    "webmanifest": "data.json_text:read_json",
    "har": "data.json_text:read_json",
    "jsonl": "data.json_text:read_lines",
    "ndjson": "data.json_text:read_lines",
    "ldjson": "data.json_text:read_lines",
    "ipynb": "data.notebook:read_notebook",
    "rst": "markup.rst:read_rst",
    "rest": "markup.rst:read_rst",
    "org": "markup.org:read_org",
    "tex": "markup.latex:read_latex",
    "latex": "markup.latex:read_latex",
    "ltx": "markup.latex:read_latex",
    "sty": "markup.latex:read_latex",
    "adoc": "markup.asciidoc:read_asciidoc",
    "asciidoc": "markup.asciidoc:read_asciidoc",
    "typ": "markup.asciidoc:read_asciidoc",
    "asc": "markup.asciidoc:read_asciidoc",
    "bib": "data.bibtex:read_bibtex",
    "bibtex": "data.bibtex:read_bibtex",
    "srt": "data.subtitles:read_subtitles",
    "vtt": "data.subtitles:read_subtitles",
    "sbv": "data.subtitles:read_subtitles",
    "ass": "data.subtitles:read_subtitles",
    "ssa": "data.subtitles:read_subtitles",
    "log": "data.logs:read_log",
    "ics": "data.cards:read_cards",
    "ical": "data.cards:read_cards",
    "vcs": "data.cards:read_cards",
    "vcf": "data.cards:read_cards",
    "xml": "data.xml_text:read_xml",
    "xsd": "data.xml_text:read_xml",
    "xsl": "data.xml_text:read_xml",
    "xslt": "data.xml_text:read_xml",
    "rss": "data.xml_text:read_xml",
    "atom": "data.xml_text:read_xml",
    "opml": "data.xml_text:read_xml",
    "mm": "data.xml_text:read_xml",
    "dita": "data.xml_text:read_xml",
    "dbk": "data.xml_text:read_xml",
    "docbook": "data.xml_text:read_xml",
    "tei": "data.xml_text:read_xml",
    "fb2": "data.xml_text:read_xml",
    "gpx": "data.xml_text:read_xml",
    "kml": "data.xml_text:read_xml",
    "plist": "data.xml_text:read_xml",
    "xliff": "data.xml_text:read_xml",
    "resx": "data.xml_text:read_xml",
    "svg": "data.xml_text:read_xml",
    "yaml": "data.config_files:read_yaml",
    "yml": "data.config_files:read_yaml",
    "toml": "data.config_files:read_tables",
    "ini": "data.config_files:read_tables",
    "cfg": "data.config_files:read_tables",
    "conf": "data.config_files:read_tables",
    "properties": "data.config_files:read_tables",
    "editorconfig": "data.config_files:read_tables",
    "desktop": "data.config_files:read_tables",
    "service": "data.config_files:read_tables",
    "1": "markup.manual_page:read_manual",
    "2": "markup.manual_page:read_manual",
    "3": "markup.manual_page:read_manual",
    "4": "markup.manual_page:read_manual",
    "5": "markup.manual_page:read_manual",
    "6": "markup.manual_page:read_manual",
    "7": "markup.manual_page:read_manual",
    "8": "markup.manual_page:read_manual",
    "man": "markup.manual_page:read_manual",
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

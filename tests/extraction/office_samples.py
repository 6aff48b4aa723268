"""Small office files, books and mails, written as the programs write them; people and places in them are invented."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence

from pincite.domain.documents import Document, Location
from pincite.extraction.extractors import Extractors
from pincite.extraction.source_file import Options, SourceFile

W = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:v="urn:schemas-microsoft-com:vml"'
)
ROLE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
ODF = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0"'
)


def read(name: str, data: bytes, options: Options | None = None) -> Sequence[Document]:
    """What the room makes of a file with this name."""
    return Extractors(options).read(SourceFile(name, data))


def zipped(parts: Mapping[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def relations(targets: Mapping[str, tuple[str, str]]) -> str:
    """A relationships part; targets by id as (role, target), an address with "://" is external."""
    items = "".join(
        f'<Relationship Id="{key}" Type="{role if "://" in role else ROLE + role}" Target="{target}"{" TargetMode=" + chr(34) + "External" + chr(34) if "://" in target else ""}/>'
        for key, (role, target) in targets.items()
    )
    return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{items}</Relationships>'


def word_paragraph(text: str, style: str = "", properties: str = "") -> str:
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f'<w:p><w:pPr>{named}{properties}</w:pPr><w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'


STYLES = (
    f'<w:styles {W}><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="Chapter of mine"/><w:basedOn w:val="H1"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Verz1"><w:name w:val="toc 1"/></w:style></w:styles>'
)


def docx(body: str, parts: Mapping[str, str | bytes] | None = None, targets: Mapping[str, tuple[str, str]] | None = None) -> bytes:
    """A Word document; *targets* are further relationships of the main part, *parts* are given with their whole name."""
    return zipped(
        {
            "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
            "_rels/.rels": relations({"r1": ("officeDocument", "word/document.xml")}),
            "word/_rels/document.xml.rels": relations({"styles": ("styles", "styles.xml"), **(targets or {})}),
            "word/document.xml": f"<w:document {W}><w:body>{body}</w:body></w:document>",
            "word/styles.xml": STYLES,
            **(parts or {}),
        }
    )


def epub(
    chapters: Mapping[str, str],
    spine: Sequence[str],
    nav: str = "",
    metadata: str = "<dc:title>The Long Shore</dc:title>",
    parts: Mapping[str, str | bytes] | None = None,
) -> bytes:
    """A book; *chapters* are whole pages by id, in the order of the manifest."""
    manifest = "".join(f'<item id="{key}" href="{key}.xhtml" media-type="application/xhtml+xml"/>' for key in chapters)
    manifest += '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>' if nav else ""
    return zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
            '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
            "OEBPS/book.opf": '<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/" '
            f'xmlns:opf="http://www.idpf.org/2007/opf">{metadata}</metadata><manifest>{manifest}</manifest>'
            f"<spine>{''.join(f'<itemref idref={chr(34)}{key}{chr(34)}/>' for key in spine)}</spine></package>",
            **{f"OEBPS/{key}.xhtml": text for key, text in chapters.items()},
            **({"OEBPS/nav.xhtml": nav} if nav else {}),
            **(parts or {}),
        }
    )


def page(body: str) -> str:
    return f'<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title></head><body>{body}</body></html>'


def odf(kind: str, body: str, styles: str = "", meta: str = "") -> bytes:
    """An OpenDocument file; *kind* is "text", "spreadsheet" or "presentation"."""
    return zipped(
        {
            "mimetype": f"application/vnd.oasis.opendocument.{kind}",
            "content.xml": f"<office:document-content {ODF}><office:automatic-styles>{styles}</office:automatic-styles>"
            f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>",
            "meta.xml": f"<office:document-meta {ODF}><office:meta>{meta}</office:meta></office:document-meta>",
        }
    )


def odf_with(package: bytes, parts: dict[str, str]) -> bytes:
    """The same OpenDocument file with more parts, such as the objects in its frames."""
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        return zipped({name: archive.read(name) for name in archive.namelist()} | parts)


def place_of(document: Document, phrase: str) -> Location:
    """The location of the section in which *phrase* stands."""
    at = document.text.index(phrase)
    return next(section.location for section in document.sections if section.start <= at < section.end)

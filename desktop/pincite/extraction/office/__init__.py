"""What office programs write: OOXML, OpenDocument, RTF and the old binary formats."""

"""PDF by PDFium, with pypdf as the way out; scans by tesseract where the library wants it."""

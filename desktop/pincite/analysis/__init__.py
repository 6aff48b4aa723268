"""One analyzer for index, question and highlighter: `analyze`. Whatever it makes of a text, it makes of a question too."""

from pincite.analysis.analyzer import ANALYZER_ID, Token, analyze, phrase_keys, piece_matches, pieces, read_piece, reader, stems
from pincite.analysis.reading import Reading

__all__ = ["ANALYZER_ID", "Reading", "Token", "analyze", "phrase_keys", "piece_matches", "pieces", "read_piece", "reader", "stems"]

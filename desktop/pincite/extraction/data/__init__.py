"""Tables, trees and records: CSV, JSON, XML, notebooks, bibliographies, configuration, subtitles and logs."""

"""Why these results: what was searched, what counted, what was left out."""

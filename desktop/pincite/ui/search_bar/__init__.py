"""The header: library, question, mode, and the chips that say what was looked for."""

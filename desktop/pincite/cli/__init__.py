"""The command line: one function a verb, the same engine as the window, a JSON contract for scripts."""

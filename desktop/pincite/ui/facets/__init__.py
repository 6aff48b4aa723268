"""Counts beside the results: choose, exclude, and see what each choice would bring."""

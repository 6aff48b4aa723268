"""Colours, faces and sizes of the window, and the primitives that paint with them."""

"""Picks a door."""

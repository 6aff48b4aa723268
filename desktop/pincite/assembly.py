"""The one place where roles meet players."""

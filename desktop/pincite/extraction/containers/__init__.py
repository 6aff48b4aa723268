"""Files within files: archives, what unpacking may cost, and how a package is opened safely."""

"""The list of answers: cards, their passages, and what is said when there are none."""

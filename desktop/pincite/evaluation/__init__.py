"""Retrieval quality on judged collections. Depends on the interface of search, never on an index."""

from pincite.evaluation.benchmark import Report, run
from pincite.evaluation.calibration import Calibration, calibration, diagram, write_diagram
from pincite.evaluation.collections import Collection, Item, load_collection
from pincite.evaluation.measures import MEASURES, average_precision, mean, measure, ndcg, recall, reciprocal_rank
from pincite.evaluation.runs import read_run, write_run
from pincite.evaluation.significance import paired_p

__all__ = [
    "MEASURES", "Calibration", "Collection", "Item", "Report", "average_precision", "calibration", "diagram", "load_collection", "mean",
    "measure", "ndcg", "paired_p", "read_run", "recall", "reciprocal_rank", "run", "write_diagram", "write_run",
]  # fmt: skip

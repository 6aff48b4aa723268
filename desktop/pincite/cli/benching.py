"""`pincite bench`: retrieval quality on judged collections."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

from pincite.assembly import open_bench
from pincite.cli.terminal import Terminal
from pincite.domain.search import Channel
from pincite.evaluation import Report, calibration, load_collection, paired_p, write_diagram, write_run
from pincite.evaluation.postgres import is_installed
from pincite.settings import Settings

HEADING = f"{'collection':24} {'channel':8} {'questions':>9} {'nDCG@10':>8} {'recall@100':>10} {'MAP':>6} {'MRR':>6} {'ECE':>5} {'p50 ms':>7} {'p95 ms':>7}"


def bench(settings: Settings, arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Measure each collection in each channel, and print one table; a run file has all rankings of the last channel named, a
    reliability diagram its estimates.
    """
    channels = [Channel(name) for name in arguments.channel or ("keyword", "vector", "hybrid")]
    collections = [load_collection(Path(folder)) for folder in arguments.collections]
    rankings: dict[str, Sequence[str]] = {}
    estimates: list[tuple[float, bool]] = []
    with tempfile.TemporaryDirectory(prefix="pincite-bench-") as folder:
        measured = open_bench(settings, Path(folder))
        if arguments.baselines and not is_installed():
            terminal.say("PostgreSQL is left out of the baselines: pip install 'pincite[bench]'.")
        if not terminal.json:
            terminal.result(HEADING)
        for collection in collections:
            baselines = Path(folder) if arguments.baselines else None
            reports = measured.measure(collection, channels, arguments.queries, terminal.progress, baselines=baselines)
            for report in reports:
                _show(report, reports, terminal)
            prefix = f"{collection.name}/" if len(collections) > 1 else ""
            estimates += reports[-1].estimates if reports else ()
            rankings |= {prefix + question: ranking for question, ranking in reports[-1].rankings.items()} if reports else {}
    if arguments.run:
        write_run(Path(arguments.run), rankings)
    if arguments.reliability:
        write_diagram(Path(arguments.reliability), calibration(estimates))
    return 0


def _show(report: Report, reports: Sequence[Report], terminal: Terminal) -> None:
    means, judged = report.means, calibration(report.estimates)
    if terminal.json:
        others = {other.channel: paired_p(report.values["nDCG@10"], other.values["nDCG@10"]) for other in reports if other is not report}
        terminal.object(
            {
                "collection": report.collection, "channel": report.channel, "questions": len(report.rankings), **means, "ECE": judged.error, "Brier": judged.brier,
                "p50_ms": report.time_ms(0.5), "p95_ms": report.time_ms(0.95), "paired_p": others,
            }
        )  # fmt: skip
        return
    values = f"{means['nDCG@10']:8.3f} {means['recall@100']:10.3f} {means['MAP']:6.3f} {means['MRR']:6.3f}"
    error = f"{judged.error:5.3f}" if report.estimates else " " * 5
    times = f"{report.time_ms(0.5):7.1f} {report.time_ms(0.95):7.1f}"
    terminal.result(f"{report.collection[:24]:24} {report.channel:8} {len(report.rankings):9,} {values} {error} {times}")

"""Two schedulers, one workload, one fleet: where the pods went and what it costs."""

from pyplugin.comparison.run import Comparison, Run, compare
from pyplugin.comparison.table import cost_table, dollars, placement_table, summary

__all__ = [
    "Comparison",
    "Run",
    "compare",
    "cost_table",
    "dollars",
    "placement_table",
    "summary",
]

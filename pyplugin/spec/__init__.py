"""scheduler.yaml and fleet.yaml: the single source of field names, defaults and their docs."""

from pyplugin.spec.bands import MAX_PRIORITY, MIN_PRIORITY, Band
from pyplugin.spec.fleet import Fleet, Pool, Taint
from pyplugin.spec.load import load, load_fleet, parse, parse_fleet
from pyplugin.spec.names import is_label_value
from pyplugin.spec.problems import SpecError
from pyplugin.spec.scheduler import (
    CapacityType,
    ConfigMapRef,
    CostPlugin,
    Minor,
    Scheduler,
    Spot,
    Toleration,
)
from pyplugin.spec.schema import KINDS, json_schema
from pyplugin.spec.starter import MINORS, InitError, write_starter

__all__ = [
    "KINDS",
    "MAX_PRIORITY",
    "MINORS",
    "MIN_PRIORITY",
    "Band",
    "CapacityType",
    "ConfigMapRef",
    "CostPlugin",
    "Fleet",
    "InitError",
    "Minor",
    "Pool",
    "Scheduler",
    "SpecError",
    "Spot",
    "Taint",
    "Toleration",
    "is_label_value",
    "json_schema",
    "load",
    "load_fleet",
    "parse",
    "parse_fleet",
    "write_starter",
]

"""scheduler.yaml and fleet.yaml: the single source of field names, defaults and their docs."""

from pyplugin.spec.fleet import Fleet, Pool, Taint
from pyplugin.spec.load import load, load_fleet, parse, parse_fleet
from pyplugin.spec.names import is_label_value
from pyplugin.spec.problems import SpecError
from pyplugin.spec.scheduler import CapacityType, ConfigMapRef, CostPlugin, Minor, Scheduler
from pyplugin.spec.schema import KINDS, json_schema
from pyplugin.spec.starter import MINORS, InitError, write_starter

__all__ = [
    "KINDS",
    "MINORS",
    "CapacityType",
    "ConfigMapRef",
    "CostPlugin",
    "Fleet",
    "InitError",
    "Minor",
    "Pool",
    "Scheduler",
    "SpecError",
    "Taint",
    "is_label_value",
    "json_schema",
    "load",
    "load_fleet",
    "parse",
    "parse_fleet",
    "write_starter",
]

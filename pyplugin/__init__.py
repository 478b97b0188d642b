"""A Kubernetes scheduler of your own from one YAML file."""

__version__ = "0.1.0"

"""Settings of all tests."""

from hypothesis import settings

# How long an example takes tells about the machine: tests have a timeout of their own.
settings.register_profile("pyplugin", deadline=None)
settings.load_profile("pyplugin")

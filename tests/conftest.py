"""Settings of all tests."""

import signal

from hypothesis import settings

# How long an example takes tells about the machine: tests have a timeout of their own.
settings.register_profile("pyplugin", deadline=None)
settings.load_profile("pyplugin")

# A shell that starts us in the background has SIGINT ignored, and every child
# inherits that: tests of Ctrl-C would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)

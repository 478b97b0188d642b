"""python -m pyplugin."""

from pyplugin.cli import main

main()

"""Ports on the loopback interface.

PortInUse    the port that the user asked for is taken
"""

from __future__ import annotations

import socket
from contextlib import ExitStack

from pyplugin.errors import PypluginError

HOST = "127.0.0.1"


class PortInUse(PypluginError):
    """Somebody else listens on the port."""


def free_ports(count: int) -> list[int]:
    """Ports that are free now; all different. Another process may still be quicker."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind((HOST, 0))
        return [each.getsockname()[1] for each in sockets]


def require_free(port: int) -> None:
    """Raise PortInUse if the port can't be bound."""
    if not 1 <= port <= 65535:
        raise PortInUse(f"{port} is no port", cure="choose one from 1024 to 65535")
    with socket.socket() as probe:
        # As the servers do it: a connection of an earlier one in TIME_WAIT is no obstacle.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise PortInUse(
                f"port {port} can't be used: {error.strerror}",
                cure="choose another --port, or leave it out to take a free one",
            ) from error

"""Ports on the loopback interface."""

from __future__ import annotations

import socket

import pytest

from pyplugin.clusters.embedded.ports import HOST, PortInUse, free_ports, require_free


def test_free_ports_are_different_and_free() -> None:
    ports = free_ports(20)
    assert len(set(ports)) == 20
    for port in ports:
        require_free(port)


def test_a_port_in_use() -> None:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(PortInUse, match=f"port {port} can't be used") as caught:
            require_free(port)
    assert caught.value.exit_code == 2
    assert "--port" in caught.value.cure


def test_a_connection_that_just_ended_is_no_obstacle() -> None:
    with socket.create_server((HOST, 0)) as server:
        port = server.getsockname()[1]
        with socket.create_connection((HOST, port)):
            connection, _ = server.accept()
            connection.close()  # the side that closes first keeps the port in TIME_WAIT
    require_free(port)


@pytest.mark.parametrize("port", [0, -1, 65536, 1_000_000])
def test_no_port(port: int) -> None:
    with pytest.raises(PortInUse, match="is no port"):
        require_free(port)

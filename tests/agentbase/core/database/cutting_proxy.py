"""A proxy before MariaDB that cuts a connection at a chosen statement."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal

from sqlalchemy import make_url

Cut = Literal["before", "after", "never_answer"]


class CuttingProxy:
    """Forwards bytes. When a client's packet contains ``statement``, it cuts: ``before`` the server sees the statement,
    ``after`` it has seen it and answered, or it goes on and never answers. It does so while ``left`` is above zero.
    """

    def __init__(self, url: str, statement: bytes, cut: Cut) -> None:
        self.url = url
        self.left = 0
        self._statement = statement
        self._cut = cut

    async def serve(
        self, host: str, port: int, client_reader: asyncio.StreamReader, client_writer: asyncio.StreamWriter
    ) -> None:
        """Carry one connection until either side closes it."""
        server_reader, server_writer = await asyncio.open_connection(host, port)
        answers = asyncio.create_task(_copy(server_reader, client_writer))
        try:
            while packet := await client_reader.read(65536):
                if self.left and self._statement in packet:
                    self.left -= 1
                    if self._cut == "before":
                        break
                    answers.cancel()
                    await asyncio.wait({answers})
                    server_writer.write(packet)
                    await server_reader.read(65536)
                    if self._cut == "after":
                        break
                    await client_reader.read(65536)
                    break
                server_writer.write(packet)
        except ConnectionError:
            pass
        finally:
            answers.cancel()
            for writer in (server_writer, client_writer):
                writer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
    writer.close()


@asynccontextmanager
async def cutting_proxy(url: str, statement: bytes, cut: Cut) -> AsyncIterator[CuttingProxy]:
    """A proxy before ``url``; its own ``url`` leads through it."""
    target = make_url(url)
    host, port = target.host or "127.0.0.1", target.port or 3306
    proxy = CuttingProxy(url, statement, cut)

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await proxy.serve(host, port, reader, writer)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    place = server.sockets[0].getsockname()
    proxy.url = target.set(host=place[0], port=place[1]).render_as_string(hide_password=False)
    try:
        yield proxy
    finally:
        server.close()

#!/usr/bin/env python3
"""tls_client.py PORT: takes connections on a free port, which it prints, and hands them on to PORT over TLS. It reads no
faster than it is read."""
import asyncio
import ssl
import sys


async def pass_on(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    writer.close()


async def main():
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE

    async def take(reader, writer):
        try:
            inner = await asyncio.open_connection("127.0.0.1", int(sys.argv[1]), ssl=context)
        except OSError:
            writer.close()
            return
        await asyncio.gather(pass_on(reader, inner[1]), pass_on(inner[0], writer))

    server = await asyncio.start_server(take, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())

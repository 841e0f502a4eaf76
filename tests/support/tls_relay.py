#!/usr/bin/env python3
"""tls_relay.py CERTIFICATE KEY PORT: takes TLS connections on a free port, which it prints, and hands them on to PORT."""
import socket
import ssl
import sys
import threading


def pass_on(source, target):
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        pass
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def main():
    certificate, key, port = sys.argv[1], sys.argv[2], int(sys.argv[3])
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    while True:
        plain, _ = listener.accept()
        try:
            client = context.wrap_socket(plain, server_side=True)
        except (ssl.SSLError, OSError):
            continue
        server = socket.create_connection(("127.0.0.1", port))
        for ends in ((client, server), (server, client)):
            threading.Thread(target=pass_on, args=ends, daemon=True).start()


main()

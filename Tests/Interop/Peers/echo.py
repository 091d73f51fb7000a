"""echo.py PORT CHAIN-AND-KEY ROOTS WISH: sends back what it gets.

WISH is `need` for a client's certificate, `other` for a group that no client sends a key of.
"""

import socket
import ssl
import sys
import threading

port, pair, roots, wish = sys.argv[1:]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(pair)
context.load_verify_locations(roots)
context.set_alpn_protocols(["http/1.1"])
if wish == "need":
    context.verify_mode = ssl.CERT_REQUIRED
if wish == "other":
    context.set_ecdh_curve("secp384r1")


def serve(connection):
    try:
        with context.wrap_socket(connection, server_side=True) as stream:
            while piece := stream.recv(65536):
                stream.sendall(piece)
            stream.unwrap()
    except OSError as error:
        print(error, file=sys.stderr)


listener = socket.create_server(("127.0.0.1", int(port)))
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

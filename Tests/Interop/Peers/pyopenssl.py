"""pyopenssl.py PORT CHAIN-AND-KEY ROOTS WISH: sends back what it gets, by a current OpenSSL.

WISH is `need` for a client's certificate, `other` for a group that no client sends a key of.
"""

import socket
import sys
import threading

from cryptography.hazmat.primitives.asymmetric import ec
from OpenSSL import SSL

port, pair, roots, wish = sys.argv[1:]
context = SSL.Context(SSL.TLS_SERVER_METHOD)
context.use_certificate_chain_file(pair)
context.use_privatekey_file(pair)
context.load_verify_locations(roots)
context.set_session_id(b"echo")
context.set_alpn_select_callback(lambda connection, names: b"http/1.1")
if wish == "need":
    needed = SSL.VERIFY_PEER | SSL.VERIFY_FAIL_IF_NO_PEER_CERT
    context.set_verify(needed, lambda connection, certificate, error, depth, good: good)
if wish == "other":
    context.set_tmp_ecdh(ec.SECP384R1())


def serve(connection):
    stream = SSL.Connection(context, connection)
    stream.set_accept_state()
    try:
        while True:
            stream.sendall(stream.recv(65536))
    except SSL.ZeroReturnError:
        stream.shutdown()
    except SSL.Error as error:
        print(error, file=sys.stderr)
    connection.close()


listener = socket.create_server(("127.0.0.1", int(port)))
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

#!/usr/bin/env python3
"""Stands between a client and the PostgreSQL server of server.py, and cuts connections where it hurts.

    proxy.py SERVER_FOLDER FOLDER MODE [TIMES]

Listens on FOLDER/.s.PGSQL.5432. The first TIMES (1 unless given) COMMITs that pass are cut, by MODE:
    before   the client's connection is closed before the COMMIT reaches the server, whose side stays open: the server
             goes on holding the session, its locks and its transaction
    after    the COMMIT reaches the server and is answered; the client's connection is closed instead of the answer
Prints "ready" when it listens. Ends with its standard input.
"""
import os
import select
import socket
import sys
import threading

COMMIT = b"COMMIT\0"


class Cuts:
    def __init__(self, times):
        self.left = times
        self.lock = threading.Lock()

    def take(self):
        with self.lock:
            self.left -= 1
            return self.left >= 0


def serve(client, server_path, mode, cuts, kept):
    server = socket.socket(socket.AF_UNIX)
    server.connect(server_path)
    cutting = False
    while True:
        for ready in select.select([client, server], [], [])[0]:
            data = ready.recv(1 << 16)
            if not data:
                client.close()
                server.close()
                return
            if ready is client:
                commits = COMMIT in data and cuts.take()
                if commits and mode == "before":
                    client.close()
                    kept.append(server)  # the server does not learn that its client is gone
                    return
                cutting = cutting or commits
                server.sendall(data)
            elif cutting:
                client.close()
                server.close()
                return
            else:
                client.sendall(data)


def main():
    server_folder, folder, mode = sys.argv[1:4]
    cuts, kept = Cuts(int(sys.argv[4]) if len(sys.argv) > 4 else 1), []
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(os.path.join(folder, ".s.PGSQL.5432"))
    listener.listen()
    print("ready", flush=True)

    def accept():
        while True:
            client, _ = listener.accept()
            threading.Thread(target=serve, args=(client, os.path.join(server_folder, ".s.PGSQL.5432"), mode, cuts, kept),
                             daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    sys.stdin.read()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""A PostgreSQL server for tests, as a plain process that only answers on a Unix socket.

    server.py start FOLDER [NAME=VALUE…]
                               makes a cluster below FOLDER and starts it, with these settings besides our own; an older
                               server there is stopped first
    server.py stop FOLDER      stops it at once and removes FOLDER
    server.py crash FOLDER     stops it at once, as a crash would
    server.py resume FOLDER    starts it again after a crash

The socket is FOLDER/.s.PGSQL.5432, the user is quiver, and there is no password: FOLDER is for its owner alone.
Nothing is synchronised to disk unless fsync=on is given, because only processes crash in tests, not machines.
"""
import os
import pathlib
import shutil
import subprocess
import sys

BIN = pathlib.Path("/usr/lib/postgresql/15/bin")


def as_postgres():
    """PostgreSQL refuses to run as root."""
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []


def pg_ctl(folder, *words):
    """Runs pg_ctl with its output in a file: a server that inherits a pipe would keep whoever reads it waiting."""
    with open(folder / "pg_ctl.log", "ab") as log:
        return subprocess.run(as_postgres() + [BIN / "pg_ctl", "-D", folder / "data", *words],
                              stdin=subprocess.DEVNULL, stdout=log, stderr=log).returncode


def start(folder):
    options = f"-c listen_addresses= -k {folder} -c fsync=off -c max_connections=60 -c shared_buffers=32MB"
    options += "".join(f" -c {setting}" for setting in (folder / "settings").read_text().split())
    if pg_ctl(folder, "-l", folder / "server.log", "-o", options, "-w", "-t", "120", "start") != 0:
        sys.exit(f"PostgreSQL did not start; see {folder}/server.log")


def make(folder, settings):
    stop(folder)
    folder.mkdir(parents=True)
    if os.getuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    (folder / "settings").write_text(" ".join(settings))
    with open(folder / "initdb.log", "wb") as log:
        made = subprocess.run(as_postgres() + [BIN / "initdb", "-D", folder / "data", "-A", "trust", "-U", "quiver",
                                               "-E", "UTF8", "--locale=C", "--no-sync"],
                              stdin=subprocess.DEVNULL, stdout=log, stderr=log).returncode
    if made != 0:
        sys.exit(f"initdb failed; see {folder}/initdb.log")
    start(folder)


def stop(folder):
    if (folder / "data" / "postmaster.pid").exists():
        pg_ctl(folder, "-m", "immediate", "-w", "stop")
    shutil.rmtree(folder, ignore_errors=True)


def main():
    what, folder = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    if what == "start":
        make(folder, sys.argv[3:])
    elif what == "stop":
        stop(folder)
    elif what == "crash":
        pg_ctl(folder, "-m", "immediate", "-w", "stop")
    elif what == "resume":
        start(folder)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()

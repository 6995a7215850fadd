#!/bin/sh
# The first start makes a cluster with that user and password; every start serves it to the network.
set -eu
data=/var/lib/postgresql/data
if [ "$(id -u)" = 0 ]; then
  install -o postgres -m 0400 "$POSTGRES_PASSWORD_FILE" /tmp/password
  chown postgres "$data"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0"
fi
if [ ! -e "$data/PG_VERSION" ]; then
  initdb -D "$data" -A scram-sha-256 -U "$POSTGRES_USER" --pwfile=/tmp/password -E UTF8 --locale=C
  echo "host all all all scram-sha-256" >>"$data/pg_hba.conf"
  echo "CREATE DATABASE $POSTGRES_USER" | postgres --single -D "$data" postgres >/dev/null
fi
exec postgres -D "$data" -c listen_addresses='*' -c unix_socket_directories=/tmp

#!/usr/bin/env bash
# deploy/systemd/quiver.service: what systemd says about it, and whether quiver runs under what it takes away.
#
#   deploy_test.sh ROOT BUILD RUN_FILTERED
#
# No systemd runs where tests do. So its own tool judges the unit, and the unit's very command is run under the
# unit's filter of system calls, without rights, with a /proc that hides others: what can be had without it.
set -euo pipefail
unit=$1/deploy/systemd/quiver.service
build=$2
run_filtered=$3
skipped=77

for tool in systemd-analyze openssl setpriv; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not on this machine"; exit "$skipped"; }
done

work=$(mktemp -d)
daemon=
clean_up() {
  [ -z "$daemon" ] || kill -KILL "$daemon" 2>/dev/null || true
  rm -rf "$work"
}
trap clean_up EXIT
fail() {
  echo "FAILED: $*" >&2
  cat "$work/log" >&2 2>/dev/null || true
  exit 1
}
eventually() { # WHAT COMMAND…: waits until the command succeeds
  local what=$1
  shift
  for _ in $(seq 1200); do
    if "$@" 2>/dev/null; then return; fi
    sleep 0.05
  done
  fail "$what"
}

# Given quiver as it is installed, the unit is one that systemd understands without a word.
cmake --install "$build" --prefix "$work/usr/local" --component program >/dev/null
cmake --install "$build" --prefix "$work/usr/local" --component bots >/dev/null
cmp "$unit" "$work/usr/local/lib/systemd/system/quiver.service" || fail "the unit is not installed"
mkdir "$work/unit"
sed "s#/usr/local/bin/quiver#$work/usr/local/bin/quiver#" "$unit" >"$work/unit/quiver.service"
systemd-analyze verify --man=no "$work/unit/quiver.service" >"$work/said" 2>&1 || fail "verify: $(cat "$work/said")"
if grep -F quiver.service "$work/said"; then fail "verify complains"; fi

# Its exposure is 3.0 or less; the tool wants ten times that.
systemd-analyze security --offline=true --threshold=30 --no-pager "$work/unit/quiver.service" >"$work/said" 2>&1 ||
  fail "the exposure level is over 3.0: $(tail -n 1 "$work/said")"
tail -n 1 "$work/said"

# What would keep bots from being isolated, limited or compiled while they run stays off.
for setting in ProtectKernelTunables ProtectKernelLogs ProtectControlGroups MemoryDenyWriteExecute; do
  grep -qx "$setting=no" "$unit" || fail "$setting= has to be off, and to say so"
done
grep -qx 'Delegate=yes' "$unit" || fail "bots get no control groups"

# --- the command, on folders of ours

# Prints the names behind the unit's SystemCallFilter= lines, in their order, one a line.
allowed_calls() {
  systemd-analyze syscall-filter --no-pager 2>/dev/null >"$work/groups"
  sed -n 's/^SystemCallFilter=//p' "$unit" | python3 -c '
import re, sys
groups, name = {}, ""
for line in open(sys.argv[1]):
    word = re.sub("\x1b\\[[0-9;]*m", "", line).rstrip()
    if word.startswith("@"):
        name = word
        groups[name] = []
    elif name and word.startswith(" ") and not word.strip().startswith("#"):
        groups[name].append(word.strip())
def expand(word):
    return set().union(*map(expand, groups[word])) if word.startswith("@") else {word}
allowed = expand("@default")
for line in sys.stdin:
    words = set().union(*map(expand, line.strip().lstrip("~").split()))
    allowed = allowed - words if line.startswith("~") else allowed | words
print("\n".join(sorted(allowed)))' "$work/groups"
}
allowed_calls >"$work/calls"
for call in mount pivot_root open_tree move_mount mount_setattr seccomp clone; do
  grep -qx "$call" "$work/calls" || fail "isolation needs the system call $call"
done
for call in ptrace bpf keyctl init_module reboot; do
  if grep -qx "$call" "$work/calls"; then fail "the unit allows $call"; fi
done

mkdir "$work/etc" "$work/state" "$work/credentials"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=quiver \
  -addext subjectAltName=IP:127.0.0.1 -keyout "$work/credentials/key.pem" -out "$work/credentials/cert.pem" 2>/dev/null
token() { openssl rand -hex 16; }
token >"$work/etc/operator"
echo "operator $(cat "$work/etc/operator") admin" >"$work/etc/tokens"
cp "$run_filtered" "$work/run-filtered"
cp "$work/credentials/cert.pem" "$work/ca.pem"

# Whoever runs the tests, the service has no rights. Root also hides the processes of others from it.
as_service=(setpriv --no-new-privs)
world=()
if [ "$(id -u)" = 0 ]; then
  chmod 755 "$work"
  chown -R 12345:12345 "$work/etc" "$work/state" "$work/credentials"
  as_service=(setpriv --reuid 12345 --regid 12345 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all)
  world=(unshare --mount --propagation private sh -c 'mount -t proc -o hidepid=invisible proc /proc && exec "$@"' sh)
  "${world[@]}" true 2>/dev/null || world=()
fi
# A sanitizer looks for leaks by tracing, which is refused.
service_environment=(env -i PATH="$PATH" ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0")
quiver=$work/usr/local/bin/quiver
service=("${world[@]}" "${service_environment[@]}" "${as_service[@]}" "$work/run-filtered" "$work/calls")

# Given a machine on which bots can be isolated at all, they can be under the unit's settings.
game=(match connect4 --bot random --bot random --isolate required --json)
options=
if "${service_environment[@]}" "${as_service[@]}" "$quiver" "${game[@]}" >/dev/null 2>"$work/said"; then
  "${service[@]}" "$quiver" "${game[@]}" >"$work/games" 2>"$work/said" || fail "under the unit's filter: $(cat "$work/said")"
  grep -q '"isolation":"full"' "$work/games" || fail "not isolated: $(cat "$work/games")"
  options="--offer random"
else
  echo "bots cannot be isolated here, so the unit is tried without any: $(cat "$work/said")"
fi

# Given the unit's own command, when it is started, it listens.
command=$(sed -e ':a' -e '/\\$/{N;s/\\\n//;ba' -e '}' "$unit" | sed -n 's/^ExecStart=//p' |
  sed -e "s#/usr/local/bin/quiver#$quiver#" -e "s#/etc/quiver#$work/etc#g" -e "s#/var/lib/quiver#$work/state#g")
[ -n "$command" ] || fail "the unit has no command"
"${service[@]}" /usr/bin/env QUIVER_LISTEN=127.0.0.1:0 QUIVER_TLS="$work/credentials" QUIVER_OPTIONS="$options" \
  /bin/sh -c "exec $command" >"$work/out" 2>"$work/log" &
daemon=$!
listening() { grep -q '^listening on quivers://' "$work/out" || ! kill -0 "$daemon"; }
eventually "it does not listen" listening
address=$(sed -n 's/^listening on //p' "$work/out")
[ -n "$address" ] || fail "it ended: $command"
ask() { # TOKEN-FILE COMMAND…
  local file=$1
  shift
  "$quiver" "$@" --connect "$address" --token-file "$file" --ca "$work/ca.pem"
}
ask "$work/etc/operator" admin list >/dev/null || fail "the operator is not let in"

# When a token is added and it gets a SIGHUP, as by ExecReload, the new one counts.
grep -q '^ExecReload=/bin/kill -HUP \$MAINPID$' "$unit" || fail "no reload by SIGHUP"
token >"$work/second"
if ask "$work/second" admin list >/dev/null 2>&1; then fail "a stranger is let in"; fi
echo "second $(cat "$work/second") admin" >>"$work/etc/tokens"
kill -HUP "$daemon"
eventually "it does not read the certificate again" grep -q 'info read the certificate$' "$work/log"
grep -q 'info read 2 tokens$' "$work/log" || fail "it did not read the tokens again"
ask "$work/second" admin list >/dev/null || fail "the new token does not count"

# A bot that it starts is isolated, and the record goes where the unit says.
if [ -n "$options" ]; then
  ask "$work/etc/operator" order connect4 --bot random --bot random --json >"$work/games" || fail "no game"
  grep -q '"isolation":"full"' "$work/state/records.jsonl" || fail "no record of an isolated game"
fi

# When it gets a SIGTERM it ends, and with 0.
kill -TERM "$daemon"
code=0
wait "$daemon" || code=$?
daemon=
[ "$code" = 0 ] || fail "exit code $code"
echo "the unit holds what it says"

#!/usr/bin/env bash
# Installs the SDK, the bots and the program into a folder of its own, builds a bot of somebody else's
# against it, and plays a game with it.
#
#   package_test.sh BUILD HERE COMPILER BUILD_TYPE FLAGS
set -euo pipefail
build=$1 here=$2 compiler=$3 build_type=$4 flags=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

# Given an installed Quiver, and nothing of the tree it came from.
for component in sdk bots program; do
  cmake --install "$build" --prefix "$work/prefix" --component "$component" >"$work/install.log" 2>&1 ||
    fail "the component $component: $(tail -5 "$work/install.log")"
done
cp -r "$here/outside" "$work/outside"
for folder in "$(cd "$here/../.." && pwd)" "$build"; do
  ! grep -rqF "$folder/" "$work/prefix/lib/cmake" || fail "the package names $folder"
done
[ -z "$(find "$work/prefix/include" -name '*proto_*' -o -name '*.pb.h' -o -name session.hpp)" ] ||
  fail "insides are installed"

# When an outsider builds a bot, find_package is all it takes.
cmake -S "$work/outside" -B "$work/outside/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" \
  -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE="$build_type" -DCMAKE_CXX_FLAGS="$flags" >"$work/log" 2>&1 ||
  fail "the outside project is not configured: $(cat "$work/log")"
cmake --build "$work/outside/build" >"$work/log" 2>&1 || fail "the outside project is not built: $(cat "$work/log")"
my_bot=$work/outside/build/my_bot
"$my_bot" --help | grep -q -- --connect || fail "the bot tells no help"
code=0
env -u QUIVER_ADDRESS "$my_bot" 2>"$work/err" || code=$?
[ "$code" = 2 ] || fail "without an address its exit code is $code"

# Then it plays a game to its end, and nobody is put out.
quiver=$work/prefix/bin/quiver
"$quiver" match connect4 --bot "$my_bot" --bot connect4-random --json >"$work/record" 2>"$work/err" ||
  fail "no game: $(cat "$work/err")"
[ "$(wc -l <"$work/record")" = 1 ] || fail "not one line: $(cat "$work/record")"
python3 - "$work/record" <<'CHECK' || fail "the record: $(cat "$work/record")"
import json, sys

record = json.load(open(sys.argv[1], encoding="utf-8"))
assert record["end"].endswith("PLAYED_OUT"), "it was not played out"
assert record.get("winner") in (0, 1, None), "neither a winner nor a draw"
assert record["moves"], "nothing was played"
assert not any("reason" in seat for seat in record["seats"]), "a seat was put out"
CHECK

# And so does a bot in Python, with the installed package.
cat >"$work/my_bot.py" <<'BOT'
from quiver import Bot, run_bot


class MyBot(Bot):
    def choose(self, position, deadline):
        return next(position.legal_moves())


run_bot(MyBot())
BOT
chmod 755 "$work"
"$quiver" match quoridor --size 5 --bot "$work/my_bot.py" --bot random --json --strict >"$work/record" 2>"$work/err" ||
  fail "no game with a bot in Python: $(cat "$work/err" "$work/record")"

# Its types are found where no stubs of protobuf are.
if command -v /usr/bin/mypy >/dev/null; then
  cp "$here/../unit/python/typed_bot.py" "$work/typed_bot.py"
  (cd "$work" && MYPYPATH=$work/prefix/lib/quiver/python /usr/bin/mypy --strict --config-file= typed_bot.py >"$work/log" 2>&1) ||
    fail "mypy --strict: $(cat "$work/log")"
fi
echo "an outsider's bots play"

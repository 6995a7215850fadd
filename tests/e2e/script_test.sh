#!/usr/bin/env bash
# The script ./quiver: what it does where packages are missing, on other systems, and without root.
#
#   script_test.sh ROOT BUILD
#
# BUILD is a folder that is built.
#
# The machine's own package tools are replaced by small stand-ins on the PATH, because a test must not
# install or remove anything; that the real ones do their work is seen on every new machine.
set -euo pipefail
root=$1 built=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

# A copy of the script alone: it must say what is wrong before it looks for anything to build.
mkdir -p "$work/tree" "$work/bin"
cp "$root/quiver" "$work/tree/"

stand_in() { # NAME SCRIPT…
  printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}

# Given a machine where one package is missing, when it is installed, apt is asked for that one alone.
stand_in dpkg-query 'shift 3; for p in "$@"; do [ "$p" = libgsl-dev ] || echo "installed $p:amd64"; done'
stand_in apt-get 'echo "apt-get $*" >>'"$work"'/asked'
stand_in id 'echo 0'
stand_in cmake 'echo no such preset >&2; exit 1'
if PATH="$work/bin:$PATH" "$work/tree/quiver" board amazons >"$work/out" 2>"$work/err"; then fail "built from nothing"; fi
grep -q 'apt-get install .* libgsl-dev$' "$work/asked" || fail "apt was not asked for the missing package: $(cat "$work/asked")"
grep -q 'quiver: the build could not be configured' "$work/err" || fail "no sentence: $(cat "$work/err")"
[ ! -s "$work/out" ] || fail "the build spoke on stdout"

# Given nothing is missing, apt is not run at all.
rm "$work/asked"
stand_in dpkg-query 'shift 3; for p in "$@"; do echo "installed $p:amd64"; done'
PATH="$work/bin:$PATH" "$work/tree/quiver" install-packages 2>"$work/err"
[ ! -e "$work/asked" ] || fail "apt ran although nothing was missing"

# Given somebody who runs a bot, nothing is wanted that only tests need; those who test are asked for that too.
stand_in dpkg-query 'shift 3; echo "$*" >>'"$work"'/wanted'
wanted_by() { rm -f "$work/wanted"; PATH="$work/bin:$PATH" "$work/tree/quiver" "$@" >"$work/out" 2>"$work/err" || true; tr '\n' ' ' <"$work/wanted"; }
only_for_tests='slurmd|podman|chromium|clang|mypy|valgrind|libgtest-dev|libbenchmark-dev|systemd|iproute2|python3-yaml'
for command in 'match connect4' "install $work/installed" 'install-packages build'; do
  words=$(wanted_by $command)
  [[ $words == *libgsl-dev* ]] || fail "$command does not want what the build needs: $words"
  if grep -qwE -- "$only_for_tests" <<<"$words"; then fail "$command wants what only tests need: $words"; fi
done
words=$(wanted_by install-packages test)
[[ $words == *libgtest-dev*chromium* && $words != *clang* ]] || fail "install-packages test wants $words"
words=$(wanted_by install-packages)
[[ $words == *libgsl-dev*libgtest-dev*chromium*clang* ]] || fail "install-packages wants $words"
code=0
"$work/tree/quiver" install-packages everything 2>"$work/err" || code=$?
[ "$code" = 2 ] && grep -q 'build, test, sanitize or cluster' "$work/err" || fail "exit code $code, $(cat "$work/err")"
rm -f "$work/asked"

# Given somebody who is not root, it goes through sudo.
stand_in dpkg-query 'exit 1'
stand_in id 'echo 1000'
stand_in sudo 'echo sudo >>'"$work"'/asked; exec "$@"'
PATH="$work/bin:$PATH" "$work/tree/quiver" install-packages 2>"$work/err"
grep -q '^sudo$' "$work/asked" || fail "sudo was not used"
grep -q 'apt-get install .*libboost1.81-dev' "$work/asked" || fail "apt was not asked"

# Given a package that cannot be had, one clear sentence and exit code 2.
stand_in apt-get 'exit 100'
code=0
PATH="$work/bin:$PATH" "$work/tree/quiver" board amazons 2>"$work/err" || code=$?
[ "$code" = 2 ] || fail "exit code $code"
grep -q 'these packages could not be installed: .*libgsl-dev' "$work/err" || fail "no sentence: $(cat "$work/err")"

# Given somebody who tests, the browser is wanted too, and npm installs what the lock file says: once, and again when that
# has changed.
mkdir -p "$work/tree/tests/browser"
echo '{}' >"$work/tree/tests/browser/package.json"
echo first >"$work/tree/tests/browser/package-lock.json"
stand_in id 'echo 0'
stand_in apt-get 'echo "apt-get $*" >>'"$work"'/asked'
stand_in dpkg-query 'shift 3; for p in "$@"; do [ "$p" = chromium ] || echo "installed $p:amd64"; done'
stand_in npm 'echo "npm $1 in $PWD for $(cat package-lock.json)" >>'"$work"'/npm-asked'
tests_then_fails() { PATH="$work/bin:$PATH" "$work/tree/quiver" test >"$work/out" 2>"$work/err" && fail "tested nothing"; true; }
rm "$work/asked"
tests_then_fails
grep -q 'apt-get install .* chromium$' "$work/asked" || fail "apt was not asked for the browser"
[ "$(cat "$work/npm-asked")" = "npm ci in $work/tree/build/browser for first" ] || fail "npm was asked: $(cat "$work/npm-asked")"
tests_then_fails
[ "$(wc -l <"$work/npm-asked")" = 1 ] || fail "npm was asked again for nothing"
echo second >"$work/tree/tests/browser/package-lock.json"
tests_then_fails
grep -q 'for second$' "$work/npm-asked" || fail "npm was not asked again"

# Given npm cannot, one clear sentence and exit code 2; and it is tried again.
stand_in npm 'echo no network >&2; exit 1'
echo third >"$work/tree/tests/browser/package-lock.json"
for _ in 1 2; do
  code=0
  PATH="$work/bin:$PATH" "$work/tree/quiver" test >"$work/out" 2>"$work/err" || code=$?
  [ "$code" = 2 ] || fail "exit code $code"
  grep -q 'no network' "$work/err" && grep -q 'npm could not install' "$work/err" || fail "no sentence: $(cat "$work/err")"
done

# Given no npm at all, Debian's is installed, and Node with it.
rm "$work/bin/npm" "$work/asked"
mkdir "$work/few"
for tool in bash env mkdir cp cmp flock cat tail rm; do ln -s "$(command -v $tool)" "$work/few/$tool"; done
stand_in dpkg-query 'shift 3; for p in "$@"; do [ "$p" = npm ] || [ "$p" = nodejs ] || echo "installed $p:amd64"; done'
PATH="$work/bin:$work/few" "$work/tree/quiver" test >"$work/out" 2>"$work/err" && fail "tested without npm"
grep -q 'apt-get install .* nodejs npm$' "$work/asked" || fail "apt was not asked for npm: $(cat "$work/asked" "$work/err")"

# Given another system, the packages are named.
sed 's#/etc/os-release#'"$work"'/os-release#g' "$root/quiver" >"$work/tree/quiver"
printf 'ID=arch\n' >"$work/os-release"
PATH="$work/bin:$PATH" "$work/tree/quiver" board amazons 2>"$work/err" && fail "built on another system"
grep -q 'this is not Debian 12; .*libgsl-dev.*libboost1.81-dev' "$work/err" || fail "no sentence: $(cat "$work/err")"

# Given a build in which nothing is to be done, a command says nothing of its own and runs two programs before its own.
# Those that it may run are all on the PATH: any other would fail.
mkdir -p "$work/current/build" "$work/two"
cp "$root/quiver" "$work/current/"
ln -s "$built" "$work/current/build/release"
ln -s "$(command -v bash)" "$work/two/bash"
stand_in_two() { printf '#!/bin/bash\necho %s >>%s\n%s\n' "$1" "$work/ran" "$2" >"$work/two/$1" && chmod +x "$work/two/$1"; }
stand_in_two dpkg-query 'shift 3; for p in "$@"; do echo "installed $p:amd64"; done'
stand_in_two ninja "exec $(command -v ninja) \"\$@\""
PATH="$work/two" "$work/current/quiver" --version >"$work/out" 2>"$work/err" || fail "it did not run: $(cat "$work/err")"
[ ! -s "$work/err" ] || fail "it has something to say though nothing is to be done: $(cat "$work/err")"
grep -q '^quiver [0-9.]*$' "$work/out" || fail "it printed $(cat "$work/out")"
[ "$(sort "$work/ran" | tr '\n' ' ')" = "dpkg-query ninja " ] || fail "it ran $(cat "$work/ran")"

# Given tests of which a few fail, these are run once more, one at a time, and named; if many fail, or one fails again, that
# is a failure.
mkdir -p "$work/tested/build/release/Testing/Temporary" "$work/tested/build/browser" "$work/tested/tests/browser"
cp "$root/quiver" "$work/tested/"
touch "$work/tested/build/release/build.ninja" "$work/tested/build/release/CMakeCache.txt"
for file in build/browser/installed.json tests/browser/package-lock.json; do echo '{}' >"$work/tested/$file"; done
stand_in dpkg-query 'shift 3; for p in "$@"; do echo "installed $p:amd64"; done'
stand_in npm 'exit 1'
stand_in ninja 'echo "ninja: no work to do."'
# FAILED AGAIN: the tests that fail, and the exit code when they are run again.
run_with_failures() {
  printf '%s' "$1" >"$work/failures"
  rm -f "$work/ctest-asked"
  stand_in ctest 'echo "$*" >>'"$work"'/ctest-asked
    case "$*" in *--rerun-failed*) exit '"$2"' ;; esac
    [ -s '"$work"'/failures ] || exit 0
    cp '"$work"'/failures build/release/Testing/Temporary/LastTestsFailed.log; exit 8'
  code=0
  PATH="$work/bin:$PATH" "$work/tested/quiver" test >"$work/out" 2>"$work/err" || code=$?
}
run_with_failures '' 0
[ "$code" = 0 ] && [ "$(wc -l <"$work/ctest-asked")" = 1 ] || fail "tests that pass: $code, $(cat "$work/ctest-asked")"
run_with_failures $'7:one.Test\n9:another.Test\n' 0
[ "$code" = 0 ] || fail "tests that pass the second time: exit code $code"
[ "$(tail -1 "$work/ctest-asked")" = "--preset release --rerun-failed -j 1" ] || fail "ctest: $(cat "$work/ctest-asked")"
grep -q 'once more by themselves: one.Test another.Test$' "$work/err" || fail "not named: $(cat "$work/err")"
run_with_failures $'7:one.Test\n' 8
[ "$code" = 8 ] || fail "a test that fails twice: exit code $code"
run_with_failures $'1:a\n2:b\n3:c\n4:d\n' 0
[ "$code" != 0 ] && [ "$(wc -l <"$work/ctest-asked")" = 1 ] || fail "four failures: $code, $(cat "$work/ctest-asked")"
rm "$work/bin/ninja" "$work/bin/npm" "$work/bin/ctest"

# Given the page's files, one that comes or goes is noticed, and so is one that changes; nothing else is work to do.
mkdir "$work/page"
for part in "$root"/*; do ln -s "$part" "$work/page/"; done
rm -f "$work/page/referee" "$work/page/build"
cp -r "$root/referee" "$work/page/referee"
cmake -S "$work/page" -B "$work/page.build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DQUIVER_BUILD_TESTS=OFF >"$work/out" 2>&1 ||
  fail "not configured: $(cat "$work/out")"
embed() { ninja -C "$work/page.build" page_files >"$work/out" 2>&1 || fail "not embedded: $(cat "$work/out")"; }
nothing_to_do() { ninja -C "$work/page.build" -n page_files | grep -q 'no work to do'; }
embedded=$work/page.build/referee/page_files.cpp page=$work/page/referee/web/page
embed
nothing_to_do || fail "there is always something to do"
echo '/* one that has come */' >"$page/new.css"
nothing_to_do && fail "a file that came was not noticed"
echo '@import "new.css";' >>"$page/page.css"
embed
grep -q 'one that has come' "$embedded" || fail "a file that came is not in the program"
nothing_to_do || fail "there is something to do after a file has come"
echo '/* now changed */' >"$page/new.css"
embed
grep -q 'now changed' "$embedded" || fail "a file that was changed is not in the program"
sed -i '$d' "$page/page.css"
rm "$page/new.css"
embed
! grep -q 'now changed' "$embedded" || fail "a file that went is still in the program"
nothing_to_do || fail "there is something to do after a file has gone"
echo '// one that no module imports' >"$page/games/new.js"
nothing_to_do && fail "a file that came into a folder was not noticed"
ninja -C "$work/page.build" page_files >"$work/out" 2>&1 && fail "a file that is part of nothing was accepted"
grep -q 'no module imports them: games/new.js' "$work/out" || fail "not named: $(cat "$work/out")"
rm "$page/games/new.js"
embed
nothing_to_do || fail "there is something to do after a file has gone from a folder"
echo "the script does as it says"

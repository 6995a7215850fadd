#!/usr/bin/env bash
# The script ./quiver: what it does where packages are missing, on other systems, and without root.
#
#   script_test.sh ROOT
#
# The machine's own package tools are replaced by small stand-ins on the PATH, because a test must not
# install or remove anything; that the real ones do their work is seen on every new machine.
set -euo pipefail
root=$1
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
for tool in bash env dirname readlink printf comm sort sed mkdir cp cmp flock cat tail; do ln -s "$(command -v $tool)" "$work/few/$tool"; done
stand_in dpkg-query 'shift 3; for p in "$@"; do [ "$p" = npm ] || [ "$p" = nodejs ] || echo "installed $p:amd64"; done'
PATH="$work/bin:$work/few" "$work/tree/quiver" test >"$work/out" 2>"$work/err" && fail "tested without npm"
grep -q 'apt-get install .* nodejs npm$' "$work/asked" || fail "apt was not asked for npm: $(cat "$work/asked" "$work/err")"

# Given another system, the packages are named.
sed 's#/etc/os-release#'"$work"'/os-release#g' "$root/quiver" >"$work/tree/quiver"
printf 'ID=arch\n' >"$work/os-release"
PATH="$work/bin:$PATH" "$work/tree/quiver" board amazons 2>"$work/err" && fail "built on another system"
grep -q 'this is not Debian 12; .*libgsl-dev.*libboost1.81-dev' "$work/err" || fail "no sentence: $(cat "$work/err")"
echo "the script does as it says"

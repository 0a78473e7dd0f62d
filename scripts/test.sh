#!/usr/bin/env bash
# Runs every test on a release build, from nothing: installs what is missing, builds, tests.
#   --sanitize   before that, the same tests under AddressSanitizer with UBSan, then under ThreadSanitizer
set -euo pipefail
cd "$(dirname "$0")/.."

sanitize=false
for argument in "$@"; do
  case "$argument" in
    --sanitize) sanitize=true ;;
    *) echo "usage: scripts/test.sh [--sanitize]" >&2; exit 2 ;;
  esac
done

./scripts/install.sh
# The real clients. npm leaves its own copy of the lock file behind: newer than ours, nothing changed.
if [ ! conformance/node_modules/.package-lock.json -nt conformance/package-lock.json ]; then
  npm ci --prefix conformance --no-audit --no-fund --loglevel=error
fi

if [ "$sanitize" = true ]; then
  cmake --workflow --preset asan
  cmake --workflow --preset tsan
fi
cmake --workflow --preset release
exec ctest --preset release --parallel "$(nproc)"

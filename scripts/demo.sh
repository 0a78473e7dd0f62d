#!/usr/bin/env bash
# From a fresh clone to a visible memory: installs what is missing, builds the release, and lets a small MCP
# client store a dozen notes in a new tree, search, browse, read and relate them. The tree stays for a look.
set -euo pipefail
cd "$(dirname "$0")/.."

./scripts/install.sh
cmake --workflow --preset release
exec node conformance/demo.mjs "$@"

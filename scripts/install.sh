#!/usr/bin/env bash
# Installs the Debian packages that building and testing need, and only those that are missing.
# Asks nothing; does nothing where everything is there.
set -euo pipefail

packages=(
  g++ cmake ninja-build ccache pkg-config git ca-certificates
  nlohmann-json3-dev libyaml-cpp-dev libcmark-dev libcpp-httplib-dev libssl-dev libspdlog-dev doctest-dev
  libexpected-dev libstemmer-dev libutf8proc-dev libxxhash-dev libzstd-dev libcli11-dev libbenchmark-dev
)

# Node runs the demo and the tests with real clients; any installation of it will do.
if ! command -v node >/dev/null; then packages+=(nodejs); fi
if ! command -v npm >/dev/null; then packages+=(npm); fi

if ! command -v apt-get >/dev/null; then
  echo "install.sh: no apt-get here. Install what these Debian packages hold, then go on: ${packages[*]}" >&2
  command -v cmake >/dev/null && command -v ninja >/dev/null && command -v node >/dev/null
  exit
fi

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  if [ "$status" != installed ]; then missing+=("$package"); fi
done
if [ ${#missing[@]} -eq 0 ]; then exit 0; fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "install.sh: missing: ${missing[*]}. Run this as root, or install them." >&2
    exit 1
  fi
  as_root=(sudo)
fi
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq)
echo "Installing ${missing[*]}"
"${apt[@]}" update </dev/null
"${apt[@]}" install -y --no-install-recommends "${missing[@]}" </dev/null >/dev/null

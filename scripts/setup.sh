#!/usr/bin/env bash
# The steps of `make setup`, which runs each only when something it depends on has changed:
#
#   scripts/setup.sh packages STAMP   install the Debian packages that are missing
#   scripts/setup.sh python STAMP     make .venv and install Ariadne in it, editable; this configures and fills build/
#   scripts/setup.sh native STAMP     build again in build/ what was edited
#
# STAMP is the file that is written on success. Every step may be repeated and may be interrupted.
# Exit code 2: something that only the user can change, with the line to run.
set -euo pipefail
cd "$(dirname "$0")/.."

# PWD names the tree without symbolic links, as cmake and make see it.
cd "$(pwd -P)"

# The Python that .venv is made from; `make setup PYTHON=...` chooses another.
python=${PYTHON:-python3}

say() { printf 'setup: %s\n' "$*"; }

# The first line says what is wrong; those that follow stand alone, so that a command can be copied.
stop() {
    printf 'setup: %s\n' "$1" >&2
    [ $# -eq 1 ] || printf '%s\n' "${@:2}" >&2
    exit 2
}

require_python() {
    command -v "$python" >/dev/null || stop "There is no '$python'. Ariadne needs Python 3.11 or newer."
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        stop "Ariadne needs Python 3.11 or newer, and '$python' is $("$python" --version 2>&1)." \
            "If you have a newer one elsewhere: make setup PYTHON=/path/to/python3"
}

is_installed() {
    [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

packages() {
    require_python
    local wanted missing=() package
    mapfile -t wanted < <(awk '/^[a-z]/ { print $1 }' scripts/debian-packages.txt)

    if ! command -v dpkg-query >/dev/null; then
        say "This is not a Debian system, so nothing is installed for you. Going on in the hope that you" \
            "have what these Debian packages contain: ${wanted[*]}"
        return
    fi

    for package in "${wanted[@]}"; do
        is_installed "$package" || missing+=("$package")
    done
    # Debian's own Python leaves venv to a package of its own; other builds of Python have it inside.
    "$python" -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
    [ ${#missing[@]} -gt 0 ] || return 0

    # A lock held by another apt (unattended upgrades) is waited for, and nothing asks questions.
    local as_root=() apt=(apt-get -o DPkg::Lock::Timeout=300)
    if [ "$(id -u)" -ne 0 ]; then
        sudo -n true 2>/dev/null ||
            stop "These Debian packages are missing, and installing them needs root. Run this, then repeat:" \
                "" "    sudo apt-get install --no-install-recommends ${missing[*]}" ""
        as_root=(sudo -n)
    fi
    as_root+=(env DEBIAN_FRONTEND=noninteractive)

    say "Installing Debian packages: ${missing[*]}"
    "${as_root[@]}" "${apt[@]}" update --quiet=2 ||
        say "apt-get update failed; trying with the package lists that are there."
    "${as_root[@]}" "${apt[@]}" install --yes --quiet=2 --no-install-recommends "${missing[@]}" ||
        stop "apt-get could not install: ${missing[*]}" \
            "Its own message is above. LLVM 19 is in Debian 12 (bookworm, main) and later."
}

python() {
    require_python
    # A virtual environment holds absolute paths. One that came with a copied or moved tree would run the code
    # of the old place; one whose Python has gone does not run at all.
    if ! grep -q -s -F -e "-m venv $PWD/.venv" .venv/pyvenv.cfg || ! .venv/bin/python -c 'import pip' 2>/dev/null; then
        say "Making .venv with $("$python" --version)"
        rm -rf .venv
        "$python" -m venv "$PWD/.venv"
    fi
    # The cache of cmake, too, knows where it was made: a copied or moved tree is configured afresh.
    grep -q -s -x -F "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" build/CMakeCache.txt || rm -f build/CMakeCache.txt
    say "Building Ariadne and installing it into .venv, with its Python packages"
    # What `pip install .` does elsewhere, but in a build folder that stays: what is edited later is all that is
    # compiled again, by the next step.
    .venv/bin/python -m pip install --quiet --quiet --disable-pip-version-check \
        --config-settings=build-dir=build --editable '.[dev]'
}

native() {
    cmake --build build -- --quiet
}

case $#:${1-} in
2:packages | 2:python | 2:native) ;;
*) stop "usage: scripts/setup.sh packages|python|native STAMP" ;;
esac

# Two `make` in one tree wait for each other instead of mixing their work.
mkdir -p build
exec 9>build/.lock
flock 9

# The stamp names this folder, and is as old as the start of the step: what is edited meanwhile is newer.
pwd -P >"build/.started-$1"
"$1"
mv "build/.started-$1" "$2"

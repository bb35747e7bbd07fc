#!/bin/sh
# Installs by apt what Python packages cannot bring, and only what is missing.
#   deploy/prepare-machine.sh run     to run the product: venv, the shared libraries OpenCV opens
#   deploy/prepare-machine.sh test    for the tests too: a real Mosquitto, OpenSSL, a real Chromium, C compilers, an emulator
set -eu

what=${1:-run}
missing=""

need() { # need PACKAGE COMMAND...: adds the package when the command fails
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}

has_library() { ldconfig -p | grep -q "$1"; }
has_program() { PATH="$PATH:/usr/sbin" command -v "$1"; }

need python3-venv python3 -c 'import ensurepip, venv'
need libgl1 has_library libGL.so.1
if ! has_library libgthread-2.0.so.0; then
    # Debian 13 renamed the package
    if apt-cache show libglib2.0-0t64 2>/dev/null | grep -q '^Package:'; then
        missing="$missing libglib2.0-0t64"
    else
        missing="$missing libglib2.0-0"
    fi
fi
if [ "$what" = test ]; then
    need mosquitto has_program mosquitto
    need openssl has_program openssl # certificates for the tests of TLS
    need chromium has_program chromium
    need libatomic1 has_library libatomic.so.1 # the program inside playwright opens it
    # the reference firmware: for this machine, for an ATmega328P, and the emulator of one
    need gcc has_program gcc
    need libc6-dev test -e /usr/include/stdio.h
    need gcc-avr has_program avr-gcc
    need avr-libc test -e /usr/lib/avr/include/avr/io.h
    need libsimavr-dev test -e /usr/include/simavr/sim_avr.h
fi
[ -n "$missing" ] || exit 0

install="apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" = 0 ]; then
    as_root=""
elif has_program sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root="sudo"
else
    echo "missing system packages:$missing (run as root: apt-get update && $install)" >&2
    exit 2
fi
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
# the old name again after the index is fresh: a bare machine had none to ask
if echo "$missing" | grep -q 'libglib2.0-0$\|libglib2.0-0 ' && ! apt-cache show libglib2.0-0 2>/dev/null | grep -q '^Package:'; then
    install=$(echo "$install" | sed 's/libglib2.0-0/libglib2.0-0t64/')
fi
$as_root $install

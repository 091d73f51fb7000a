#!/bin/sh
# Prints the screen of a command in a terminal, with the fixtures as the current folder.
#
# usage: show.sh TOOL COLUMNS WORD...
#
# The days until the end of a certificate change each day, so the number of days is replaced by N.
tool=$1 columns=$2
shift 2
cd "$(dirname "$0")/.." || exit 1
unset COLUMNS APUS_PASSWORD SSLKEYLOGFILE
export LC_ALL=C.UTF-8 NO_COLOR=1 TERM=xterm
script -qec "stty cols $columns rows 50; '$tool' $*; echo \"[exit \$?]\"" /dev/null </dev/null \
  | tr -d '\r' | sed 's/[0-9][0-9]* days$/N days/'

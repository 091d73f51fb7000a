#!/bin/sh
# Writes the screens of all commands: make.sh TOOL, with the absolute path of the built tool.
folder=$(cd "$(dirname "$0")" && pwd)
while read -r name words; do
  for columns in 80 40; do
    sh "$folder/show.sh" "$1" "$columns" $words >"$folder/$name-$columns.txt"
  done
done <"$folder/commands.txt"

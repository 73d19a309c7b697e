#!/bin/sh
# MCP_COMPLETION_QUERY has what has been typed. The answer is a JSON array of strings.
set -eu
found=
for value in alpha beta gamma; do
  case $value in "${MCP_COMPLETION_QUERY:-}"*) found="$found${found:+,}\"$value\"" ;; esac
done
printf '[%s]\n' "$found"

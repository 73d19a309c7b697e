#!/bin/sh
# Plain sh, reads no JSON: what was typed is in MCP_COMPLETION_QUERY, the answer is an array of strings.
# Quoting "$MCP_COMPLETION_QUERY" in the pattern makes * and ? in it ordinary characters.
found=
for command in awk cat chmod chown curl cut date diff du find grep gzip head jq kill less ln ls make mkdir \
	mktemp mv paste patch ps rsync sed seq sort ssh stat tail tar tee test touch tr uniq wc xargs; do
	case $command in
	"$MCP_COMPLETION_QUERY"*) found="$found${found:+,}\"$command\"" ;;
	esac
done
printf '[%s]\n' "$found"

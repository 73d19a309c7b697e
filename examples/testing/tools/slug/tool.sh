#!/bin/sh
# Small letters and digits stay; what is between them becomes one hyphen.
slug=$(printf %s "$MCP_ARG_TEXT" | tr '[:upper:]' '[:lower:]' | tr -cs 'a-z0-9' - | sed 's/^-//; s/-$//')
if [ -z "$slug" ]; then
	echo "The text has neither letters nor digits." >&2
	exit 1
fi
printf '%s\n' "$slug"

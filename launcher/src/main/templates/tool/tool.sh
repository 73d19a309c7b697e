#!/bin/sh
# The arguments have been checked. Each scalar is in a variable; all are in MCP_TOOL_ARGS_JSON.
# What is printed is the result. A line on standard error goes to the server's log.
set -eu

name=${MCP_ARG_NAME:-World}
escaped=$(printf '%s' "$name" | tr -d '\000-\037' | sed 's/[\\"]/\\&/g')
printf '{"message": "Hello, %s!"}\n' "$escaped"

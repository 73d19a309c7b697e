#!/bin/sh
# One script for all of the tools: its own name says which of them it is.
phrase=$(cat "phrases/${MCP_TOOL_NAME#say-}.txt") || exit
printf '%s%s\n' "$phrase" "${MCP_ARG_NAME:+, $MCP_ARG_NAME}"

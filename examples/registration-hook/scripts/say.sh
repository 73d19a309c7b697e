#!/bin/sh
# One script for all of the tools: MCP_TOOL_NAME says which of them is called.
phrase=$(cat "phrases/${MCP_TOOL_NAME#say-}.txt") || exit
printf '%s%s\n' "$phrase" "${MCP_ARG_NAME:+, $MCP_ARG_NAME}"

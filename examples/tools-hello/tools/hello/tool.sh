#!/usr/bin/env bash
# The smallest tool. What it prints is the result, what it writes to standard error goes into the log.
source "${MCP_SDK:?}/tool-sdk.sh"

name=$(mcp_args_get '.name // "World"')
mcp_emit_text "Hello, $name!"

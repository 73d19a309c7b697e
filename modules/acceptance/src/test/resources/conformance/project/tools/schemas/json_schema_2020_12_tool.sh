#!/bin/sh
printf '%s\n' "$MCP_TOOL_ARGS_JSON"

#!/bin/sh
# Without the SDK: every argument that is a string, a number or a boolean is a variable of its own, MCP_ARG_ and its
# name in capitals. inputSchema says that both are there and are integers.
echo "$((MCP_ARG_FIRST + MCP_ARG_SECOND))"

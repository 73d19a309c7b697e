#!/bin/sh
# Registered under the name greet. Each string, number or boolean argument is in a variable of its own.
printf 'Hello, %s!\n' "$MCP_ARG_NAME"

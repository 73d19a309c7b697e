#!/bin/sh
# Registered under the name greet. Each scalar argument is in a variable of its own.
printf 'Hello, %s!\n' "$MCP_ARG_NAME"

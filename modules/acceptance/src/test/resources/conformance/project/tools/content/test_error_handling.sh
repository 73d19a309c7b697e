#!/bin/sh
# mcp: {"description": "An error"}
echo 'This tool intentionally returns an error for testing' >&2
exit 1

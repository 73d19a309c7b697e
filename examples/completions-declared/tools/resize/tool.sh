#!/bin/sh
echo "It is $MCP_ARG_SIZE now."

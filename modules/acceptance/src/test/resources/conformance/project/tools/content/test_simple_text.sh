#!/bin/sh
# mcp: {"description": "A text"}
echo 'This is a simple text response for testing.'

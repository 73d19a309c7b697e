#!/usr/bin/env python3
"""Greets somebody."""
import json
import os


def arguments():
    """The arguments, which have been checked. Long ones are in a file."""
    text = os.environ.get("MCP_TOOL_ARGS_JSON")
    if not text:
        with open(os.environ["MCP_TOOL_ARGS_FILE"], encoding="utf-8") as file:
            text = file.read()
    return json.loads(text)


# What is printed is the result. A line on standard error goes to the server's log.
print(json.dumps({"message": f"Hello, {arguments().get('name', 'World')}!"}))

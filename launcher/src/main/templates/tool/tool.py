#!/usr/bin/env python3
# After a change of the function's hints or docstring: launcher describe {{name}}
import os, sys; sys.path.insert(0, os.environ["MCP_SDK"])
from typing import TypedDict

from bullpen import run, tool


class Greeting(TypedDict):
    message: str


@tool(name="{{name}}", title="{{title}}", annotations={"readOnlyHint": True})
def greet(name: str = "World") -> Greeting:
    """Greets a person. Say here what the tool does and when to use it.

    Args:
        name: Who is greeted
    """
    return {"message": f"Hello, {name}!"}


run()

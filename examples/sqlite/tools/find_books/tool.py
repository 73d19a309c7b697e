#!/usr/bin/env python3
import os, sqlite3, sys; sys.path.insert(0, os.environ["MCP_SDK"])
from typing import Dict, List, Union
from bullpen import ToolError, run, tool

@tool(annotations={"readOnlyHint": True})
def find_books(words: str = "Woolf", limit: int = 10) -> List[Dict[str, Union[str, int]]]:
    """Finds the books whose author or title holds the words."""
    database = sqlite3.connect("file:library.db?mode=ro", uri=True)
    database.row_factory = sqlite3.Row
    # What comes from a model goes in as a parameter, never into the text of the statement.
    found = database.execute(
        "SELECT author, title, year FROM books"
        " WHERE instr(lower(author || ' ' || title), lower(?)) ORDER BY year LIMIT ?", (words, limit)).fetchall()
    if not found:
        raise ToolError(f"No book has {words!r} in its author or title. Try fewer words.")
    return [dict(book) for book in found]
run()

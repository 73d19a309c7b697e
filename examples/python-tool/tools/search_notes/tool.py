#!/usr/bin/env python3
import hmac, os, sys; sys.path.insert(0, os.environ["MCP_SDK"])
from typing import Dict
from bullpen import ToolError, progress, run, secret, tool

@tool(env=["NOTES_KEY"], annotations={"readOnlyHint": True})
def search_notes(query: str = "tea", limit: int = 10) -> Dict[str, str]:
    """Finds the notes that hold a text, each with a mark that only this key makes."""
    key, notes = secret("NOTES_KEY").encode(), open("notes.txt").read().splitlines()
    progress(1, 2, f"{len(notes)} notes read")
    found = [note for note in notes if query.lower() in note.lower()][:limit]
    if not found:
        raise ToolError(f"No note holds {query!r}. Try a shorter text.")
    return {note: hmac.new(key, note.encode(), "sha256").hexdigest()[:8] for note in found}
run()

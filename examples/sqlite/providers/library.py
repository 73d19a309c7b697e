#!/usr/bin/env python3
"""Reads library://AUTHOR/TITLE as one row of the database."""
import json, os, sqlite3, sys

wanted = json.loads(os.environ["MCP_RESOURCE_TEMPLATE_VARS_JSON"])
database = sqlite3.connect("file:library.db?mode=ro", uri=True)
database.row_factory = sqlite3.Row
book = database.execute("SELECT * FROM books WHERE author = :author AND title = :title", wanted).fetchone()
if book is None:
    sys.exit(3)  # there is no such resource
print(json.dumps(dict(book)))

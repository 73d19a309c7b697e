#!/usr/bin/env python3
"""Python, with pages by a cursor of its own: the name the next page begins with.

The cursor a script answers with comes back to it, unchanged, as MCP_COMPLETION_CURSOR.
"""
import json
import os

LICENSES = [
    "0BSD", "AGPL-3.0-only", "Apache-2.0", "Artistic-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0",
    "CC-BY-4.0", "CC-BY-SA-4.0", "CC0-1.0", "CDDL-1.0", "EPL-2.0", "EUPL-1.2", "GPL-2.0-only",
    "GPL-3.0-only", "GPL-3.0-or-later", "ISC", "LGPL-2.1-only", "LGPL-3.0-only", "MIT", "MIT-0",
    "MPL-2.0", "MS-PL", "MulanPSL-2.0", "NCSA", "OFL-1.1", "OSL-3.0", "PostgreSQL", "Python-2.0",
    "Unlicense", "UPL-1.0", "Vim", "WTFPL", "Zlib",
]

query = os.environ["MCP_COMPLETION_QUERY"].lower()
limit = int(os.environ["MCP_COMPLETION_LIMIT"])
cursor = os.environ["MCP_COMPLETION_CURSOR"]

matching = [name for name in LICENSES if query in name.lower()]
# Stable: names that begin with the query come first, both halves stay in alphabetical order.
matching.sort(key=lambda name: not name.lower().startswith(query))
start = matching.index(cursor) if cursor in matching else 0
page, rest = matching[start:start + limit], matching[start + limit:]

answer = {"suggestions": page, "total": len(matching)}
if rest:
    answer["nextCursor"] = rest[0]
print(json.dumps(answer))

#!/bin/sh
# mcp: {"description": "Adds a tool to the list, or removes it again"}
added=tools/added
if [ -e "$added" ]; then
	rm -r "$added"
else
	mkdir "$added"
	cp tools/content/test_simple_text.sh "$added/test_added_tool.sh"
fi
echo 'The list of tools has changed'

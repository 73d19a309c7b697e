#!/bin/sh
# mcp: {"description": "Adds a prompt to the list, or removes it again"}
added=prompts/test_added_prompt.txt
if [ -e "$added" ]; then
	rm "$added"
else
	echo 'I was added.' >"$added"
fi
echo 'The list of prompts has changed'

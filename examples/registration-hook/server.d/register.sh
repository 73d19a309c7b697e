#!/usr/bin/env bash
# Registers a tool for every file in phrases. If the operator allows it, the server runs this whenever the project is read
# and whenever this file changes. Standard output would be taken for a registration: write messages to standard error.
# Kinds that this does not register, prompts and resources here, are discovered as usual.
cd "${MCPBASH_PROJECT_ROOT:?}" || exit

for file in phrases/*.txt; do
	name=${file##*/}
	name=${name%.txt}
	case $name in
	*[!a-z]*)
		printf 'register.sh: %s is left out: its name is not made of small letters\n' "$file" >&2
		continue
		;;
	esac
	mcp_register_tool '{
		"name": "say-'"$name"'",
		"description": "Says good '"$name"'",
		"path": "scripts/say.sh",
		"inputSchema": {"type": "object", "properties": {"name": {"type": "string"}}}
	}'
done

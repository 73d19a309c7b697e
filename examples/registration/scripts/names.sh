#!/bin/sh
# Completes the argument of the prompt and the variable of the template alike: names of members.
found=
for file in data/members/*.txt; do
	name=${file##*/}
	name=${name%.txt}
	case $name in
	"$MCP_COMPLETION_QUERY"*) found="$found${found:+,}\"$name\"" ;;
	esac
done
printf '[%s]\n' "$found"

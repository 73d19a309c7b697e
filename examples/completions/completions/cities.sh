#!/bin/sh
# Pages by offset: MCP_COMPLETION_OFFSET values were shown before, MCP_COMPLETION_LIMIT are wanted now.
# "hasMore" and "next" make the server hand the client a cursor for the following page.
# Scripts run in the project folder, so the list is found by a relative path.
query=$MCP_COMPLETION_QUERY
case $query in
# Cities begin with a capital; what a user types often does not.
[a-z]*) query=$(printf '%.1s' "$query" | tr '[:lower:]' '[:upper:]')${query#?} ;;
esac

first=$MCP_COMPLETION_OFFSET
last=$((first + MCP_COMPLETION_LIMIT))
count=0
page=
while IFS= read -r city; do
	case $city in
	"$query"*)
		if [ "$count" -ge "$first" ] && [ "$count" -lt "$last" ]; then
			page="$page${page:+,}\"$city\""
		fi
		count=$((count + 1))
		;;
	esac
done <completions/cities.txt

if [ "$count" -gt "$last" ]; then
	printf '{"suggestions":[%s],"total":%d,"hasMore":true,"next":%d}\n' "$page" "$count" "$last"
else
	printf '{"suggestions":[%s],"total":%d,"hasMore":false}\n' "$page" "$count"
fi

#!/bin/sh
# Reads what the template matches: $1 is the URI, such as recipe://italian/pesto. What the variables stand for is in
# MCP_RESOURCE_TEMPLATE_VARS_JSON as well.
path=${1#recipe://}

# A URI comes from the client, and it becomes the name of a file here: nothing but plain names may pass.
case $path in
*[!a-z/-]* | */*/* | /* | */ | '') exit 3 ;;
esac
[ -f "data/recipes/$path.md" ] || exit 3
cat "data/recipes/$path.md"

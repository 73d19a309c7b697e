#!/bin/sh
# Reads what the template matches: $1 is the URI, such as recipe://italian/pesto. The values of the variables are in
# MCP_RESOURCE_TEMPLATE_VARS_JSON as well.
path=${1#recipe://}

# A URI comes from the client, and becomes the name of a file here: only plain names are allowed.
case $path in
*[!a-z/-]* | */*/* | /* | */ | '') exit 3 ;;
esac
[ -f "data/recipes/$path.md" ] || exit 3
cat "data/recipes/$path.md"

#!/bin/sh
# Lies beside recipe.meta.json, so it completes the variables of that template. Scripts run in the project's folder.
cuisine=${MCP_COMPLETION_CONTEXT_CUISINE:-}

offered=
for file in data/recipes/*/*.md; do
	folder=${file%/*}
	folder=${folder##*/}
	dish=${file##*/}
	dish=${dish%.md}
	case $MCP_COMPLETION_ARGUMENT in
	cuisine) value=$folder ;;
	# A dish of the cuisine that was chosen before; of any, if none was.
	dish) [ -z "$cuisine" ] || [ "$folder" = "$cuisine" ] || continue; value=$dish ;;
	*) continue ;;
	esac
	case $value in "$MCP_COMPLETION_QUERY"*) ;; *) continue ;; esac
	case $offered in *"\"$value\""*) ;; *) offered="$offered${offered:+,}\"$value\"" ;; esac
done
printf '[%s]\n' "$offered"

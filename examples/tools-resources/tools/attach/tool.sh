#!/usr/bin/env bash
# The files named to mcp_result_text_with_resource come with the result: the server reads them once the tool has ended.
# A client may only be sent files inside its roots; without roots, files of this project.
source "${MCP_SDK:?}/tool-sdk.sh"

what=$(mcp_args_require '.what')
case $what in
manual)
	mcp_result_text_with_resource '{"attached":["manual"]}' --path files/manual.md --mime text/markdown
	;;
picture)
	mcp_result_text_with_resource '{"attached":["picture"]}' --path files/dot.png --mime image/png
	;;
*)
	mcp_result_text_with_resource '{"attached":["manual","picture"]}' \
		--path files/manual.md --mime text/markdown --uri example://manual \
		--path files/dot.png --mime image/png
	;;
esac

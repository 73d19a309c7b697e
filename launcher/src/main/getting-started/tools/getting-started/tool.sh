#!/bin/sh
cat <<'END'
Bullpen serves no project yet: none was named, and none was found where it was started.

1. Make a folder with a tool in it:
     mkdir -p my-server/tools/hello
     printf '#!/bin/sh\necho "Hello, $MCP_ARG_NAME"\n' > my-server/tools/hello/tool.sh
     chmod +x my-server/tools/hello/tool.sh
     echo '{"name": "hello", "description": "Greets", "inputSchema": {"type": "object", "properties": {"name": {"type": "string"}}}}' > my-server/tools/hello/tool.meta.json
2. Check it: launcher validate --project my-server
3. In your client's configuration of this server, set two variables and start it again:
     MCPBASH_PROJECT_ROOT=/path/to/my-server
     MCPBASH_TOOL_ALLOWLIST=hello
For more, see README.md and docs/user/getting-started.md in Bullpen's folder.
END

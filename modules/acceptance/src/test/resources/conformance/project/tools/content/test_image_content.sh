#!/bin/sh
# mcp: {"description": "An image"}
printf '{"content": [{"type": "image", "data": "%s", "mimeType": "image/png"}]}' "$(base64 -w0 resources/static-binary.png)"

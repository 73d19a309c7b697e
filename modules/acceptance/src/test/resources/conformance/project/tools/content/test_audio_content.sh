#!/bin/sh
# mcp: {"description": "A sound"}
printf '{"content": [{"type": "audio", "data": "%s", "mimeType": "audio/wav"}]}' "$(base64 -w0 files/silence.wav)"

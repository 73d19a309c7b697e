#!/usr/bin/env bash
# Its page is in the folder ui beside it; the tool's _meta names the page for clients that show pages.
printf '{"eyes":%d}\n' $((RANDOM % 6 + 1))

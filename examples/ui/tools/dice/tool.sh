#!/usr/bin/env bash
# Its page is in the folder ui beside it; a client that shows pages learns of it from the tool's _meta.
printf '{"eyes":%d}\n' $((RANDOM % 6 + 1))

#!/bin/sh
# Output that is not JSON is one message, so this script needs no SDK.
printf 'Plan my day. Today is %s.\n' "$(LC_ALL=C date '+%A, %d %B %Y')"

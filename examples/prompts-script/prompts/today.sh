#!/bin/sh
# What is no JSON is one message, so a script can do without any help.
printf 'Plan my day. Today is %s.\n' "$(LC_ALL=C date '+%A, %d %B %Y')"

#!/bin/sh
# Reads every URI of the resources that name this provider: $1 is the URI, what is printed is the content. The exit code
# says what is wrong: 2 not allowed, 3 not there, 4 a URI of another kind, 5 not available now, 6 too large.
case $1 in
clock://now) date -u '+%Y-%m-%dT%H:%M:%SZ' ;;
*) exit 3 ;;
esac

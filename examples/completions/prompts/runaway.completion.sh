#!/bin/sh
# A script that misbehaves on purpose: a child, a grandchild, and a daemon in a session of its own that
# no longer has this script as its parent. Cancel the request and see that all of them are gone.
# Left alone it ends after a minute. It writes nothing but one line on standard error.
life=60

sleep "$life" &
sh -c 'sleep "$1" & wait' sh "$life" &
if command -v setsid >/dev/null 2>&1; then
	setsid sh -c 'sleep "$1" >/dev/null 2>&1 &' sh "$life" </dev/null >/dev/null 2>&1
fi

echo 'runaway: child, grandchild and daemon are up' >&2
wait
printf '[]\n'

#!/bin/sh
# Reads team://members and team://members/NAME.
case $1 in
team://members)
	for file in data/members/*.txt; do
		name=${file##*/}
		printf '%s\n' "${name%.txt}"
	done
	;;
team://members/*)
	name=${1#team://members/}
	# Becomes the name of a file: only letters are allowed.
	case $name in *[!a-z]* | '') exit 3 ;; esac
	[ -f "data/members/$name.txt" ] || exit 3
	cat "data/members/$name.txt"
	;;
*) exit 3 ;;
esac

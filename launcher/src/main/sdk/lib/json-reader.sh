# shellcheck shell=bash
# JSON read by bash alone: for the short texts tools deal with, sooner done than jq is started.

# Goes through a text once. Status 0: it is exactly one JSON value; 1: it is none; 2: there are several.
#   __mcp_scanned  the text without white space between its parts; strings and numbers as they were
#   __mcp_member   what the key given as second argument has in an object, "null" if there is none
#   __mcp_values   how many values there are
#   __mcp_items    how many members or items the outermost object or array has
#
# The text is split at its quotation marks first, in one step: what lies between them is short, and taking the
# beginning off a long text again and again is what makes bash slow.
__mcp_json_scan() {
	local wanted=${2-} parts part i=0 last
	__mcp_scanned='' __mcp_member=null __mcp_items=0
	# The brackets that are open, the innermost last; values that were complete before this one.
	local open='' values=0 begin=''
	# By how many brackets are open, the members of the object that is: each a \003, its name, a \004, and where it begins.
	local names=()
	# What may come next: v a value, a a value or "]", k a key, o a key or "}", c a colon, n a comma or the end
	# of what is open.
	local next=v
	__mcp_split_at_quotes "$1"
	last=$((${#parts[@]} - 1))
	while :; do
		__mcp_json_marks "${parts[i]}" || return 1
		if [ "$i" -eq "$last" ]; then
			break
		fi
		__mcp_json_string || return 1
		i=$((i + 1))
	done
	if [ "$next" != n ] || [ -n "$open" ]; then
		return 1
	fi
	__mcp_values=$((values + 1))
	[ "$values" -eq 0 ] || return 2
}

# Into the array "parts": by turns what is outside of strings and what is inside.
__mcp_split_at_quotes() {
	local IFS=\" globbing=
	case $- in *f*) ;; *) globbing=yes ;; esac
	set -f
	# The blank keeps a quotation mark at the end from being taken for the end of the last part.
	# shellcheck disable=SC2206
	parts=($1' ')
	if [ -n "$globbing" ]; then
		set +f
	fi
}

# A string: parts[i + 1], and as many more as there are escaped quotation marks in it. Moves i to its last part.
__mcp_json_string() {
	local text piece slashes
	text=
	while :; do
		i=$((i + 1))
		# The last part is outside, else a quotation mark is missing.
		[ "$i" -lt "$last" ] || return 1
		piece=${parts[i]}
		text=$text$piece
		slashes=
		case $piece in *\\) slashes=${piece##*[!\\]} ;; esac
		if [ $((${#slashes} % 2)) -eq 0 ]; then
			break
		fi
		text=$text\"
	done
	case $text in
	*["$__mcp_controls"]*) return 1 ;;
	*\\*) [[ $text =~ $__mcp_escaped ]] || return 1 ;;
	esac
	if [ "$next" = n ] && [ -z "$open" ]; then
		values=$((values + 1)) next=v
	fi
	case $next in
	[ko])
		__mcp_json_name
		if [ -n "$wanted" ] && [ "$open" = '{' ] && __mcp_json_is "\"$text\"" "$wanted"; then
			begin=$((${#__mcp_scanned} + ${#text} + 3))
		fi
		__mcp_scanned=$__mcp_scanned\"$text\"
		next=c
		;;
	[va])
		__mcp_scanned=$__mcp_scanned\"$text\"
		__mcp_json_complete
		;;
	*) return 1 ;;
	esac
}

# A member named "text" begins. One of that name before it in the same object is taken out: the last one counts.
__mcp_json_name() {
	local level=${#open} name=$text answer=$__mcp_answer before rest from to
	case $name in
	*\\*)
		__mcp_json_text "\"$name\""
		__mcp_escape "$__mcp_answer"
		name=${__mcp_answer:1:${#__mcp_answer}-2}
		__mcp_answer=$answer
		;;
	esac
	case ${names[level]} in
	*$'\003'"$name"$'\004'*)
		before=${names[level]%%$'\003'"$name"$'\004'*}
		rest=${names[level]#"$before"$'\003'"$name"$'\004'}
		from=${rest%%$'\003'*}
		rest=${rest#"$from"}
		to=${rest#*$'\004'}
		to=${to%%$'\003'*}
		to=${to:-${#__mcp_scanned}}
		__mcp_scanned=${__mcp_scanned:0:from}${__mcp_scanned:to}
		# Those after it now begin sooner.
		while [ -n "$rest" ]; do
			before=$before${rest%%$'\004'*}$'\004'
			rest=${rest#*$'\004'}
			before=$before$((${rest%%$'\003'*} - to + from))
			rest=${rest#"${rest%%$'\003'*}"}
		done
		names[level]=$before
		if [ "$level" -eq 1 ]; then
			__mcp_items=$((__mcp_items - 1))
		fi
		;;
	esac
	names[level]=${names[level]}$'\003'$name$'\004'${#__mcp_scanned}
}

# What is between strings: brackets, commas, colons, numbers, true, false and null.
__mcp_json_marks() {
	local rest=$1 token
	while :; do
		case $rest in
		[$' \t\n\r']*) rest=${rest#"${rest%%[!$' \t\n\r']*}"} ;;
		esac
		if [ -z "$rest" ]; then
			return 0
		fi
		if [ "$next" = n ] && [ -z "$open" ]; then
			values=$((values + 1)) next=v
		fi
		token=${rest:0:1}
		case $next$token in
		n,)
			case $open in
			*'{') next=k ;;
			*) next=v ;;
			esac
			;;
		c:) next=v ;;
		[va]'{')
			open=$open{ next=o
			names[${#open}]=
			;;
		[va]'[') open=$open[ next=a ;;
		[on]'}')
			case $open in *'{') ;; *) return 1 ;; esac
			;;
		[an]']')
			case $open in *'[') ;; *) return 1 ;; esac
			;;
		[va][-0-9])
			token=${rest%%[!-+.0-9eE]*}
			[[ $token =~ $__mcp_number ]] || return 1
			;;
		[va][tfn])
			token=${rest%%[!a-z]*}
			case $token in true | false | null) ;; *) return 1 ;; esac
			;;
		*) return 1 ;;
		esac
		__mcp_scanned=$__mcp_scanned$token
		rest=${rest:${#token}}
		case $token in
		[}\]])
			open=${open%?}
			__mcp_json_complete
			;;
		[-0-9tfn]*) __mcp_json_complete ;;
		esac
	done
}

# A value has ended. One of the outermost object or array is counted, and kept if it is the wanted one.
__mcp_json_complete() {
	next=n
	if [ ${#open} -eq 1 ]; then
		__mcp_items=$((__mcp_items + 1))
		if [ -n "$begin" ]; then
			__mcp_member=${__mcp_scanned:begin}
			begin=
		fi
	fi
}

# RFC 8259 section 7: a string with escapes in it.
__mcp_escaped='^([^\\]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*$'

# RFC 8259 section 6.
__mcp_number='^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$'

# Whether a key as it was written means that name.
__mcp_json_is() {
	case $1 in
	*\\*) ;;
	*)
		[ "$1" = "\"$2\"" ]
		return
		;;
	esac
	local answer=$__mcp_answer
	__mcp_json_text "$1"
	local text=$__mcp_answer
	__mcp_answer=$answer
	[ "$text" = "$2" ]
}

# What a value says: a string without its quotation marks and escapes, anything else as it is; in __mcp_answer.
__mcp_json_text() {
	case $1 in
	\"*\\*) ;;
	\"*)
		__mcp_answer=${1:1:${#1}-2}
		return
		;;
	*)
		__mcp_answer=$1
		return
		;;
	esac
	local rest=${1:1:${#1}-2} text='' part code low
	while :; do
		part=${rest%%\\*}
		text=$text$part
		rest=${rest:${#part}}
		case ${rest:1:1} in
		'') break ;;
		b) text=$text$'\b' ;;
		f) text=$text$'\f' ;;
		n) text=$text$'\n' ;;
		r) text=$text$'\r' ;;
		t) text=$text$'\t' ;;
		u)
			code=$((16#${rest:2:4}))
			rest=${rest:4}
			# Two surrogates make one character; one alone makes none.
			if [ $((code & 0xFC00)) -eq $((0xD800)) ]; then
				case $rest in
				??\\u[dD][c-fC-F]*)
					low=$((16#${rest:4:4}))
					code=$((0x10000 + ((code & 0x3FF) << 10) + (low & 0x3FF)))
					rest=${rest:6}
					;;
				esac
			fi
			if [ $((code & 0xFFFFF800)) -eq $((0xD800)) ]; then
				code=$((0xFFFD))
			fi
			__mcp_utf8 "$code"
			text=$text$__mcp_answer
			;;
		*) text=$text${rest:1:1} ;;
		esac
		rest=${rest:2}
	done
	__mcp_answer=$text
}

# A character by its number, in UTF-8 whatever the locale; in __mcp_answer. NUL cannot be in a variable.
__mcp_utf8() {
	local code=$1 bytes
	if [ "$code" -eq 0 ]; then
		__mcp_answer=
		return
	elif [ "$code" -lt $((0x80)) ]; then
		printf -v bytes '\\%03o' "$code"
	elif [ "$code" -lt $((0x800)) ]; then
		printf -v bytes '\\%03o\\%03o' $((0xC0 | code >> 6)) $((0x80 | code & 0x3F))
	elif [ "$code" -lt $((0x10000)) ]; then
		printf -v bytes '\\%03o\\%03o\\%03o' $((0xE0 | code >> 12)) $((0x80 | code >> 6 & 0x3F)) $((0x80 | code & 0x3F))
	else
		printf -v bytes '\\%03o\\%03o\\%03o\\%03o' \
			$((0xF0 | code >> 18)) $((0x80 | code >> 12 & 0x3F)) $((0x80 | code >> 6 & 0x3F)) $((0x80 | code & 0x3F))
	fi
	# shellcheck disable=SC2059
	printf -v __mcp_answer "$bytes"
}

# What a text has under a path like .a.b, in __mcp_answer, "null" if nothing.
# Status 1: the text is not one JSON value; 5, as of jq: something on the way has no members.
__mcp_json_at() {
	local value=$1 path=${2#.} key
	while [ -n "$path" ]; do
		key=${path%%.*}
		path=${path#"$key"} path=${path#.}
		__mcp_json_scan "$value" "$key" || return 1
		case $__mcp_scanned in
		'{'* | null) value=$__mcp_member ;;
		*) return 5 ;;
		esac
	done
	__mcp_answer=$value
}

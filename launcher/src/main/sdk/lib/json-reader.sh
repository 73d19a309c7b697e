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
	local __mcp_wanted=${2-} __mcp_parts __mcp_i=0 __mcp_last
	__mcp_scanned='' __mcp_member=null __mcp_items=0
	# The brackets that are open, the innermost last; values that were complete before this one.
	local __mcp_open='' __mcp_complete=0 __mcp_begin=''
	# By how many brackets are open, the members of the object that is: each a \003, its name, a \004, and where it begins.
	local __mcp_names=()
	# What may come next: v a value, a a value or "]", k a key, o a key or "}", c a colon, n a comma or the end
	# of what is open.
	local __mcp_next=v
	__mcp_split_at_quotes "$1"
	__mcp_last=$((${#__mcp_parts[@]} - 1))
	while :; do
		__mcp_json_marks "${__mcp_parts[__mcp_i]}" || return 1
		if [ "$__mcp_i" -eq "$__mcp_last" ]; then
			break
		fi
		__mcp_json_string || return 1
		__mcp_i=$((__mcp_i + 1))
	done
	if [ "$__mcp_next" != n ] || [ -n "$__mcp_open" ]; then
		return 1
	fi
	__mcp_values=$((__mcp_complete + 1))
	[ "$__mcp_complete" -eq 0 ] || return 2
}

# Into the array __mcp_parts: by turns what is outside of strings and what is inside.
__mcp_split_at_quotes() {
	local IFS=\" __mcp_globbing=
	case $- in *f*) ;; *) __mcp_globbing=yes ;; esac
	set -f
	# The blank keeps a quotation mark at the end from being taken for the end of the last part.
	# shellcheck disable=SC2206
	__mcp_parts=($1' ')
	if [ -n "$__mcp_globbing" ]; then
		set +f
	fi
}

# A string: the part after the one that __mcp_i says, and as many more as there are escaped quotation marks in it. Moves
# __mcp_i to its last part.
__mcp_json_string() {
	local __mcp_text __mcp_piece __mcp_slashes
	__mcp_text=
	while :; do
		__mcp_i=$((__mcp_i + 1))
		# The last part is outside, else a quotation mark is missing.
		[ "$__mcp_i" -lt "$__mcp_last" ] || return 1
		__mcp_piece=${__mcp_parts[__mcp_i]}
		__mcp_text=$__mcp_text$__mcp_piece
		__mcp_slashes=
		case $__mcp_piece in *\\) __mcp_slashes=${__mcp_piece##*[!\\]} ;; esac
		if [ $((${#__mcp_slashes} % 2)) -eq 0 ]; then
			break
		fi
		__mcp_text=$__mcp_text\"
	done
	case $__mcp_text in
	*["$__mcp_controls"]*) return 1 ;;
	*\\*) [[ $__mcp_text =~ $__mcp_escaped ]] || return 1 ;;
	esac
	if [ "$__mcp_next" = n ] && [ -z "$__mcp_open" ]; then
		__mcp_complete=$((__mcp_complete + 1)) __mcp_next=v
	fi
	case $__mcp_next in
	[ko])
		__mcp_json_name
		if [ -n "$__mcp_wanted" ] && [ "$__mcp_open" = '{' ] && __mcp_json_is "\"$__mcp_text\"" "$__mcp_wanted"; then
			__mcp_begin=$((${#__mcp_scanned} + ${#__mcp_text} + 3))
		fi
		__mcp_scanned=$__mcp_scanned\"$__mcp_text\"
		__mcp_next=c
		;;
	[va])
		__mcp_scanned=$__mcp_scanned\"$__mcp_text\"
		__mcp_json_complete
		;;
	*) return 1 ;;
	esac
}

# A member begins, and __mcp_text is its name. One of that name before it in the same object is taken out: the last one
# counts.
__mcp_json_name() {
	local __mcp_depth=${#__mcp_open} __mcp_name=$__mcp_text __mcp_kept=$__mcp_answer
	local __mcp_before __mcp_rest __mcp_from __mcp_to
	case $__mcp_name in
	*\\*)
		__mcp_json_text "\"$__mcp_name\""
		__mcp_escape "$__mcp_answer"
		__mcp_name=${__mcp_answer:1:${#__mcp_answer}-2}
		__mcp_answer=$__mcp_kept
		;;
	esac
	case ${__mcp_names[__mcp_depth]} in
	*$'\003'"$__mcp_name"$'\004'*)
		__mcp_before=${__mcp_names[__mcp_depth]%%$'\003'"$__mcp_name"$'\004'*}
		__mcp_rest=${__mcp_names[__mcp_depth]#"$__mcp_before"$'\003'"$__mcp_name"$'\004'}
		__mcp_from=${__mcp_rest%%$'\003'*}
		__mcp_rest=${__mcp_rest#"$__mcp_from"}
		__mcp_to=${__mcp_rest#*$'\004'}
		__mcp_to=${__mcp_to%%$'\003'*}
		__mcp_to=${__mcp_to:-${#__mcp_scanned}}
		__mcp_scanned=${__mcp_scanned:0:__mcp_from}${__mcp_scanned:__mcp_to}
		# Those after it now begin sooner.
		while [ -n "$__mcp_rest" ]; do
			__mcp_before=$__mcp_before${__mcp_rest%%$'\004'*}$'\004'
			__mcp_rest=${__mcp_rest#*$'\004'}
			__mcp_before=$__mcp_before$((${__mcp_rest%%$'\003'*} - __mcp_to + __mcp_from))
			__mcp_rest=${__mcp_rest#"${__mcp_rest%%$'\003'*}"}
		done
		__mcp_names[__mcp_depth]=$__mcp_before
		if [ "$__mcp_depth" -eq 1 ]; then
			__mcp_items=$((__mcp_items - 1))
		fi
		;;
	esac
	__mcp_names[__mcp_depth]=${__mcp_names[__mcp_depth]}$'\003'$__mcp_name$'\004'${#__mcp_scanned}
}

# What is between strings: brackets, commas, colons, numbers, true, false and null.
__mcp_json_marks() {
	local __mcp_rest=$1 __mcp_token
	while :; do
		case $__mcp_rest in
		[$' \t\n\r']*) __mcp_rest=${__mcp_rest#"${__mcp_rest%%[!$' \t\n\r']*}"} ;;
		esac
		if [ -z "$__mcp_rest" ]; then
			return 0
		fi
		if [ "$__mcp_next" = n ] && [ -z "$__mcp_open" ]; then
			__mcp_complete=$((__mcp_complete + 1)) __mcp_next=v
		fi
		__mcp_token=${__mcp_rest:0:1}
		case $__mcp_next$__mcp_token in
		n,)
			case $__mcp_open in
			*'{') __mcp_next=k ;;
			*) __mcp_next=v ;;
			esac
			;;
		c:) __mcp_next=v ;;
		[va]'{')
			__mcp_open=$__mcp_open{ __mcp_next=o
			__mcp_names[${#__mcp_open}]=
			;;
		[va]'[') __mcp_open=$__mcp_open[ __mcp_next=a ;;
		[on]'}')
			case $__mcp_open in *'{') ;; *) return 1 ;; esac
			;;
		[an]']')
			case $__mcp_open in *'[') ;; *) return 1 ;; esac
			;;
		[va][-0-9])
			__mcp_token=${__mcp_rest%%[!-+.0-9eE]*}
			[[ $__mcp_token =~ $__mcp_number ]] || return 1
			;;
		[va][tfn])
			__mcp_token=${__mcp_rest%%[!a-z]*}
			case $__mcp_token in true | false | null) ;; *) return 1 ;; esac
			;;
		*) return 1 ;;
		esac
		__mcp_scanned=$__mcp_scanned$__mcp_token
		__mcp_rest=${__mcp_rest:${#__mcp_token}}
		case $__mcp_token in
		[}\]])
			__mcp_open=${__mcp_open%?}
			__mcp_json_complete
			;;
		[-0-9tfn]*) __mcp_json_complete ;;
		esac
	done
}

# A value has ended. One of the outermost object or array is counted, and kept if it is the wanted one.
__mcp_json_complete() {
	__mcp_next=n
	if [ ${#__mcp_open} -eq 1 ]; then
		__mcp_items=$((__mcp_items + 1))
		if [ -n "$__mcp_begin" ]; then
			__mcp_member=${__mcp_scanned:__mcp_begin}
			__mcp_begin=
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
	local __mcp_kept=$__mcp_answer
	__mcp_json_text "$1"
	local __mcp_text=$__mcp_answer
	__mcp_answer=$__mcp_kept
	[ "$__mcp_text" = "$2" ]
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
	local __mcp_rest=${1:1:${#1}-2} __mcp_text='' __mcp_part __mcp_code __mcp_low
	while :; do
		__mcp_part=${__mcp_rest%%\\*}
		__mcp_text=$__mcp_text$__mcp_part
		__mcp_rest=${__mcp_rest:${#__mcp_part}}
		case ${__mcp_rest:1:1} in
		'') break ;;
		b) __mcp_text=$__mcp_text$'\b' ;;
		f) __mcp_text=$__mcp_text$'\f' ;;
		n) __mcp_text=$__mcp_text$'\n' ;;
		r) __mcp_text=$__mcp_text$'\r' ;;
		t) __mcp_text=$__mcp_text$'\t' ;;
		u)
			__mcp_code=$((16#${__mcp_rest:2:4}))
			__mcp_rest=${__mcp_rest:4}
			# Two surrogates make one character; one alone makes none.
			if [ $((__mcp_code & 0xFC00)) -eq $((0xD800)) ]; then
				case $__mcp_rest in
				??\\u[dD][c-fC-F]*)
					__mcp_low=$((16#${__mcp_rest:4:4}))
					__mcp_code=$((0x10000 + ((__mcp_code & 0x3FF) << 10) + (__mcp_low & 0x3FF)))
					__mcp_rest=${__mcp_rest:6}
					;;
				esac
			fi
			if [ $((__mcp_code & 0xFFFFF800)) -eq $((0xD800)) ]; then
				__mcp_code=$((0xFFFD))
			fi
			__mcp_utf8 "$__mcp_code"
			__mcp_text=$__mcp_text$__mcp_answer
			;;
		*) __mcp_text=$__mcp_text${__mcp_rest:1:1} ;;
		esac
		__mcp_rest=${__mcp_rest:2}
	done
	__mcp_answer=$__mcp_text
}

# A character by its number, in UTF-8 whatever the locale; in __mcp_answer. NUL cannot be in a variable.
__mcp_utf8() {
	local __mcp_bytes
	if [ "$1" -eq 0 ]; then
		__mcp_answer=
		return
	elif [ "$1" -lt $((0x80)) ]; then
		printf -v __mcp_bytes '\\%03o' "$1"
	elif [ "$1" -lt $((0x800)) ]; then
		printf -v __mcp_bytes '\\%03o\\%03o' $((0xC0 | $1 >> 6)) $((0x80 | $1 & 0x3F))
	elif [ "$1" -lt $((0x10000)) ]; then
		printf -v __mcp_bytes '\\%03o\\%03o\\%03o' $((0xE0 | $1 >> 12)) $((0x80 | $1 >> 6 & 0x3F)) $((0x80 | $1 & 0x3F))
	else
		printf -v __mcp_bytes '\\%03o\\%03o\\%03o\\%03o' \
			$((0xF0 | $1 >> 18)) $((0x80 | $1 >> 12 & 0x3F)) $((0x80 | $1 >> 6 & 0x3F)) $((0x80 | $1 & 0x3F))
	fi
	# shellcheck disable=SC2059
	printf -v __mcp_answer "$__mcp_bytes"
}

# What a text has under a path like .a.b, in __mcp_answer, "null" if nothing.
# Status 1: the text is not one JSON value; 5, as of jq: something on the way has no members.
__mcp_json_at() {
	local __mcp_whole=$1 __mcp_path=${2#.} __mcp_key
	while [ -n "$__mcp_path" ]; do
		__mcp_key=${__mcp_path%%.*}
		__mcp_path=${__mcp_path#"$__mcp_key"} __mcp_path=${__mcp_path#.}
		__mcp_json_scan "$__mcp_whole" "$__mcp_key" || return 1
		case $__mcp_scanned in
		'{'* | null) __mcp_whole=$__mcp_member ;;
		*) return 5 ;;
		esac
	done
	__mcp_answer=$__mcp_whole
}

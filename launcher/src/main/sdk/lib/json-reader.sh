# shellcheck shell=bash
# Reads JSON with bash only: for short texts, this takes less time than starting jq.

# Reads a text once. Status 0: it is exactly one JSON value; 1: it is not JSON; 2: there are several values.
#   __mcp_scanned  the text without white space between its tokens; strings and numbers are unchanged
#   __mcp_member   the value of the key in the second argument, "null" if there is none
#   __mcp_values   the number of values
#   __mcp_items    the number of members or items of the outermost object or array
#
# The text is first split at its quotation marks, in one step. The parts are short. bash would be slow if the beginning
# of a long text was removed again and again.
__mcp_json_scan() {
	local __mcp_wanted=${2-} __mcp_parts __mcp_i=0 __mcp_last
	__mcp_scanned='' __mcp_member=null __mcp_items=0
	# The open brackets, the innermost last; the complete values before this one.
	local __mcp_open='' __mcp_complete=0 __mcp_begin=''
	# For each depth, the members of the open object: each a \003, its name, a \004, and its position.
	local __mcp_names=()
	# The next token: v a value, a a value or "]", k a key, o a key or "}", c a colon, n a comma or the closing bracket.
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

# Fills the array __mcp_parts, with parts outside and inside of strings in turn.
__mcp_split_at_quotes() {
	local IFS=\" __mcp_globbing=
	case $- in *f*) ;; *) __mcp_globbing=yes ;; esac
	set -f
	# Without the blank, a quotation mark at the end would count as the end of the last part.
	# shellcheck disable=SC2206
	__mcp_parts=($1' ')
	if [ -n "$__mcp_globbing" ]; then
		set +f
	fi
}

# Reads a string: the part after index __mcp_i, and one more part for each escaped quotation mark. Moves __mcp_i to its
# last part.
__mcp_json_string() {
	local __mcp_text __mcp_piece __mcp_slashes
	__mcp_text=
	while :; do
		__mcp_i=$((__mcp_i + 1))
		# The last part must be outside of a string, else a quotation mark is missing.
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

# Begins a member with the name in __mcp_text. Removes an earlier member with that name from the object: the last one
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
		# The members after it move forward.
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

# Reads the text between strings: brackets, commas, colons, numbers, true, false and null.
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

# Ends a value. A value of the outermost object or array is counted, and kept if it is the wanted one.
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

# Whether a key, as written, is that name.
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

# A value as text: a string without quotation marks and escapes, anything else unchanged; in __mcp_answer.
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
			# Two surrogates form one character; a single one is invalid.
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

# The character with a number, in UTF-8 in any locale; in __mcp_answer. A variable cannot hold NUL.
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

# The value at a path such as .a.b, in __mcp_answer, "null" if there is none.
# Status 1: the text is not one JSON value; 5, as in jq: a value on the path has no members.
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

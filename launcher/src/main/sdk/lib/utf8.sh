# shellcheck shell=bash
# Converts texts that are not UTF-8, which JSON requires (RFC 8259 section 8.1): file names and messages of other programs
# may hold any bytes.

# Patterns of bytes, for the locale C: a byte that begins no character, an overlong form, a surrogate, or a character
# beyond U+10FFFF; a continuation too many; a continuation too few (RFC 3629 section 4).
__mcp_utf8_more=$'[\x80-\xbf]'
__mcp_not_utf8=$'[\xc0\xc1\xf5-\xff]|\xe0[\x80-\x9f]|\xed[\xa0-\xbf]|\xf0[\x80-\x8f]|\xf4[\x90-\xbf]'
__mcp_not_utf8+="|(^|"$'[\x01-\x7f]'")$__mcp_utf8_more|"$'[\xc2-\xdf]'"$__mcp_utf8_more{2}"
__mcp_not_utf8+=$'|[\xe0-\xef]'"$__mcp_utf8_more{3}|"$'[\xf0-\xf4]'"$__mcp_utf8_more{4}"
__mcp_not_utf8+=$'|[\xc2-\xf4]([^\x80-\xbf]|$)|[\xe0-\xf4]'"$__mcp_utf8_more("$'[^\x80-\xbf]|$)'
__mcp_not_utf8+=$'|[\xf0-\xf4]'"$__mcp_utf8_more{2}("$'[^\x80-\xbf]|$)'
# A character of more than one byte.
__mcp_utf8_character=$'^([\xc2-\xdf]|\xe0[\xa0-\xbf]|[\xe1-\xec\xee\xef]'"$__mcp_utf8_more"$'|\xed[\x80-\x9f]'
__mcp_utf8_character+=$'|(\xf0[\x90-\xbf]|[\xf1-\xf3]'"$__mcp_utf8_more"$'|\xf4[\x80-\x8f])'"$__mcp_utf8_more)$__mcp_utf8_more"

# The text in __mcp_answer, with U+FFFD for what is not UTF-8.
__mcp_as_utf8() {
	__mcp_answer=$1
	if __mcp_is_utf8 "$1"; then
		return
	fi
	# With bash even if there is jq: jq 1.6 also removes the character after a stray byte. The dot preserves line breaks at
	# the end.
	__mcp_answer=$(__mcp_replace_strays "$1" && printf .)
	__mcp_answer=${__mcp_answer%.}
}

# Not in a subshell, which would need a process for every text that is not ASCII. Without "local", because bash 3.2 does
# not always restore the locale after a function.
__mcp_is_utf8() {
	local __mcp_before=${LC_ALL-} __mcp_had_one=${LC_ALL+yes} __mcp_status=0
	LC_ALL=C
	if [[ $1 =~ $__mcp_not_utf8 ]]; then
		__mcp_status=1
	fi
	# bash prints a warning each time a locale is set that this machine does not have.
	if [ -n "$__mcp_had_one" ]; then
		{ LC_ALL=$__mcp_before; } 2>/dev/null
	else
		{ unset LC_ALL; } 2>/dev/null
	fi
	return "$__mcp_status"
}

# A long text is read in blocks of so many bytes: removing the beginning of all of it again and again is slow.
__mcp_utf8_piece=256

# Prints the text with U+FFFD for every byte that belongs to no character. In a subshell of its caller.
__mcp_replace_strays() {
	LC_ALL=C
	local __mcp_rest=$1 __mcp_piece='' __mcp_ascii
	while :; do
		# A character of UTF-8 has at most four bytes.
		if [ ${#__mcp_piece} -lt 4 ]; then
			__mcp_piece=$__mcp_piece${__mcp_rest:0:__mcp_utf8_piece}
			__mcp_rest=${__mcp_rest:__mcp_utf8_piece}
		fi
		__mcp_ascii=${__mcp_piece%%[![:ascii:]]*}
		if [ -n "$__mcp_ascii" ]; then
			printf '%s' "$__mcp_ascii"
			__mcp_piece=${__mcp_piece:${#__mcp_ascii}}
		elif [ -z "$__mcp_piece" ]; then
			break
		elif [[ $__mcp_piece =~ $__mcp_utf8_character ]]; then
			printf '%s' "${BASH_REMATCH[0]}"
			__mcp_piece=${__mcp_piece:${#BASH_REMATCH[0]}}
		else
			printf '\357\277\275'
			__mcp_piece=${__mcp_piece:1}
		fi
	done
}

#!/usr/bin/env bash
# Prints the content at an https URI: https.sh 'https://HOST[:PORT]/PATH'
#
# A host must be in MCPBASH_HTTPS_ALLOW_HOSTS (host or host:port), or MCPBASH_HTTPS_ALLOW_ALL must be true.
# MCPBASH_HTTPS_DENY_HOSTS takes precedence. No setting allows an address outside of the public internet. A name beyond
# ASCII is written in its xn-- form.
# MCPBASH_HTTPS_TIMEOUT: seconds for everything. MCPBASH_HTTPS_MAX_BYTES: of the content. MCPBASH_HTTPS_USER_AGENT.
#
# Exit code 4: not allowed, or no usable URI. 5: not fetched. 6: too large. 7: redirected, and standard error is
# redirect:LOCATION, which the client does not get. Otherwise the first line of standard error is for the client, and
# further lines are only for the operator. bash 3.2 or newer, curl 7.42 or newer, and getent or dscacheutil.
set -ufo pipefail
# Ranges are of ASCII, and characters are bytes.
export LC_ALL=C
# curl writes no TLS keys to a file.
unset LANGUAGE SSLKEYLOGFILE
# Hosts, schemes and headers match in any case.
shopt -s nocasematch
SECONDS=0

# The limit for the head of an answer, in bytes. Servers rarely accept heads of more than 16 KiB themselves.
max_head_bytes=131072

# fail CODE MESSAGE [REASON]
fail() {
	printf '%s\n' "${@:2}" >&2
	exit "$1"
}

# limit VALUE DEFAULT MAX: the value if it is a number, else the default; at most MAX.
limit() {
	if ! [[ $1 =~ ^[[:space:]]*0*([1-9][0-9]*)[[:space:]]*$ ]]; then
		printf '%s' "$2"
	elif ((${#BASH_REMATCH[1]} > 9 || BASH_REMATCH[1] > $3)); then
		printf '%s' "$3"
	else
		printf '%s' "${BASH_REMATCH[1]}"
	fi
}

byte='(0|[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5])'
four_bytes="$byte\\.$byte\\.$byte\\.$byte"
label='[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'

# An IPv6 address as its eight numbers, in $groups.
read_ipv6() {
	local text=$1 front back='' zeros='' missing i IFS=:
	if [[ $text =~ ^(.*:)$four_bytes$ ]]; then
		printf -v text '%s%x:%x' "${BASH_REMATCH[1]}" $((BASH_REMATCH[2] << 8 | BASH_REMATCH[3])) \
			$((BASH_REMATCH[4] << 8 | BASH_REMATCH[5]))
	fi
	front=$text
	case $text in
	*::*)
		front=${text%%::*} back=${text#*::}
		# shellcheck disable=SC2206
		groups=($front $back)
		for ((missing = 8 - ${#groups[@]}; missing > 0; missing--)); do
			zeros=$zeros:0
		done
		[ -n "$zeros" ] || return 1
		;;
	esac
	case $front/$back in
	:* | *:/* | */:* | *: | *::*) return 1 ;;
	esac
	text=$front$zeros${back:+:$back}
	# shellcheck disable=SC2206
	groups=(${text#:})
	[ ${#groups[@]} -eq 8 ] || return 1
	for i in 0 1 2 3 4 5 6 7; do
		[[ ${groups[i]} =~ ^[0-9a-f]{1,4}$ ]] || return 1
		groups[i]=$((16#${groups[i]}))
	done
}

# read_place TEXT: host and port, "" if there is none, in $host and $port. A name does not end in a number, which excludes
# the short forms of addresses that resolvers accept (127.1, 0x7f.1).
read_place() {
	[[ $1 =~ ^(\[[0-9a-f:.]*\]|[a-z0-9.-]+)(:([0-9]{1,5}))?$ ]] || return 1
	host=${BASH_REMATCH[1]} port=${BASH_REMATCH[3]-}
	if [ -n "$port" ]; then
		port=$((10#$port))
		[ "$port" -ge 1 ] && [ "$port" -le 65535 ] || return 1
	fi
	case $host in
	\[*)
		read_ipv6 "${host:1:${#host}-2}" || return 1
		printf -v host '[%x:%x:%x:%x:%x:%x:%x:%x]' "${groups[@]}"
		;;
	*)
		[[ ${#host} -le 253 && $host =~ ^($label\.)*$label$ ]] || return 1
		! [[ ${host##*.} =~ ^([0-9]+|0x[0-9a-f]*)$ ]] || is_ipv4 "$host"
		;;
	esac
}

is_ipv4() {
	[[ $1 =~ ^$four_bytes$ ]]
}

# The separators of a list, besides blank, tab and line break.
separators=$',\r\v\f'

# read_entry TEXT: the same for an entry of a list, in which an IPv6 address may have no brackets.
read_entry() {
	read_place "$1" || read_place "[$1]"
}

# is_allowed HOST PORT: whether the list allows the host at the port. An entry without a port stands for 443.
is_allowed() {
	local wanted=$1 listed=${MCPBASH_HTTPS_ALLOW_HOSTS-} entry host port
	for entry in ${listed//[$separators]/ }; do
		if read_entry "$entry" && [[ $host == "$wanted" && ${port:-443} == "$2" ]]; then
			return 0
		fi
	done
	return 1
}

# is_denied HOST PORT: whether the list denies the host at the port; the reason in $denial. An entry without a port means
# every port. An entry that is no host could mean any host, so it denies all of them.
is_denied() {
	local wanted=$1 listed=${MCPBASH_HTTPS_DENY_HOSTS-} entry host port
	for entry in ${listed//[$separators]/ }; do
		# An IPv6 address may have no brackets.
		if ! read_entry "$entry"; then
			denial="MCPBASH_HTTPS_DENY_HOSTS has \"${entry//[[:cntrl:]]/?}\", so nothing is read; write host or host:port, and a name beyond ASCII in its xn-- form"
			return 0
		elif [[ $host == "$wanted" && ${port:-$2} == "$2" ]]; then
			denial='It is listed in MCPBASH_HTTPS_DENY_HOSTS'
			return 0
		fi
	done
	return 1
}

# Whether an address is public, by IANA's registries of special-purpose addresses.
is_public() {
	local groups
	case $1 in
	*:*)
		read_ipv6 "$1" || return 1
		# NAT64 leads to the IPv4 address at the end.
		if [ "${groups[*]:0:6}" = '100 65435 0 0 0 0' ]; then
			is_public "$((groups[6] >> 8)).$((groups[6] & 255)).$((groups[7] >> 8)).$((groups[7] & 255))"
			return
		fi
		# All of 2000::/3 except 2001::/23, 2001:db8::/32, 2002::/16 (6to4) and 3fff::/20.
		((groups[0] >> 13 == 1)) || return 1
		((!(groups[0] == 0x2001 && (groups[1] < 0x200 || groups[1] == 0xdb8)))) || return 1
		((groups[0] != 0x2002 && !(groups[0] == 0x3fff && groups[1] < 0x1000)))
		return
		;;
	esac
	is_ipv4 "$1" || return 1
	case $1 in
	0.* | 10.* | 127.* | 169.254.* | 172.1[6-9].* | 172.2?.* | 172.3[01].* | 192.168.*) return 1 ;;
	# Shared by a provider's customers: 100.64.0.0/10.
	100.6[4-9].* | 100.[7-9]?.* | 100.1[01]?.* | 100.12[0-7].*) return 1 ;;
	# For protocols, documentation, benchmarks and 6to4.
	192.0.[02].* | 192.88.99.* | 198.1[89].* | 198.51.100.* | 203.0.113.*) return 1 ;;
	# A cloud's metadata service, besides 169.254.169.254.
	168.63.129.16) return 1 ;;
	# Multicast and reserved: from 224 on.
	22[4-9].* | 2[3-5]?.*) return 1 ;;
	esac
}

uri=${1-}
if ! [[ $uri =~ ^https://([^/?#]+)([^#]*) ]]; then
	fail 4 'Only URIs that begin with https:// can be read'
fi
authority=${BASH_REMATCH[1]} rest=${BASH_REMATCH[2]}
# In the form that curl uses, so that the checked name is the one that is resolved.
authority=$(printf '%s' "$authority" | tr '[:upper:]' '[:lower:]')
case $authority in
*@*) fail 4 'The URI must not carry a user name or password' ;;
esac
case $authority in
*[!\ -~]* | *%*) fail 4 'The host of the URI is not usable: a name beyond ASCII is written in its xn-- form' ;;
esac
read_place "$authority" || fail 4 'The host of the URI is not usable'
if [[ $rest =~ [[:space:][:cntrl:]\"\<\>\\^\`{|}] ]]; then
	fail 4 'The URI is not usable'
fi
port=${port:-443}
place=$host
if [ "$port" != 443 ]; then
	place=$host:$port
fi

if is_denied "$host" "$port"; then
	fail 4 "The host $place may not be read from here" "$denial"
elif ! is_allowed "$host" "$port"; then
	[[ $port == 443 && ${MCPBASH_HTTPS_ALLOW_ALL-} =~ ^[[:space:]]*(true|1|yes|on)[[:space:]]*$ ]] ||
		fail 4 "The host $place may not be read from here; MCPBASH_HTTPS_ALLOW_HOSTS says which may"
fi

# Characters beyond ASCII become percent-encoded bytes.
path=
case $rest in
*[![:graph:]]*)
	for ((i = 0; i < ${#rest}; i++)); do
		character=${rest:i:1}
		case $character in
		[![:graph:]])
			printf -v character '%d' "'$character"
			# Bytes above 127 are negative to some versions of bash.
			printf -v character '%%%02X' $((character & 255))
			;;
		esac
		path=$path$character
	done
	;;
*) path=$rest ;;
esac
target=https://$place$path
# RFC 9110, 4.1 recommends that servers support at least 8000 bytes.
[ ${#target} -le 8000 ] || fail 4 'The URI is longer than 8000 characters'

command -v curl >/dev/null ||
	fail 5 'Resources over https are read with curl, which is not installed on the machine of the server'

seconds=$(limit "${MCPBASH_HTTPS_TIMEOUT-}" 15 60)
max_bytes=$(limit "${MCPBASH_HTTPS_MAX_BYTES-}" 10485760 20971520)
agent=${MCPBASH_HTTPS_USER_AGENT-}
# Only printable characters: others could end the header and begin another.
[[ ${#agent} -le 256 && $agent =~ ^[[:graph:]][[:print:]]*$ ]] || agent=bullpen

scratch=
running=
clean() {
	if [ -n "$running" ]; then
		kill -KILL -- "-$running" 2>/dev/null
		wait "$running" 2>/dev/null
	fi
	if [ -n "$scratch" ]; then
		rm -rf "$scratch"
	fi
}
trap clean EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
scratch=$(mktemp -d "${TMPDIR:-/tmp}/bullpen-https.XXXXXX") || fail 5 'There is no room for a temporary folder'

# Sets $left to the remaining seconds; fails if there are none.
update_time_left() {
	left=$((seconds - SECONDS))
	[ "$left" -gt 0 ] || fail 5 "No complete answer from $host in $seconds seconds"
}

# resolve: the host's addresses, each once, in $addresses.
resolve() {
	local address rest
	command -v getent >/dev/null || command -v dscacheutil >/dev/null ||
		fail 5 'Hosts are found with getent or dscacheutil, none of which is installed on the machine of the server'
	mkfifo "$scratch/found" || fail 5 'There is no room for a pipe in the temporary folder'
	# In a process group of its own, so that no process of it is left when the time is up.
	set -m
	{
		if command -v getent >/dev/null; then
			getent ahosts "$host"
		elif command -v dscacheutil >/dev/null; then
			dscacheutil -q host -a name "$host" | sed -n 's/^ip[v6]*_address: //p'
		fi
		echo end
	} >"$scratch/found" 2>/dev/null </dev/null &
	running=$!
	set +m
	exec 3<"$scratch/found"
	addresses=
	update_time_left
	while read -r -t "$left" address rest <&3 && [ "$address" != end ]; do
		case " $addresses " in
		*" $address "*) ;;
		*) addresses="$addresses $address" ;;
		esac
		update_time_left
	done
	exec 3<&-
	[ "$address" = end ] || fail 5 "No complete answer from $host in $seconds seconds"
	wait "$running"
	running=
}

# fetch ADDRESS SECONDS: the answer of that address in files; curl's exit code.
fetch() {
	local pin=()
	case $host in
	\[* | "$1") ;;
	*)
		# Fixes the checked address: a second lookup of the name could have another result.
		pin=(--resolve "$host:$port:$1")
		;;
	esac
	: >"$scratch/body"
	: >"$scratch/head"
	set -m
	(
		# With the signal ignored, writing beyond the limit is an error that curl reports, and does not kill curl.
		trap '' XFSZ
		unset POSIXLY_CORRECT # with it, the unit would be 512 bytes
		ulimit -f $(((max_bytes + max_head_bytes) / 1024 + 1)) 2>/dev/null
		# -q, which must be the first option: no settings of a user.
		exec curl -q --silent --show-error --fail --proto =https --tlsv1.2 --http1.1 --noproxy '*' \
			--globoff --path-as-is \
			--max-time "$left" --connect-timeout "$2" --max-filesize "$max_bytes" \
			--user-agent "$agent" --header 'Accept-Encoding: identity' \
			--output "$scratch/body" --dump-header "$scratch/head" --write-out '%{http_code}' \
			${pin[@]+"${pin[@]}"} -- "$target"
	) >"$scratch/code" 2>"$scratch/said" </dev/null &
	running=$!
	set +m
	wait "$running"
	local code=$?
	running=
	return "$code"
}

# Reads the head of the last answer: into $location, and into $encodings, $transfers and $lengths, each followed by a
# comma. $odd is "yes" if parsers may read the head in different ways.
read_head() {
	local line name value
	location='' encodings='' transfers='' lengths='' odd=''
	while IFS= read -r line; do
		line=${line%$'\r'}
		name=${line%%:*}
		value=${line#*:}
		value=${value#"${value%%[![:space:]]*}"}
		value=${value%"${value##*[![:space:]]}"}
		case $name in
		HTTP/*) location='' encodings='' transfers='' lengths='' odd='' ;;
		*[[:space:]]*) odd=yes ;;
		Location) location=${value//[[:cntrl:]]/?} ;;
		Content-Encoding) encodings=$encodings$value, ;;
		Transfer-Encoding) transfers=$transfers$value, ;;
		Content-Length) lengths=$lengths${value//[[:space:]]/}, ;;
		esac
	done <"$scratch/head"
}

# Whether all lengths are the same number. With different or invalid lengths, two clients may disagree about where the
# content ends (RFC 9112, section 6.3).
is_one_length() {
	local first=${lengths%%,*} rest=$lengths
	[[ $first =~ ^[0-9]{1,18}$ ]] || return 1
	while [ -n "$rest" ]; do
		[ "${rest%%,*}" = "$first" ] || return 1
		rest=${rest#*,}
	done
}

case $host in
\[*) addresses=${host:1:${#host}-2} ;;
*)
	if is_ipv4 "$host"; then
		addresses=$host
	else
		resolve
	fi
	;;
esac
# The client gets the same answer for a missing name and a hidden one.
[ -n "$addresses" ] || fail 4 "The host $place may not be read from here" 'It has no address that can be found'
remaining=0
# The owner of a name chooses the order of its addresses, so one bad address refuses the host. Only the operator learns
# which address.
for address in $addresses; do
	is_public "$address" || fail 4 "The host $place may not be read from here" "Its address $address is not public"
	remaining=$((remaining + 1))
done

for address in $addresses; do
	update_time_left
	# An address that does not respond must leave time for the others.
	share=$((left / remaining))
	remaining=$((remaining - 1))
	code=0
	fetch "$address" $((share > 0 ? share : 1)) || code=$?
	# curl's codes 7: no connection; 28: no connection in time.
	case $code in
	7 | 28) ;;
	*) break ;;
	esac
done

status=$(<"$scratch/code")
size=$(wc -c <"$scratch/body")
if [ "$(wc -c <"$scratch/head")" -gt "$max_head_bytes" ]; then
	fail 5 "The head of the answer is larger than $max_head_bytes bytes"
fi
read_head
case $status in
000 | '') ;;
3??) fail 7 "redirect:$location" ;;
206 | [!2]??) fail 5 "HTTP error: $status" ;;
esac
# curl's code 63: the announced length is too large.
if [ "$code" -eq 63 ] || [ "$size" -gt "$max_bytes" ]; then
	fail 6 "The content is larger than $max_bytes bytes"
elif [ "$code" -eq 28 ]; then
	fail 5 "No complete answer from $host in $seconds seconds"
elif [ "$code" -ne 0 ]; then
	said=$(<"$scratch/said")
	said=${said%%$'\n'*} said=${said#curl: (*) }
	fail 5 "No answer from $host (${said//[[:cntrl:]]/?})"
elif [ "$status" = 000 ]; then
	fail 5 'The server does not speak HTTP'
elif [ -n "$odd" ]; then
	fail 5 'The head of the answer is not usable'
fi
# The request allows no encoding, and decoded content could be a thousand times as large as the counted bytes.
if ! [[ $encodings =~ ^((identity)?,)*$ && $transfers =~ ^(chunked,)?$ ]]; then
	fail 5 'The answer is encoded in a way that was not asked for'
elif [ -z "$transfers" ] && [ -n "$lengths" ] && ! is_one_length; then
	fail 5 'The answer does not say how long it is' "Content-Length: ${lengths//[[:cntrl:]]/?}"
fi
cat "$scratch/body"

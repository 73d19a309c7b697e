#!/bin/sh
# Tests the tools of this project. The exit code is 1 if a test fails, so CI can run it as it is.
cd "$(dirname "$0")/.." || exit 1
failed=0

# passed CONDITION NAME
passed() {
	if [ "$1" = 0 ]; then echo "ok: $2"; else echo "FAILED: $2" && failed=1; fi
}

# A call as a client makes it: arguments are checked, and the exit code is 1 if the result is an error.
gives() {
	expected=$1
	shift
	[ "$(launcher call "$@" 2>/dev/null)" = "$expected" ]
	passed $? "call $* gives $expected"
}
fails() {
	! launcher call "$@" >/dev/null 2>&1
	passed $? "call $* fails"
}

launcher validate --strict
passed $? "validate --strict"
gives hello-world slug --text 'Hello, World!'
gives 4-x-100-m slug --text '  4 x 100 m  '
fails slug --text '!!!'
fails slug --json-args '{"text": 7}'

# The same in mcp-bash's words.
launcher run-tool slug --allow-self --args '{"text": "Run Tool"}' | grep -q run-tool
passed $? "run-tool slug"
exit "$failed"

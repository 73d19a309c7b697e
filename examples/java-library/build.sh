#!/bin/sh
# Makes lib/words.jar and tools/initials/tool.jar. The argument is the jar of dev.bullpen.api, which comes with the server.
set -eu

if [ $# -ne 1 ] || [ ! -f "$1" ]; then
  echo "usage: $0 JAR, where JAR is bullpen-api.jar, in the folder api of the server's installation" >&2
  exit 2
fi
api=$1
case $api in
/*) ;;
*) api=$PWD/$api ;;
esac
cd "$(dirname "$0")"
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT

mkdir -p lib "$build/words" "$build/initials"
javac --release 17 -d "$build/words" library/src/example/words/Words.java
jar --create --file lib/words.jar -C "$build/words" .
javac --release 17 -cp "$api:lib/words.jar" -d "$build/initials" library/initials/example/initials/Initials.java
jar --create --file tools/initials/tool.jar -C "$build/initials" . -C library/initials META-INF
# Only files that no other user may write are run.
chmod go-w lib lib/words.jar tools/initials/tool.jar

#!/bin/sh
# Prints all values; the server compares them with what has been typed.
cat <<'END'
["Come Together", "Here Comes the Sun", "Hey Jude", "Let It Be", "Lovely Rita", "Norwegian Wood"]
END

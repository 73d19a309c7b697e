#!/bin/sh
# Prints all there is; what has been typed is none of its business.
cat <<'END'
["Come Together", "Here Comes the Sun", "Hey Jude", "Let It Be", "Lovely Rita", "Norwegian Wood"]
END

#!/usr/bin/env python3
import os, sys, time; sys.path.insert(0, os.environ["MCP_SDK"])
import tempfile
from bullpen import log, progress, run, tool

@tool(timeoutSecs=30, progressExtendsTimeout=True, maxTimeoutSecs=7200)
def convert_film(minutes: float = 0.005) -> str:
    """Converts a film, which takes so many minutes."""
    steps = max(5, round(minutes * 60))
    # In TMPDIR, a folder of this call that the server empties whatever happens.
    with tempfile.NamedTemporaryFile("w", suffix=".part") as film:
        try:
            for step in range(steps):
                time.sleep(minutes * 60 / steps)  # the work
                film.write(f"scene {step + 1}\n")
                left = minutes * (steps - step - 1) / steps
                progress(step + 1, steps, f"scene {step + 1} of {steps}, {left:.1f} min left")
            return f"The film has {steps} scenes."
        finally:
            # Also when the call is cancelled: there are two seconds for it.
            log(f"{film.name} is closed", "debug")
run()

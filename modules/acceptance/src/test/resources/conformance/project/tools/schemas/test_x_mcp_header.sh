#!/bin/sh
printf 'The region is %s\n' "${MCP_ARG_REGION-not known}"

#!/bin/sh
printf '{"id":"%s","templateTest":true,"data":"Data for ID: %s"}' "$MCP_RESOURCE_VAR_ID" "$MCP_RESOURCE_VAR_ID"

#!/usr/bin/env node
const { readFileSync } = require('node:fs');

// The arguments have been checked. Long ones are in a file.
const args = JSON.parse(
  process.env.MCP_TOOL_ARGS_JSON || readFileSync(process.env.MCP_TOOL_ARGS_FILE, 'utf8'),
);

// What is printed is the result. A line on standard error goes to the server's log.
console.log(JSON.stringify({ message: `Hello, ${args.name ?? 'World'}!` }));

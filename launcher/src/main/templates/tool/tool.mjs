#!/usr/bin/env node
// After a change of the description: launcher describe {{name}}
const { tool } = await import(process.env.MCP_SDK + '/bullpen.mjs');

tool(
  {
    name: '{{name}}',
    title: '{{title}}',
    description: 'Greets a person. Say here what the tool does and when to use it.',
    input: { name: { type: 'string', description: 'Who is greeted', default: 'World' } },
    output: { message: 'string' },
    annotations: { readOnlyHint: true },
  },
  ({ name }) => ({ message: `Hello, ${name}!` }),
);

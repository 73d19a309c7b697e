// A server of the official TypeScript SDK that starts a script for every completion and every call, as cheaply as Node can.
// usage: node server.mjs COMPLETION_SCRIPT TOOL_SCRIPT
import { spawn } from "node:child_process";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, CompleteRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const [completion, tool] = process.argv.slice(2);

function output(script) {
  return new Promise((resolve, reject) => {
    const child = spawn(script, [], { stdio: ["ignore", "pipe", "ignore"] });
    const parts = [];
    child.stdout.on("data", (part) => parts.push(part));
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(Buffer.concat(parts).toString()) : reject(new Error(`exit code ${code}`)),
    );
  });
}

const server = new Server(
  { name: "typescript-sdk", version: "1.0.0" },
  { capabilities: { completions: {}, prompts: {}, tools: {} } },
);
server.setRequestHandler(CompleteRequestSchema, async () => {
  const values = JSON.parse(await output(completion));
  return { completion: { values, total: values.length, hasMore: false } };
});
server.setRequestHandler(CallToolRequestSchema, async () => ({
  content: [{ type: "text", text: await output(tool) }],
}));
await server.connect(new StdioServerTransport());

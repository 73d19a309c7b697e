// A server of the official TypeScript SDK, over HTTP or for a gateway, that starts a script for every call.
// usage: node server.mjs TOOL_SCRIPT [PORT]; it listens on 127.0.0.1, or on what HOST names
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { NodeStreamableHTTPServerTransport, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

const [tool, port] = process.argv.slice(2);
const values = ["retry job", "review logs", "rebuild cache", "restart service"];

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

function mcpServer() {
  const server = new Server(
    { name: "typescript-sdk", version: "1.0.0" },
    { capabilities: { completions: {}, prompts: {}, tools: { listChanged: true } } },
  );
  server.setRequestHandler("completion/complete", async (request) => {
    const found = values.filter((value) => value.startsWith(request.params.argument.value));
    return { completion: { values: found, total: found.length, hasMore: false } };
  });
  server.setRequestHandler("tools/call", async () => ({
    content: [{ type: "text", text: await output(tool) }],
  }));
  return server;
}

const sessions = new Map();

/** The session of a request of a legacy client; a new one for none. */
async function session(request) {
  const known = sessions.get(request.headers["mcp-session-id"]);
  if (known) {
    return known;
  }
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: true,
    onsessioninitialized: (id) => sessions.set(id, transport),
  });
  await mcpServer().connect(transport);
  return transport;
}

if (port) {
  const modern = toNodeHandler(createMcpHandler(mcpServer, { legacy: "reject", maxSubscriptions: 2000 }));
  createServer(async (request, response) => {
    if (request.headers["mcp-protocol-version"] === "2026-07-28") {
      await modern(request, response);
    } else {
      await (await session(request)).handleRequest(request, response);
    }
  }).listen(Number(port), process.env.HOST ?? "127.0.0.1");
} else {
  await mcpServer().connect(new StdioServerTransport());
}

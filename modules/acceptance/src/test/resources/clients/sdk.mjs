// Does with a TypeScript SDK what a client does, and prints each result as a notification of JSON-RPC. It cancels its last call when
// its input ends.
// usage: node sdk.mjs 1|2 legacy|REVISION URL TOKEN ARGUMENTS_OF_HOLD
import { once } from "node:events";

const [version, revision, url, token, held] = process.argv.slice(2);
const { Client, StreamableHTTPClientTransport } =
  version === "2"
    ? await import("@modelcontextprotocol/client")
    : {
        ...(await import("@modelcontextprotocol/sdk/client/index.js")),
        ...(await import("@modelcontextprotocol/sdk/client/streamableHttp.js")),
      };

const client = new Client(
  { name: "acceptance", version: "1" },
  { versionNegotiation: { mode: revision === "legacy" ? revision : { pin: revision } } },
);
const transport = new StreamableHTTPClientTransport(new URL(url), {
  requestInit: { headers: { Authorization: `Bearer ${token}` } },
});
const call = (name, args, options) =>
  version === "2"
    ? client.callTool({ name, arguments: args }, options)
    : client.callTool({ name, arguments: args }, undefined, options);
const print = (method, params) => console.log(JSON.stringify({ jsonrpc: "2.0", method, params }));

await client.connect(transport);
print("list", await client.listTools());
const progress = [];
const hello = await call("hello", {}, { onprogress: (one) => progress.push(one) });
print("call", hello);
print("progress", { progress });
print("read", await client.readResource({ uri: "test://text" }));
print("complete", await client.complete({
  ref: { type: "ref/prompt", name: "declared" },
  argument: { name: "query", value: "re" },
}));
print("prompt", await client.getPrompt({ name: "declared", arguments: { query: "this" } }));

const abort = new AbortController();
const holding = call("hold", JSON.parse(held), { signal: abort.signal });
process.stdin.resume();
await once(process.stdin, "end");
abort.abort("no longer wanted");
await holding.then(
  (result) => print("hold", result),
  () => print("cancelled", {}),
);
print("again", await call("hello", {}));
await client.close();

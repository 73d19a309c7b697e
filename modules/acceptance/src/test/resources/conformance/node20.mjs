// Node 20 has no fs.globSync. The suite imports it, and calls it only for its own maintainers. So on Node 20 the suite
// gets a module fs that has such a function: node --import ./node20.mjs SUITE
import fs from 'node:fs';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const withGlob = `data:text/javascript,${encodeURIComponent(`
  export * from 'node:fs';
  export { default } from 'node:fs';
  export function globSync() { throw new Error('fs.globSync needs Node 22'); }
`)}`;

export function resolve(specifier, context, nextResolve) {
  const asksForFs = specifier === 'fs' || specifier === 'node:fs';
  return asksForFs && context.parentURL?.includes('/@modelcontextprotocol/conformance/')
    ? { url: withGlob, shortCircuit: true }
    : nextResolve(specifier, context);
}

// Node loads this file once more, in a thread of its own, for the function above.
if (isMainThread && !fs.globSync) {
  register(import.meta.url);
}

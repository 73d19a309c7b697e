#!/usr/bin/env node
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
const { ToolError, progress, secret, tool } = await import(process.env.MCP_SDK + '/bullpen.mjs');
tool({ name: 'search_notes', description: 'Finds the notes that hold a text, each with a mark of this key.',
  env: ['NOTES_KEY'], annotations: { readOnlyHint: true },
  input: { query: { type: 'string', default: 'tea' }, limit: { type: 'integer', default: 10 } },
  output: { type: 'object', properties: {}, additionalProperties: { type: 'string' } } }, ({ query, limit }) => {
  const [key, notes] = [secret('NOTES_KEY'), readFileSync('notes.txt', 'utf8').trim().split('\n')];
  progress(1, 2, `${notes.length} notes read`);
  const found = notes.filter((note) => note.toLowerCase().includes(query)).slice(0, limit);
  if (found.length === 0) throw new ToolError(`No note holds "${query}". Try a shorter text.`);
  const mark = (note) => createHmac('sha256', key).update(note).digest('hex').slice(0, 8);
  return Object.fromEntries(found.map((note) => [note, mark(note)]));
});

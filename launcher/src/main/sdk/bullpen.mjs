/**
 * Tools, prompts and completions for Bullpen. Node 18 or newer, and nothing else.
 *
 *     #!/usr/bin/env node
 *     const { tool } = await import(process.env.MCP_SDK + '/bullpen.mjs');
 *
 *     tool({ name: 'add', description: 'Adds two numbers.',
 *            input: { a: 'integer', b: { type: 'integer', default: 1 } } },
 *          ({ a, b }) => a + b);
 *
 * `launcher describe add` writes its tool.meta.json. What the function returns is the result. What
 * it prints goes to the error output, where diagnostics belong. docs/user/javascript.md has the rest.
 */

import * as fs from 'node:fs';
import * as path from 'node:path';
import { constants } from 'node:os';
import { getEventListeners } from 'node:events';

const env = process.env;

// A line of at most so many bytes is written in one piece, even with other writers (PIPE_BUF, pipe(7)).
const LINE_BYTES = 4096;
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
const INVALID_PARAMS = -32602;
// Milliseconds between two checks for an answer; the others are seconds.
const PAUSE_MILLIS = 20;
const ELICIT_TIMEOUT = 30;
const SAMPLE_TIMEOUT = 120;
const GIVE_UP_TIMEOUT = 10;
const TERMINATED = 128 + constants.signals.SIGTERM;
// The time for a cancelled tool with a listener to clean up; the server waits twice as long.
const CLEAN_UP_MILLIS = 1000;
const LONGEST_MILLIS = 2 ** 31 - 1;

/** The tool failed. The model reads the message: say what to do next. */
export class ToolError extends Error {}

/** A question got no answer: the client cannot be asked, or no answer came in time. */
export class NoAnswer extends ToolError {}

/** The call fails with this JSON-RPC error, which goes to the client's program, not its model. */
export class RpcError extends Error {
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The call was cancelled, or its time is up (SIGTERM). */
export class Cancelled extends Error {
  name = 'AbortError';
}

class InputRequired {
  constructor(printed) {
    this.printed = printed;
  }
}

/** A content block, as MCP has it. */
class Content {
  constructor(members) {
    Object.assign(this, members);
  }
}

/** A content block unchanged, of a model too; the text of anything else. */
const block = (one) => (typeof one?.type === 'string' ? one : text(one));

/** A whole result: content blocks or texts, and a value for `structuredContent`. */
export class Result {
  constructor(content, { structured, isError = false, meta } = {}) {
    Object.assign(this, { content: [content ?? []].flat(), structured, isError, meta });
  }
}

const aborting = new AbortController();

/** Aborted when the call is cancelled; for `fetch` and similar functions. Tools also get it. */
export const signal = aborting.signal;

// Data from the server.

/** The JSON in NAME_JSON, or in the file that NAME_FILE names. */
function payload(name) {
  const file = env[name + '_FILE'];
  const written = env[name + '_JSON'] || (file ? fs.readFileSync(file, 'utf8') : '');
  return written ? JSON.parse(written) : undefined;
}

const ownName = () => env.MCP_TOOL_NAME || env.MCP_PROMPT_NAME || 'tool';

/** The `_meta` of the request. */
export const meta = () => payload('MCP_TOOL_META') ?? {};

/** The environment variable that the tool's metadata asks for: `tool({ env: ['NAME'] }, ...)`. */
export function secret(name) {
  if (!env[name]) {
    throw new ToolError(
      `The tool ${ownName()} needs the environment variable ${name} and did not get it. Name it in` +
        ` "env" of the tool's metadata, and set it where the server is started.`,
    );
  }
  return env[name];
}

/** Whether the client has cancelled the call. */
export const isCancelled = () =>
  signal.aborted || Boolean(env.MCP_CANCEL_FILE && fs.existsSync(env.MCP_CANCEL_FILE));

// Notifications of a running tool.

/** Writes a line to a stream of the server. Never ends the tool, even if the stream is closed. */
function send(variable, line) {
  if (!env[variable]) return;
  try {
    // Opened for reading and writing, a named pipe never blocks, even if its reader has closed it.
    const { O_RDWR, O_APPEND, O_CREAT } = fs.constants;
    const opened = fs.openSync(env[variable], O_RDWR | O_APPEND | O_CREAT, 0o600);
    try {
      fs.writeSync(opened, line);
    } finally {
      fs.closeSync(opened);
    }
  } catch {
    // The server has closed the stream.
  }
}

const notification = (method, params) =>
  Buffer.from(JSON.stringify({ jsonrpc: '2.0', method, params }) + '\n');

/** Sends a notification whose text is cut so that the line is written in one piece. */
function sendCut(variable, method, params, member) {
  let line = notification(method, params);
  while (line.length > LINE_BYTES && !['', '…'].includes(params[member])) {
    const characters = [...params[member]];
    const kept = Math.floor((characters.length * LINE_BYTES) / line.length) - 2;
    params[member] = characters.slice(0, Math.max(kept, 0)).join('') + '…';
    line = notification(method, params);
  }
  send(variable, line);
}

/** Reports progress, and the total if it is known. The client sees it at once. */
export function progress(done, total, message) {
  for (const number of [done, total ?? 0]) {
    if (!Number.isFinite(number)) {
      throw new RangeError(`progress: ${number} is not a finite number`);
    }
  }
  if (!env.MCP_PROGRESS_TOKEN_JSON) {
    // The client asked for no progress, but progress may still give the tool more time.
    send('MCP_PROGRESS_STREAM', notification('notifications/progress'));
    return;
  }
  const progressToken = JSON.parse(env.MCP_PROGRESS_TOKEN_JSON);
  const params = { progressToken, progress: done, total: total ?? undefined };
  params.message = `${message ?? ''}`;
  sendCut('MCP_PROGRESS_STREAM', 'notifications/progress', params, 'message');
}

/** A log message for the client: a text, or any JSON value. */
export function log(data, level = 'info', logger = ownName()) {
  const params = { level: level === 'warn' ? 'warning' : level, logger, data };
  if (!LEVELS.includes(params.level)) {
    throw new RangeError(`log: ${level} is no level; use one of ${LEVELS.join(', ')}`);
  }
  if (typeof data === 'string') {
    sendCut('MCP_LOG_STREAM', 'notifications/message', params, 'data');
  } else {
    send('MCP_LOG_STREAM', notification('notifications/message', params));
  }
}

// Questions while the tool waits.

/**
 * Asks the client's user to fill in a form, and waits. `fields` is a schema, or an object of names
 * and types, as `input` of a tool. Throws NoAnswer unless the user has answered.
 *
 * @returns {Promise<{action: 'accept'|'decline'|'cancel', accepted: boolean, content: object}>}
 */
export const elicit = (message, fields, options) =>
  askUser({ message, schema: schemaOf(fields), mode: 'form' }, options);

/** Asks the client's user to open a page. */
export const elicitUrl = (message, url, options) => askUser({ message, url, mode: 'url' }, options);

/** Asks the client's user for a yes; any other answer is false. */
export async function confirm(message, options) {
  const { accepted, content } = await elicit(message, { confirmed: 'boolean' }, options);
  return accepted && content.confirmed === true;
}

/**
 * Asks the client's model, and returns its message: {role, content, model, ...}. `messages` is a
 * text, or the messages of `sampling/createMessage`; `params` are its others.
 */
export async function sample(messages, { timeout = SAMPLE_TIMEOUT, ...params } = {}) {
  if (env.MCP_SAMPLE_SUPPORTED !== '1') {
    throw new NoAnswer('the client lacks the capability sampling, so its model cannot be asked');
  }
  const answer = await ask('SAMPLE', sampling(messages, params), timeout);
  if (answer.error) {
    throw new NoAnswer(answer.error.message ?? "the client's model has not answered");
  }
  return answer;
}

const sampling = (messages, params) => ({
  maxTokens: 1000,
  ...params,
  messages: typeof messages === 'string' ? [user(messages)] : messages,
});

async function askUser(request, { timeout } = {}) {
  if (env.MCP_ELICIT_SUPPORTED !== '1') {
    throw new NoAnswer('the client lacks the capability elicitation, so its user cannot be asked');
  }
  const usual = /^[1-9][0-9]*$/.test(env.MCPBASH_ELICITATION_TIMEOUT ?? '')
    ? Number(env.MCPBASH_ELICITATION_TIMEOUT)
    : ELICIT_TIMEOUT;
  const answer = await ask('ELICIT', request, timeout ?? usual);
  // Only the server gives a reason: the client was not asked, or has not answered.
  if (answer.action === 'error' || answer.message) {
    throw new NoAnswer(answer.message || 'the client could not be asked');
  }
  const { action } = answer;
  return { action, accepted: action === 'accept', content: answer.content ?? {} };
}

let lastQuestion = Promise.resolve();

/** Asks when every question before it has ended, because a tool has one question at a time. */
function ask(kind, request, timeout) {
  const answer = lastQuestion.then(() => exchange(kind, request, timeout));
  lastQuestion = answer.catch(() => {});
  return answer;
}

/** Writes the question to a file that the server takes, and reads the answer from another. */
async function exchange(kind, request, timeout) {
  const question = env[`MCP_${kind}_REQUEST_FILE`];
  const answer = env[`MCP_${kind}_RESPONSE_FILE`];
  if (!question || !answer) {
    throw new NoAnswer('this call cannot ask the client');
  }
  remove(answer); // of a withdrawn question
  const fresh = `${question}.new.${process.pid}`;
  fs.writeFileSync(fresh, JSON.stringify(request));
  fs.renameSync(fresh, question); // it appears complete
  send('MCP_PROGRESS_STREAM', notification('bullpen/asking'));
  if (!(await appears(answer, timeout))) {
    if (!remove(question)) {
      // The server has taken the question, and answers every question that it takes.
      const params = { file: path.basename(question) };
      send('MCP_PROGRESS_STREAM', notification('bullpen/given-up', params));
      await appears(answer, GIVE_UP_TIMEOUT);
      remove(answer);
    }
    throw new NoAnswer(`the client did not answer within ${timeout} s`);
  }
  const said = JSON.parse(fs.readFileSync(answer, 'utf8'));
  remove(answer);
  return said;
}

async function appears(file, timeout) {
  const end = performance.now() + timeout * 1000;
  while (!(fs.statSync(file, { throwIfNoEntry: false })?.size > 0)) {
    if (isCancelled()) {
      throw new Cancelled('the call was cancelled');
    }
    if (performance.now() > end) {
      return false;
    }
    await new Promise((wake) => setTimeout(wake, PAUSE_MILLIS));
  }
  return true;
}

/** False if the file is not there: the server has taken it. */
function remove(file) {
  try {
    fs.unlinkSync(file);
    return true;
  } catch (e) {
    if (e.code !== 'ENOENT') throw e;
    return false;
  }
}

// Questions between two runs of the tool or prompt: it ends, and is run again with the answers.

/** Ends this run with questions, made by inputElicit and so on; the next run gets `state`. */
export function inputRequired(requests, state) {
  throw new InputRequired({
    resultType: 'input_required',
    inputRequests: requests,
    requestState: state,
  });
}

export const inputElicit = (message, fields) => ({
  method: 'elicitation/create',
  params: { mode: 'form', message, requestedSchema: schemaOf(fields) },
});

export const inputElicitUrl = (message, url) => ({
  method: 'elicitation/create',
  params: { mode: 'url', message, url },
});

export const inputSample = (messages, params = {}) => ({
  method: 'sampling/createMessage',
  params: sampling(messages, params),
});

export const inputRoots = () => ({ method: 'roots/list', params: {} });

/** The answer to the request with that key; undefined if there is none, so ask. */
export function inputResponse(key) {
  const answers = payload('MCP_INPUT_RESPONSES') ?? {};
  return Object.hasOwn(answers, key) && isObject(answers[key]) ? answers[key] : undefined;
}

/** The state of the run before; undefined if there is none. */
export const requestState = () => payload('MCP_REQUEST_STATE');

/** Whether the client offers elicitation, elicitation.url, sampling, roots and so on. */
export const clientCan = (name) => (env.MCP_CLIENT_CAN ?? '').split(' ').includes(name);

// The client's roots.

/** The client's folders: [{uri, name, path}]. */
export const roots = () => payload('MCP_ROOTS') ?? [];

/** The path without links if it is in one of the roots; else a ToolError. */
export function inRoots(named) {
  const real = realPath(path.resolve(named));
  for (const root of roots()) {
    const folder = realPath(root.path);
    if (real === folder || real.startsWith(folder.replace(/\/$/, '') + '/')) {
      return real;
    }
  }
  throw new ToolError(`${named} is outside the folders that the client works in.`);
}

/** The path without links; the end of the path may be missing. */
function realPath(file) {
  try {
    return fs.realpathSync(file);
  } catch (e) {
    const isLink = fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink();
    if (e.code !== 'ENOENT' || isLink || file === '/') {
      throw new ToolError(`${file} is not a path that can be followed.`);
    }
    return path.join(realPath(path.dirname(file)), path.basename(file));
  }
}

// Content.

export const text = (value) => new Content({ type: 'text', text: `${value}` });

/** A picture: bytes or the path of a file, and its type. */
export const image = (source, mimeType) => media('image', source, mimeType);

/** A sound: bytes or the path of a file, and its type. */
export const audio = (source, mimeType) => media('audio', source, mimeType);

function media(type, source, mimeType) {
  if (!mimeType) {
    throw new TypeError(`${type}: give its type, such as ${type}/png`);
  }
  const bytes = typeof source === 'string' ? fs.readFileSync(source) : Buffer.from(source);
  return new Content({ type, data: bytes.toString('base64'), mimeType });
}

/** A resource as content: a text, or bytes. */
export function resource(uri, content, mimeType) {
  const inner = { uri, mimeType };
  if (typeof content === 'string') {
    inner.text = content;
  } else {
    inner.blob = Buffer.from(content).toString('base64');
  }
  return new Content({ type: 'resource', resource: inner });
}

/** A link to a resource that the client may read. */
export const resourceLink = (uri, name, members = {}) =>
  new Content({ ...members, type: 'resource_link', uri, name });

const embedded = [];

/** Adds a file to the result. The server reads it, if it is in the client's roots. */
export function embed(file, { mimeType, uri } = {}) {
  embedded.push({ path: path.resolve(file), mimeType, uri });
}

/** A message in a prompt, or to a model. */
export const user = (content) => message('user', content);

/** A message of a model. */
export const assistant = (content) => message('assistant', content);

const message = (role, content) => ({ role, content: block(content) });

// Declarations.

let declared = false;

/**
 * Declares the tool of this file, and runs it when the file has been read.
 *
 * @param {object} description members of its metadata: name, title, description, annotations,
 *     timeoutSecs and so on. `input` and `output` are JSON Schemas with the type 'object', or objects
 *     of names and types: 'string', 'string?' (may be missing), ['string'] (an array), or a schema,
 *     in which a `default` means that it may be missing. `env` names the environment variables that
 *     the tool needs.
 * @param {(args: object, context: {signal: AbortSignal}) => any} run
 */
export function tool(description, run) {
  const call = async () => {
    const input = schemaOf(description.input ?? {});
    const args = payload('MCP_TOOL_ARGS') ?? {};
    for (const name of input.required ?? []) {
      if (!Object.hasOwn(args, name)) {
        throw new RpcError(INVALID_PARAMS, `the argument ${name} is missing`);
      }
    }
    for (const [name, schema] of Object.entries(input.properties ?? {})) {
      if (schema?.default !== undefined && !Object.hasOwn(args, name)) {
        args[name] = schema.default;
      }
    }
    const value = await run(args, { signal });
    if (embedded.length > 0 && env.MCP_TOOL_RESOURCES_FILE) {
      fs.writeFileSync(env.MCP_TOOL_RESOURCES_FILE, JSON.stringify(embedded));
    }
    const { properties = {} } = schemaOf(description.output ?? {});
    return asResult(value, Object.hasOwn(properties, 'result'));
  };
  declare(description, call, true);
}

/**
 * Declares the prompt of this file, whose metadata has `"render": "script"`. The function gets the
 * arguments; it returns a text, a message made by `user` or `assistant`, or several.
 */
export function prompt(run) {
  declare({}, async () => {
    const value = await run(payload('MCP_PROMPT_ARGS') ?? {}, { signal });
    const isMessage = (one) => typeof one?.role === 'string';
    return { messages: [value].flat().map((one) => (isMessage(one) ? one : user(one))) };
  });
}

/**
 * Declares the completion of this file. The function gets {value, argument, context}: the typed
 * text, the argument's name and the arguments that have values. It returns texts.
 */
export function completion(run) {
  declare({}, async () => {
    const context = payload('MCP_COMPLETION_ARGS')?.context?.arguments ?? {};
    const { MCP_COMPLETION_QUERY: value = '', MCP_COMPLETION_ARGUMENT: argument = '' } = env;
    const values = await run({ value, argument, context, signal });
    return Array.isArray(values) ? values.map(String) : values;
  });
}

function declare(description, run, isTool = false) {
  if (declared) {
    throw new TypeError('this file declares something already. Use a file of its own.');
  }
  declared = true;
  if (env.BULLPEN_DESCRIBE === '1') {
    process.stdout.write(JSON.stringify(described(description), undefined, 2) + '\n');
    return;
  }
  // Output of the function is not part of the result.
  process.stdout.write = process.stderr.write.bind(process.stderr);
  process.on('SIGTERM', terminated);
  setImmediate(() => perform(run, isTool)); // when the rest of the file has been read
}

function terminated() {
  const isHeard = getEventListeners(signal, 'abort').length > 0;
  aborting.abort(new Cancelled('the call was cancelled'));
  if (isHeard) {
    setTimeout(() => process.exit(TERMINATED), CLEAN_UP_MILLIS);
  } else {
    process.exit(TERMINATED);
  }
}

async function perform(run, isTool) {
  // Without a timer, Node would end with success while only a promise is pending.
  setInterval(() => {}, LONGEST_MILLIS);
  let printed;
  let code = 0;
  try {
    printed = await run();
  } catch (e) {
    if (signal.aborted || e instanceof Cancelled) {
      process.exit(TERMINATED);
    } else if (e instanceof InputRequired) {
      printed = e.printed;
    } else if (e instanceof ToolError && isTool) {
      printed = result([text(e.message)], { isError: true });
    } else if (e instanceof RpcError) {
      printed = rpcError(e);
      code = 1;
    } else {
      process.stderr.write(`${e instanceof ToolError ? e.message : (e?.stack ?? e)}\n`);
      process.exit(1);
    }
  }
  if (signal.aborted) {
    process.exit(TERMINATED);
  }
  writeAll(JSON.stringify(printed));
  process.exit(code);
}

/** Writes to the end: a pipe takes only part, and Node's own writes may be lost at the exit. */
function writeAll(line) {
  let left = Buffer.from(line);
  while (left.length > 0) {
    try {
      left = left.subarray(fs.writeSync(1, left));
    } catch (e) {
      if (e.code !== 'EAGAIN') throw e;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

function rpcError({ code, message, data }) {
  const printed = { code, message, data };
  if (env.MCP_TOOL_ERROR_FILE) {
    fs.writeFileSync(env.MCP_TOOL_ERROR_FILE, JSON.stringify(printed));
  }
  process.stderr.write(message + '\n');
  return printed;
}

/** The result for a function's return value; `hasResult` if the output has a member `result`. */
function asResult(value, hasResult) {
  if (value === undefined) {
    return result([]);
  }
  if (value instanceof Result) {
    return result(value.content.map(block), value);
  }
  const blocks = Array.isArray(value) ? value : [value];
  if (blocks.some((one) => one instanceof Content)) {
    return result(blocks.map(block), { structured: hasResult ? { result: value } : undefined });
  }
  const plain = typeof value?.toJSON === 'function' ? value.toJSON() : value; // of a Date
  const isText = typeof plain === 'string';
  const content = plain === null ? [] : [text(isText ? plain : JSON.stringify(plain))];
  if (isObject(plain)) {
    return result(content, { structured: plain });
  }
  const wraps = hasResult || !(plain === null || isText);
  return result(content, { structured: wraps ? { result: plain } : undefined });
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

const result = (content, { structured, isError = false, meta: _meta } = {}) => ({
  content,
  structuredContent: structured,
  isError,
  _meta,
});

// Descriptions.

/** The members of tool.meta.json that the file declares. */
function described({ input, output, env: variables, ...members }) {
  const description = { ...members, inputSchema: schemaOf(input ?? {}, false) };
  if (output !== undefined) {
    description.outputSchema = schemaOf(output);
  }
  if (variables !== undefined) {
    description.env = variables.map((one) =>
      typeof one === 'string' ? { name: one, required: true } : one,
    );
  }
  return description;
}

/** A schema of an object unchanged, or the schema for an object of names and types. */
function schemaOf(fields, additionalProperties) {
  if (fields.type === 'object') {
    return fields;
  }
  const properties = {};
  const required = [];
  for (const [name, type] of Object.entries(fields)) {
    const isOptional = typeof type === 'string' && type.endsWith('?');
    properties[name] = property(isOptional ? type.slice(0, -1) : type);
    if (!isOptional && properties[name].default === undefined) {
      required.push(name);
    }
  }
  return {
    type: 'object',
    properties,
    required: required.length > 0 ? required : undefined,
    additionalProperties,
  };
}

function property(type) {
  if (typeof type === 'string') {
    return { type };
  }
  return Array.isArray(type) ? { type: 'array', items: property(type[0]) } : { ...type };
}

// The official JSON Schemas of the protocol's revisions, where they lie beside the project (../shared), as a
// judge over everything a server said.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LATEST_LEGACY, MODERN } from './server.mjs';

const require = createRequire(import.meta.url);
export const SHARED = process.env.CONTEXT_TREE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url));
const SCHEMAS = path.join(SHARED, 'mcp-schema');

// Why nothing can be judged here; undefined where it can.
export const unavailable = () => {
  if (!existsSync(SCHEMAS)) return `the official schemas are not at ${SCHEMAS}`;
  try {
    require.resolve('ajv');
  } catch {
    return 'npm packages are not installed (npm ci)';
  }
};

const RESULTS = {
  'initialize': 'InitializeResult', 'ping': 'EmptyResult', 'server/discover': 'DiscoverResult',
  'tools/list': 'ListToolsResult', 'tools/call': 'CallToolResult',
  'resources/list': 'ListResourcesResult', 'resources/templates/list': 'ListResourceTemplatesResult', 'resources/read': 'ReadResourceResult',
  'prompts/list': 'ListPromptsResult', 'prompts/get': 'GetPromptResult', 'completion/complete': 'CompleteResult',
};
// What a server may ask of its client, before 2026-07-28 by requests of its own.
const REQUESTS = { 'sampling/createMessage': 'CreateMessageRequest', 'elicitation/create': 'ElicitRequest', 'roots/list': 'ListRootsRequest' };
const ids = new Map(); // revision → (definition → validate)

function validator(revision, definition) {
  if (!ids.has(revision)) {
    const schema = JSON.parse(readFileSync(path.join(SCHEMAS, `${revision}.schema.json`), 'utf8'));
    const Ajv = require(schema.$defs ? 'ajv/dist/2020' : 'ajv').default;
    const ajv = new Ajv({ strict: false, allErrors: false });
    require('ajv-formats').default(ajv);
    ajv.addSchema(schema, revision);
    const root = schema.$defs ? '$defs' : 'definitions';
    ids.set(revision, { known: new Set(Object.keys(schema[root])), compile: name => ajv.getSchema(`${revision}#/${root}/${name}`) });
  }
  const { known, compile } = ids.get(revision);
  return known.has(definition) ? compile(definition) : undefined;
}

// What is wrong with one message, in words; undefined: nothing.
function fault({ message, request, revision }) {
  const by = revision ?? LATEST_LEGACY; // before a handshake: the newest that has one
  // Schemas before 2025-11-25 demand an id of every error, also where none could be read.
  if (message.error && message.id === undefined && by < LATEST_LEGACY) return undefined;
  const definitions = ['JSONRPCMessage'];
  if (message.error && message.error.code === -32022) definitions.push('UnsupportedProtocolVersionError');
  if (message.method !== undefined && REQUESTS[message.method]) definitions.push(REQUESTS[message.method]);
  for (const definition of definitions) {
    const whole = validator(by, definition);
    if (whole && !whole(message)) return `${definition}: ${JSON.stringify(whole.errors)}`;
  }
  if (message.result === undefined) return undefined;
  const asks = message.result.resultType === 'input_required';
  const named = asks ? 'InputRequiredResult' : RESULTS[request?.method];
  const result = validator(by, named);
  if (result && !result(message.result)) return `${named}: ${JSON.stringify(result.errors)}`;
  if (by === MODERN && message.result.resultType === undefined) return 'a modern result without resultType';
  return undefined;
}

// Everything in `received` that the schema of its revision refuses.
export function faults(received) {
  if (unavailable()) return [];
  return received.flatMap(entry => {
    const what = fault(entry);
    return what ? [`${entry.revision} ${entry.request?.method ?? ''}: ${what} in ${JSON.stringify(entry.message).slice(0, 500)}`] : [];
  });
}

// The official TypeScript SDK as the client of the tests.
import assert from 'node:assert/strict';
import { BINARY } from './server.mjs';
import { WEEKS_NOTES } from './notes.mjs';
import { folder, needPackages, textOf } from './testing.mjs';

needPackages('@modelcontextprotocol/sdk/client/index.js');
const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');

export async function connect(t, root = folder()) {
  const transport = new StdioClientTransport({ command: BINARY, args: ['serve', '--root', root], stderr: 'ignore' });
  const client = new Client({ name: 'sdk-test', version: '1.0.0' });
  await client.connect(transport);
  t.after(() => client.close());
  return { client, transport, root };
}

export const call = (client, name, args = {}) => client.callTool({ name, arguments: args });

export async function ok(client, name, args) {
  const result = await call(client, name, args);
  assert.ok(!result.isError, `${name}: ${textOf(result)}`);
  return { data: result.structuredContent, text: textOf(result), result };
}

export async function refused(client, name, args, ...words) {
  const result = await call(client, name, args);
  const text = textOf(result);
  const what = `${name} ${JSON.stringify(args).slice(0, 200)} said: ${text.slice(0, 600)}`;
  assert.equal(result.isError, true, what);
  assert.equal(result.structuredContent, undefined, what);
  assert.ok(text.length <= 4000, `an error must be short; ${what}`);
  for (const word of words) assert.match(text, word instanceof RegExp ? word : new RegExp(word), what);
}

export const fill = async client => { for (const week of WEEKS_NOTES) await ok(client, 'curate', week); };

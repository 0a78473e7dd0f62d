// What the tests share: trees in temporary folders, servers that are judged when they end, and short words
// for the calls that every test makes.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Server, SLOWNESS } from './server.mjs';
import { faults } from './schemas.mjs';

const SKIPPED = 77; // ctest's SKIP_RETURN_CODE

export function skipAll(why) {
  console.log(`skipped: ${why}`);
  process.exit(SKIPPED);
}

// Leaves the whole file out where an npm package is missing.
export function needPackages(...names) {
  const require = createRequire(import.meta.url);
  for (const name of names) {
    try {
      require.resolve(name);
    } catch {
      skipAll(`the npm package ${name} is not installed: npm ci --prefix conformance`);
    }
  }
}

const folders = [];
process.on('exit', () => folders.forEach(made => rmSync(made, { recursive: true, force: true })));

// A new empty folder that goes when the tests of the file end.
export function folder() {
  folders.push(realpathSync(mkdtempSync(path.join(tmpdir(), 'context-tree-'))));
  return folders.at(-1);
}

// A tree with the given files ({'a/b/c.md': text or bytes}).
export function tree(files = {}) {
  const root = folder();
  for (const [name, text] of Object.entries(files)) place(root, name, text);
  return root;
}

export function place(root, name, text) {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
}

// A server with its handshake done. When the test ends it must leave cleanly, having said nothing but
// protocol messages that the schema of their revision accepts.
export async function serve(t, root, { initialize = true, ...options } = {}) {
  const server = new Server({ root, ...options });
  t.after(() => finish(server));
  if (initialize) await server.initialize();
  return server;
}

export async function finish(server) {
  if (server.finished) return;
  server.finished = true;
  const end = await server.close();
  assert.deepEqual({ code: end.code, signal: end.signal }, { code: 0, signal: null }, `exit after EOF; stderr: ${server.stderr}`);
  assert.ok(end.ms <= 1000 * SLOWNESS, `ended ${end.ms.toFixed(0)} ms after EOF`);
  judge(server);
}

export function judge(server) {
  assert.deepEqual(server.noise, [], 'stdout carries protocol lines only');
  assert.deepEqual(faults(server.received), [], 'every message is valid in its revision');
}

// ---- calls ----

export const textOf = result => result.content.map(block => block.text ?? '').join('\n');

// The structured part of a call that must succeed.
export async function ok(server, name, args) {
  const result = await server.call(name, args);
  assert.ok(!result.isError, `${name} ${JSON.stringify(args).slice(0, 300)}: ${textOf(result)}`);
  return result.structuredContent;
}

// The text of a call that must fail as a tool error.
export async function refused(server, name, args) {
  const result = await server.call(name, args);
  assert.equal(result.isError, true, `${name} ${JSON.stringify(args)?.slice(0, 300)} must be refused, said: ${textOf(result).slice(0, 500)}`);
  assert.equal(result.structuredContent, undefined, 'an error carries no structured content');
  return textOf(result);
}

// One operation that must succeed. → its report {type, path, status, message, hash}
export async function curate(server, operation) {
  const { applied } = await ok(server, 'curate', { operations: [{ reason: 'a test needs it', ...operation }] });
  assert.equal(applied[0].status, 'success', JSON.stringify(applied[0]));
  return applied[0];
}

// One operation that must fail: alone in its call, so the call is an error. → its text
export const curateFails = (server, operation) => refused(server, 'curate', { operations: [{ reason: 'a test needs it', ...operation }] });

export const search = (server, query, more = {}) => ok(server, 'search_knowledge', { query, ...more });
export const foundPaths = async (server, query, more) => [...new Set((await search(server, query, more)).hits.map(hit => hit.path))];

// An entry's whole text, page by page. The last line of a page says where it is and how to go on.
export async function readWhole(server, at, more = {}) {
  let bytes = '';
  for (let cursor; ;) {
    const result = await server.call('read_entry', { path: at, ...more, ...(cursor && { cursor }) });
    assert.ok(!result.isError, textOf(result));
    const { text, next } = page(result);
    bytes += text;
    if (!next) return bytes;
    assert.notEqual(next, cursor, 'a cursor must move on');
    cursor = next;
  }
}

// A read_entry answer taken apart: the text of the range, and the status line behind it.
export function page(result) {
  const blocks = result.content.map(block => block.text);
  const status = blocks.at(-1);
  return { text: blocks.slice(0, -1).join(''), status, next: /next cursor[:\s]+`?([^\s`·]+)/.exec(status)?.[1] };
}

// Every file below a folder, without dot-folders: name → text.
export function filesBelow(root, { hidden = false } = {}) {
  const found = {};
  const walk = where => {
    for (const entry of readdirSync(path.join(root, where), { withFileTypes: true })) {
      if (!hidden && entry.name.startsWith('.')) continue;
      const at = path.join(where, entry.name);
      if (entry.isDirectory()) walk(at);
      else if (entry.isFile()) found[at] = readFileSync(path.join(root, at));
    }
  };
  walk('');
  return found;
}

export const entryFiles = root => Object.keys(filesBelow(root)).filter(name => name.endsWith('.md') && path.basename(name) !== 'context.md');

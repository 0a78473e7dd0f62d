// The MCP Inspector's command line against the built binary: each method it offers, as a person would type it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { BINARY, SLOWNESS } from './support/server.mjs';
import { WEEKS_NOTES } from './support/notes.mjs';
import { folder, needPackages, readWhole, serve, textOf } from './support/testing.mjs';

needPackages('@modelcontextprotocol/inspector/package.json');
const inspector = path.join(path.dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json')), 'cli/build/cli.js');

async function inspect(root, ...args) {
  const { stdout } = await promisify(execFile)(process.execPath, [inspector, '--cli', BINARY, 'serve', '--root', root, ...args], { timeout: 60_000 * SLOWNESS });
  return JSON.parse(stdout);
}
const tool = (root, name, args = {}) => inspect(root, '--method', 'tools/call', '--tool-name', name,
  ...Object.entries(args).flatMap(([key, value]) => ['--tool-arg', `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`]));

test('tools/list', async () => {
  const { tools } = await inspect(folder(), '--method', 'tools/list');
  assert.deepEqual(tools.map(one => one.name).sort(), ['browse_tree', 'curate', 'history', 'query_knowledge', 'read_entry', 'relations', 'search_knowledge', 'status']);
});

test('tools/call of every tool', async () => {
  const root = folder();
  const week = WEEKS_NOTES[0];
  const curated = await tool(root, 'curate', week);
  assert.equal(curated.structuredContent.summary.added, 3, textOf(curated));
  const at = 'backend/database/postgresql_connection_pool';

  const found = await tool(root, 'search_knowledge', { query: 'PgBouncer prepared statements', limit: 3 });
  assert.equal(found.structuredContent.hits[0].path, at);
  const listed = await tool(root, 'browse_tree', { path: 'backend/database' });
  assert.ok(listed.structuredContent.children.some(child => child.path === at));
  const read = await tool(root, 'read_entry', { path: at });
  assert.match(textOf(read), /Never hold a transaction open across an HTTP call/);
  const related = await tool(root, 'relations', { path: at });
  assert.equal(related.structuredContent.links[0].to, 'backend/payments/checkout_double_charge_of_march_2026');
  const status = await tool(root, 'status');
  assert.equal(status.structuredContent.entries, 3);
  const error = await tool(root, 'read_entry', { path: 'backend/database/none' });
  assert.equal(error.isError, true);
});

test('resources/list, resources/read, resources/templates/list', async t => {
  const root = folder();
  const server = await serve(t, root);
  for (const week of WEEKS_NOTES) await server.call('curate', week);
  const { resources } = await inspect(root, '--method', 'resources/list');
  const uri = 'context-tree:///infrastructure/deployment/blue-green_deploys.md';
  assert.ok(resources.some(resource => resource.uri === uri), JSON.stringify(resources.map(resource => resource.uri)));
  const { contents } = await inspect(root, '--method', 'resources/read', '--uri', uri);
  assert.equal(contents[0].text, await readWhole(server, 'infrastructure/deployment/blue-green_deploys'));
  const { resourceTemplates } = await inspect(root, '--method', 'resources/templates/list');
  assert.deepEqual(resourceTemplates.map(one => one.uriTemplate), ['context-tree:///{+path}']);
});

// The official TypeScript SDK drives the built binary: what an IDE or a desktop client would do in a session.
// The SDK itself checks every structured result against the tool's output schema.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { WEEKS_NOTES } from './support/notes.mjs';
import { call, connect, fill, ok, refused } from './support/sdk.mjs';
import { SLOWNESS } from './support/server.mjs';
import { entryFiles, page } from './support/testing.mjs';

const TOOLS = ['browse_tree', 'curate', 'history', 'query_knowledge', 'read_entry', 'relations', 'search_knowledge', 'status'];
const MAX_BYTES = { total: 12 * 1024, curate: 3.8 * 1024, search_knowledge: 1.9 * 1024, query_knowledge: 1.3 * 1024, other: 1024 };

test('the server tells its name, version and how to use it', async t => {
  const { client } = await connect(t);
  const { name, version } = client.getServerVersion();
  assert.equal(name, 'context-tree');
  assert.match(version, /^\d+\.\d+\.\d+/);
  const instructions = client.getInstructions();
  assert.ok(instructions.length > 200 && instructions.length <= 1500, `${instructions.length} characters`);
  assert.match(instructions.trim().split('\n').at(-1), /empty: nothing to recall yet/);
  for (const need of ['tools', 'resources']) assert.ok(client.getServerCapabilities()[need], need);
  assert.equal(client.getServerCapabilities().logging, undefined);
});

test('instructions of a filled tree name the root and what it holds', async t => {
  const { client, root } = await connect(t);
  await fill(client);
  const next = await connect(t, root);
  const last = next.client.getInstructions().trim().split('\n').at(-1);
  for (const fact of [root, '12', 'backend']) assert.ok(last.includes(fact), `${fact} in: ${last}`);
});

test('the seven tools are listed with titles, hints and plain schemas, within their budgets', async t => {
  const { client } = await connect(t);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(tool => tool.name).sort(), TOOLS);
  const sizes = { total: Buffer.byteLength(JSON.stringify({ tools })) };
  for (const tool of tools) {
    sizes[tool.name] = Buffer.byteLength(JSON.stringify(tool));
    assert.ok(tool.title, tool.name);
    for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']) assert.equal(typeof tool.annotations[hint], 'boolean', `${tool.name} ${hint}`);
    assert.equal(tool.annotations.readOnlyHint, tool.name !== 'curate', tool.name);
    assert.equal(tool.annotations.openWorldHint, false, tool.name);
    assert.ok(tool.description.length >= 150 && tool.description.length <= 300, `${tool.name}: ${tool.description.length} characters`);
    plainSchema(tool.inputSchema, tool.name);
    assert.equal(tool.outputSchema === undefined, tool.name === 'read_entry', `${tool.name}: only read_entry is text alone`);
    if (tool.outputSchema) plainSchema(tool.outputSchema, `${tool.name} output`);
  }
  t.diagnostic(`bytes: ${JSON.stringify(sizes)}`);
  for (const [name, bytes] of Object.entries(sizes)) assert.ok(bytes <= (MAX_BYTES[name] ?? MAX_BYTES.other), `${name}: ${bytes} bytes`);
  const again = await client.listTools();
  assert.equal(JSON.stringify(again), JSON.stringify({ tools }), 'the list never varies');
});

// What every client and model API accepts: no combinators, references or type arrays; arrays say their items.
function plainSchema(schema, where) {
  assert.equal(schema.type, 'object', where);
  assert.equal(typeof schema.properties, 'object', where);
  const walk = (node, at) => {
    assert.equal(typeof node, 'object', `${at} must be a schema`);
    for (const word of ['oneOf', 'anyOf', 'allOf', 'if', '$ref']) assert.ok(!(word in node), `${at} has ${word}`);
    assert.ok(node.type === undefined || typeof node.type === 'string', `${at} has a type array`);
    if (node.type === 'array') walk(node.items, `${at}[]`);
    for (const [name, child] of Object.entries(node.properties ?? {})) walk(child, `${at}.${name}`);
  };
  walk(schema, where);
}

test('a week of notes is curated, found, browsed, read, related and counted', async t => {
  const { client, root } = await connect(t);
  for (const week of WEEKS_NOTES) {
    const { data, text } = await ok(client, 'curate', week);
    assert.equal(data.summary.added, week.operations.length);
    for (const done of data.applied) {
      assert.equal(done.status, 'success', done.message);
      assert.match(done.hash, /^[0-9a-f]{64}$/);
      for (const fact of [done.path, done.hash]) assert.ok(text.includes(fact), `${fact} in the text too:\n${text}`);
    }
  }
  assert.equal(entryFiles(root).length, 12);

  const found = await ok(client, 'search_knowledge', { query: 'why were customers charged twice?' });
  assert.notEqual(found.data.verdict, 'none');
  assert.equal(found.data.hits[0].path, 'backend/payments/checkout_double_charge_of_march_2026');
  agree(found, found.data.hits.flatMap(hit => [hit.path, hit.title, hit.text, hit.hash]).concat(found.data.verdict));
  const asked = await ok(client, 'query_knowledge', { question: 'why were customers charged twice?' });
  assert.equal(asked.data.tier, 2);
  assert.equal(asked.data.answer_with, 'hit');
  assert.equal(asked.data.hits[0].path, found.data.hits[0].path);
  agree(asked, asked.data.hits.flatMap(hit => [hit.path, hit.title, hit.text, hit.hash]).concat(asked.data.verdict, 'Tier 2'));
  assert.equal((await ok(client, 'query_knowledge', { query: 'Why were customers charged twice' })).data.tier, 0);
  assert.equal((await ok(client, 'query_knowledge', { query: 'Tell me why customers were charged twice' })).data.tier, 1);
  const nothing = await ok(client, 'query_knowledge', { query: 'best hydration for a sourdough bread' });
  assert.deepEqual([nothing.data.verdict, nothing.data.answer_with, nothing.data.hits], ['none', 'none', []]);
  const scoped = await ok(client, 'search_knowledge', { query: 'decision', scope: 'frontend', tags: ['decision'] });
  assert.deepEqual([...new Set(scoped.data.hits.map(hit => hit.path))], ['frontend/build/why_we_left_webpack']);

  const top = await ok(client, 'browse_tree', {});
  assert.deepEqual(top.data.children.filter(child => child.kind !== 'summary').map(child => child.path), ['backend', 'frontend', 'infrastructure', 'team']);
  const payments = await ok(client, 'browse_tree', { path: 'backend/payments' });
  const entries = payments.data.children.filter(child => child.kind === 'context');
  assert.deepEqual(entries.map(child => child.title).sort(), ['Checkout double charge of March 2026', 'Payment provider choice']);
  agree(payments, entries.flatMap(child => [child.name, child.title, child.summary, child.hash]));

  const read = await ok(client, 'read_entry', { path: found.data.hits[0].path });
  const { text, status } = page(read.result);
  assert.equal(text, readFileSync(path.join(root, `${found.data.hits[0].path}.md`), 'utf8'));
  for (const fact of [found.data.hits[0].path, found.data.hits[0].hash]) assert.ok(status.includes(fact), status);
  assert.equal(read.data, undefined, 'markdown is text alone');

  const pool = 'backend/database/postgresql_connection_pool';
  const related = await ok(client, 'relations', { path: pool });
  assert.ok(related.data.links.some(link => link.direction === 'in' && link.from === 'infrastructure/deployment/blue-green_deploys' && link.type === 'depends_on'));
  assert.ok(related.data.links.some(link => link.direction === 'out' && link.to === 'backend/payments/checkout_double_charge_of_march_2026'));
  agree(related, related.data.links.flatMap(link => [link.from, link.to, link.type, link.why]));

  const status1 = await ok(client, 'status', {});
  assert.equal(status1.data.root, root);
  assert.equal(status1.data.entries, 12);
  assert.deepEqual(status1.data.problems ?? [], []);
  agree(status1, [root, status1.data.root_rule, status1.data.version, '12']);
});

// Clients show a model either the text or the structure: each must hold the facts.
function agree({ text }, facts) {
  for (const fact of facts.filter(Boolean)) {
    const lines = String(fact).split('\n').filter(line => line.trim());
    for (const line of lines) assert.ok(text.includes(line), `the text lacks ${JSON.stringify(line)}:\n${text}`);
  }
}

test('an agent corrects, extends, renames, merges and deletes what it stored', async t => {
  const { client, root } = await connect(t);
  await fill(client);
  const at = 'backend/payments/checkout_double_charge_of_march_2026';
  const one = async operation => (await ok(client, 'curate', { operations: [{ reason: 'review', ...operation }] })).data.applied[0];
  const file = name => readFileSync(path.join(root, `${name}.md`), 'utf8');

  const edited = await one({ type: 'UPDATE', path: at, edits: [{ find: 'the checkout charged 41 customers', replace: 'the checkout charged 43 customers' }] });
  assert.match(file(at), /charged 43 customers twice/);
  const grown = await one({ type: 'UPDATE', path: at, expected_hash: edited.hash, append: true, content: { body: 'The two late cases were found on 2026-03-20.' } });
  assert.match(file(at), /charged 43 customers[^]*The two late cases/);
  await refused(client, 'curate', { operations: [{ type: 'UPDATE', path: at, expected_hash: edited.hash, content: { body: 'lost' }, reason: 'stale' }] }, 'expected_hash', grown.hash);
  assert.doesNotMatch(file(at), /lost/);

  await one({ type: 'UPDATE', path: 'team/conventions/commit_messages', target_title: 'Commit message style' });
  const byOldName = await ok(client, 'read_entry', { path: 'Commit messages' });
  assert.match(page(byOldName.result).status, /team\/conventions\/commit_message_style/);

  await one({ type: 'MERGE', path: 'team/preferences/code_review_wishes_of_dana', target_path: 'team/conventions/commit_message_style' });
  assert.match(file('team/conventions/commit_message_style'), /plain sentence[^]*Dana prefers small/);
  await refused(client, 'read_entry', { path: 'team/preferences/code_review_wishes_of_dana' }, 'path');

  await one({ type: 'DELETE', path: 'frontend/accessibility/focus_trap_in_dialogs' });
  const gone = await ok(client, 'search_knowledge', { query: 'FocusTrap date picker Safari' });
  assert.ok(gone.data.hits.every(hit => hit.path !== 'frontend/accessibility/focus_trap_in_dialogs'));

  const mixed = await ok(client, 'curate', {
    reason: 'several at once', operations: [
      { type: 'ADD', path: 'team/tools', title: 'Debugger', content: 'We debug with rr.' },
      { type: 'ADD', path: 'backend/payments', title: 'Payment provider choice', content: 'again' },
      { type: 'UPDATE', path: 'backend/nowhere/nothing', content: 'x' },
    ],
  });
  assert.deepEqual(mixed.data.applied.map(done => done.status), ['success', 'failed', 'failed']);
  assert.equal(mixed.data.summary.failed, 2);
  assert.match(mixed.text, /^1 of 3 applied; FAILED #2/);
  assert.match(mixed.data.applied[1].message, /UPDATE[^]*UPSERT|UPSERT[^]*UPDATE/);
});

test('bad input of every tool is a tool error that names the field and the remedy', async t => {
  const { client } = await connect(t);
  await fill(client);
  const huge = 'x'.repeat(100_000);
  const operation = more => ({ operations: [{ reason: 'r', ...more }] });
  await refused(client, 'curate', {}, 'operations');
  await refused(client, 'curate', { operations: 42 }, 'operations');
  await refused(client, 'curate', operation({ type: 'REPLACE', path: 'a/b', title: 'c', content: 'd' }), 'type', 'UPSERT');
  await refused(client, 'curate', operation({ type: 'ADD', path: 42.5, title: 'c', content: 'd' }), 'path');
  await refused(client, 'curate', operation({ type: 'ADD', path: 'a/b', title: 'c' }), 'content');
  await refused(client, 'curate', { operations: [{ type: 'ADD', path: 'a/b', title: 'c', content: 'd' }] }, 'reason');
  await refused(client, 'curate', operation({ type: 'UPDATE', path: 'backend/payments/payment_provider_choise', content: 'd' }), 'backend/payments/payment_provider_choice');
  await refused(client, 'curate', operation({ type: 'ADD', path: '../outside', title: 'c', content: 'd' }), 'path');
  await refused(client, 'curate', operation({ type: 'ADD', path: 'a/b', title: 'c', content: 'word '.repeat(1_000_000) }), /4 MiB|4,?194,?304/);
  await refused(client, 'curate', { reason: 'r', operations: Array.from({ length: 1001 }, (_, i) => ({ path: 'a/b', title: `t${i}`, content: 'd' })) }, 'operations', /\d+/);

  await refused(client, 'search_knowledge', {}, 'query');
  await refused(client, 'search_knowledge', { query: 42 }, 'query');
  await refused(client, 'search_knowledge', { query: 'x', limit: 'many' }, 'limit');
  await refused(client, 'search_knowledge', { query: 'x', since: 'the other day' }, 'since');
  await refused(client, 'search_knowledge', { query: 'x', scope: '../..' }, 'scope');
  await refused(client, 'search_knowledge', { query: 'x', cursor: 'no such page' }, 'cursor');

  await refused(client, 'browse_tree', { path: 'backend/payment' }, 'path', 'backend/payments');
  await refused(client, 'browse_tree', { path: '/etc' }, 'path');
  await refused(client, 'browse_tree', { path: 'backend', cursor: '?' }, 'cursor');
  await refused(client, 'browse_tree', { path: huge }, 'path');

  await refused(client, 'read_entry', {}, 'path');
  await refused(client, 'read_entry', { path: ['a', {}] }, 'path');
  await refused(client, 'read_entry', { path: 'backend/payments/payment_provider_choise' }, 'backend/payments/payment_provider_choice');
  await refused(client, 'read_entry', { path: 'a/../../b' }, 'path');
  await refused(client, 'read_entry', { path: 'backend/payments/payment_provider_choice', section: 'Weather' }, 'section', 'Raw Concept');
  await refused(client, 'read_entry', { path: 'backend/payments/payment_provider_choice', start_line: 100_000 }, 'start_line');
  await refused(client, 'read_entry', { path: huge }, 'path');

  await refused(client, 'relations', {}, 'path');
  await refused(client, 'relations', { path: 'backend/nothing/here' }, 'path');
  await refused(client, 'relations', { path: '..\\x' }, 'path');
  await refused(client, 'relations', { path: 'backend/search/elasticsearch_reindex_procedure', direction: 'sideways' }, 'direction', 'both');
  await refused(client, 'relations', { path: huge }, 'path');

  const long = await ok(client, 'search_knowledge', { query: 'checkout '.repeat(600) });
  assert.equal(long.data.hits[0].path, 'backend/payments/checkout_double_charge_of_march_2026');
  const noted = await ok(client, 'status', { colour: 'blue' });
  assert.match(noted.text, /colour/, 'an unknown argument is named');
  await assert.rejects(call(client, 'query_everything', {}), { code: -32602 });
});

test('cancelling, progress tokens and ping', async t => {
  const { client } = await connect(t);
  const operations = Array.from({ length: 150 }, (_, i) => ({ type: 'ADD', path: 'load/part', title: `Entry ${i}`, content: `The number is ${i}.` }));
  const abort = new AbortController();
  const long = client.callTool({ name: 'curate', arguments: { reason: 'load', operations } }, undefined, { signal: abort.signal });
  setTimeout(() => abort.abort('no longer wanted'), 10);
  await assert.rejects(long, /no longer wanted/);
  await client.ping();

  const seen = [];
  let ended = false;
  const onprogress = note => { assert.ok(!ended, 'no progress after the end'); seen.push(note.progress); };
  const { structuredContent } = await client.callTool({ name: 'curate', arguments: { reason: 'load', operations: operations.map(one => ({ ...one, type: 'UPSERT', path: 'load/second' })) } }, undefined, { onprogress });
  ended = true;
  assert.equal(structuredContent.summary.failed, 0);
  assert.deepEqual(seen, [...new Set(seen)].sort((a, b) => a - b), 'progress increases');
  await client.ping();
});

test('closing the client ends the server with exit code 0 within a second', async t => {
  const { client, transport } = await connect(t);
  await fill(client);
  const child = transport._process;
  const exit = new Promise(resolve => child.once('exit', (code, signal) => resolve({ code, signal })));
  const asked = performance.now();
  await client.close();
  assert.deepEqual(await exit, { code: 0, signal: null });
  assert.ok(performance.now() - asked <= 1000 * SLOWNESS);
});

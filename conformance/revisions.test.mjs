// The five revisions of the protocol on one stream: what each knows is said, what it does not know is left
// out. Every message is held against the official schema of its revision, where the schemas are at hand.
import assert from 'node:assert/strict';
import test from 'node:test';
import { WEEKS_NOTES } from './support/notes.mjs';
import { MODERN } from './support/server.mjs';
import { unavailable } from './support/schemas.mjs';
import { serve, textOf, tree } from './support/testing.mjs';

const LEGACY = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
if (unavailable()) console.log(`messages are not held against the schemas: ${unavailable()}`);

// Each method and each kind of answer once, legacy or modern by `ask`. → {method: answer}
async function tour(ask) {
  const call = (name, args) => ask('tools/call', { name, arguments: args });
  const said = { tools: await ask('tools/list') };
  for (const week of WEEKS_NOTES) said.curate = await call('curate', week);
  said.search = await call('search_knowledge', { query: 'charged twice' });
  said.none = await call('search_knowledge', { query: 'sourdough hydration' });
  said.browse = await call('browse_tree', {});
  said.read = await call('read_entry', { path: 'backend/payments/payment_provider_choice' });
  said.relations = await call('relations', { path: 'backend/database/postgresql_connection_pool' });
  said.status = await call('status', {});
  said.toolError = await call('read_entry', { path: 'no/such/entry' });
  said.unknownTool = await call('no_such_tool', {});
  said.resources = await ask('resources/list');
  said.templates = await ask('resources/templates/list');
  said.resource = await ask('resources/read', { uri: 'context-tree:///backend/payments/payment_provider_choice.md' });
  said.noResource = await ask('resources/read', { uri: 'context-tree:///backend/payments/none.md' });
  said.prompts = await ask('prompts/list');
  said.prompt = await ask('prompts/get', { name: 'recall', arguments: { question: 'Why PgBouncer?' } });
  said.noPrompt = await ask('prompts/get', { name: 'no_such_prompt' });
  said.folders = await ask('completion/complete', { ref: { type: 'ref/prompt', name: 'recall' }, argument: { name: 'scope', value: 'back' } });
  said.paths = await ask('completion/complete', { ref: { type: 'ref/resource', uri: 'context-tree:///{+path}' }, argument: { name: 'path', value: 'backend/pay' } });
  said.unknownMethod = await ask('no/such/method');
  return said;
}

for (const revision of LEGACY) {
  test(`revision ${revision}`, async t => {
    const server = await serve(t, tree(), { initialize: false });
    const hello = await server.initialize(revision);
    assert.equal(hello.protocolVersion, revision);
    assert.equal(hello.serverInfo.name, 'context-tree');
    assert.deepEqual((await server.request('ping')).result, {});
    const said = await tour((method, params) => server.request(method, params));
    const knows = since => revision >= since;

    const tool = said.tools.result.tools.find(one => one.name === 'search_knowledge');
    assert.equal('annotations' in tool, knows('2025-03-26'));
    assert.equal('title' in tool, knows('2025-06-18'));
    assert.equal('outputSchema' in tool, knows('2025-06-18'));
    assert.equal('structuredContent' in said.search.result, knows('2025-06-18'));
    assert.equal('title' in hello.serverInfo, knows('2025-06-18'));
    assert.equal('completions' in hello.capabilities, knows('2025-03-26'));
    assert.equal('title' in said.prompts.result.prompts[0], knows('2025-06-18'));
    assert.match(textOf(said.search.result), /charged 41 customers twice/);
    for (const answer of Object.values(said)) assert.equal(answer.result?.resultType, undefined, 'modern fields stay away');

    assert.equal(said.toolError.result.isError, true);
    assert.equal(said.unknownTool.error.code, -32602);
    assert.equal(said.noPrompt.error.code, -32602);
    assert.match(said.prompt.result.messages[0].content.text, /Why PgBouncer\?/);
    assert.ok(said.folders.result.completion.values.includes('backend/payments'));
    assert.ok(said.paths.result.completion.values.includes('backend/payments/payment_provider_choice.md'));
    assert.equal(said.noResource.error.code, -32002);
    assert.equal(said.unknownMethod.error.code, -32601);
  });
}

test(`revision ${MODERN}: no handshake, every request carries what it needs`, async t => {
  const server = await serve(t, tree(), { initialize: false });
  const { result: discovered } = await server.modern('server/discover');
  assert.deepEqual(discovered.supportedVersions, [MODERN]);
  assert.deepEqual([discovered.ttlMs, discovered.cacheScope], [0, 'private']);
  assert.ok(discovered.capabilities.tools && discovered.capabilities.resources);
  assert.match(discovered.instructions, /empty: nothing to recall yet/);

  const said = await tour((method, params) => server.modern(method, params));
  for (const [name, answer] of Object.entries(said)) {
    if (!answer.result) continue;
    assert.equal(answer.result.resultType, 'complete', name);
    assert.equal(answer.result._meta['io.modelcontextprotocol/serverInfo'].name, 'context-tree', name);
  }
  for (const name of ['tools', 'templates']) assert.deepEqual([said[name].result.ttlMs, said[name].result.cacheScope], [3_600_000, 'public'], name);
  for (const name of ['resources', 'resource']) assert.deepEqual([said[name].result.ttlMs, said[name].result.cacheScope], [0, 'private'], name);
  assert.ok(said.search.result.structuredContent.hits.length > 0);
  assert.equal(said.noResource.error.code, -32602);
  for (const removed of ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'no/such/method']) {
    assert.equal((await server.modern(removed)).error.code, -32601, removed);
  }
});

test('what a modern request gets wrong', async t => {
  const server = await serve(t, tree(), { initialize: false });
  const meta = 'io.modelcontextprotocol/';
  const ask = _meta => server.request('tools/list', { _meta }, { revision: MODERN });
  const unsupported = await ask({ [meta + 'protocolVersion']: '2030-01-01', [meta + 'clientCapabilities']: {} });
  assert.equal(unsupported.error.code, -32022);
  assert.deepEqual(unsupported.error.data, { supported: [MODERN], requested: '2030-01-01' });
  for (const wrong of [
    { [meta + 'protocolVersion']: 7, [meta + 'clientCapabilities']: {} },
    { [meta + 'protocolVersion']: MODERN, [meta + 'clientCapabilities']: 'none' },
    { [meta + 'protocolVersion']: MODERN },
    { [meta + 'clientInfo']: server.client },
    { [meta + 'protocolVersion']: MODERN, [meta + 'clientCapabilities']: {}, [meta + 'logLevel']: 'shout' },
  ]) assert.equal((await ask(wrong)).error.code, -32602, JSON.stringify(wrong));
});

test('both eras take turns on one stream, and an initialize may come again', async t => {
  const server = await serve(t, tree(), { initialize: false });
  await server.modern('server/discover');
  await server.initialize('2025-06-18');
  assert.equal((await server.request('tools/list')).result.resultType, undefined);
  assert.equal((await server.modern('tools/list')).result.resultType, 'complete');
  assert.equal((await server.request('tools/list')).result.resultType, undefined);
  await server.initialize('2024-11-05');
  assert.equal((await server.request('tools/list')).result.tools[0].title, undefined);
  assert.equal((await server.modern('server/discover')).result.resultType, 'complete');
});

test('an unknown revision is answered with the newest that has a handshake', async t => {
  for (const asked of ['2023-01-01', '2099-01-01', MODERN, 'nonsense']) {
    const server = await serve(t, tree(), { initialize: false });
    const { result } = await server.request('initialize', { protocolVersion: asked, capabilities: {}, clientInfo: server.client }, { revision: '2025-11-25' });
    assert.equal(result.protocolVersion, '2025-11-25', asked);
  }
});

test('before any handshake a call is told what to send; a ping is answered', async t => {
  const server = await serve(t, tree(), { initialize: false });
  const early = await server.request('tools/list');
  assert.equal(early.error.code, -32602);
  assert.match(early.error.message, /initialize/);
  assert.deepEqual((await server.request('ping')).result, {});
  assert.equal((await server.request('no/such/method')).error.code, -32601);
});

test('requests right behind initialize are served, without waiting for initialized', async t => {
  const server = await serve(t, tree(), { initialize: false });
  const hello = server.expect(1, 'initialize', '2025-11-25');
  const listed = server.expect(2, 'tools/list', '2025-11-25');
  const line = message => JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n';
  server.write(line({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: server.client } }) + line({ id: 2, method: 'tools/list' }));
  assert.equal((await hello).result.protocolVersion, '2025-11-25');
  assert.equal((await listed).result.tools.length, 8);
});

test('batches: answered as one array in 2025-03-26, refused elsewhere', async t => {
  const batch = [{ jsonrpc: '2.0', id: 'a', method: 'ping' }, { jsonrpc: '2.0', method: 'notifications/unknown' }, { jsonrpc: '2.0', id: 'b', method: 'no/such/method' }, { jsonrpc: '2.0', id: 'c', method: 'tools/call', params: { name: 'status', arguments: {} } }, 17];
  const server = await serve(t, tree());
  await server.initialize('2025-03-26');
  for (const [id, method] of [['a', 'ping'], ['b', 'no/such/method'], ['c', 'tools/call']]) server.expect(id, method);
  const answer = server.next(Array.isArray, 'a batch of answers');
  server.send(batch);
  const byId = new Map((await answer).map(one => [one.id, one]));
  assert.equal((await answer).length, 4);
  assert.deepEqual(byId.get('a').result, {});
  assert.equal(byId.get('b').error.code, -32601);
  assert.ok(byId.get('c').result.content.length);
  const empty = server.next(message => message.error?.code === -32600, 'one error for an empty batch');
  server.send([]);
  await empty;
  const silent = server.request('ping', undefined, { id: 'behind' });
  server.send([{ jsonrpc: '2.0', method: 'notifications/unknown' }]);
  await silent;
  assert.ok((await server.request('ping')).result, 'a batch of notifications alone gets no answer');

  for (const revision of LEGACY.filter(one => one !== '2025-03-26')) {
    const other = await serve(t, tree(), { initialize: false });
    await other.initialize(revision);
    const refusal = other.next(message => message.error, 'one error');
    other.send(batch);
    assert.equal((await refusal).error.code, -32600, revision);
    await other.request('ping');
    assert.equal(other.received.filter(({ message }) => message.error).length, 1, 'one error for the whole array');
  }
});

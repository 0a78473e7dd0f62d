// Arguments as models really send them: coerced where the meaning is plain, refused with a remedy where it
// is not, and the process never minds. (E1)
import assert from 'node:assert/strict';
import test from 'node:test';
import { curate, foundPaths, ok, page, refused, serve, textOf, tree } from '../support/testing.mjs';

async function filled(t) {
  const server = await serve(t, tree());
  await curate(server, { type: 'ADD', path: 'notes/all', title: 'X ray', content: { body: 'The x machine.', tags: ['a', 'b'] } });
  return server;
}

test('sloppy search arguments mean what they say', async t => {
  const server = await filled(t);
  for (const args of [
    { query: 'x', scope: '', tags: '["a","b"]', limit: '5', wait: true, since: null }, { q: 'x' }, { text: 'x' }, { question: 'x' }, { query: 'x', tags: 'a, b' }, { query: 'x', folder: 'notes' }, { query: 'x', path: 'notes/all' },
    { query: 'x', per_page: 3, budget: '500' }, { query: 'x', limit: 5.0 }, { query: 'x', explain: 'true' }, { query: 'x', since: '7d' }, { query: 'x', max_tokens: '' }, { query: 'x', scope: 'notes/' },
  ]) assert.deepEqual((await ok(server, 'search_knowledge', args)).hits.map(hit => hit.path), ['notes/all/x_ray'], JSON.stringify(args));
  const noted = await server.call('search_knowledge', { query: 'x', wait: true });
  assert.match(textOf(noted), /wait/, 'an ignored argument is named');
});

test('what cannot be understood names the field', async t => {
  const server = await filled(t);
  for (const args of [{}, undefined, { query: null }, { query: '' }]) assert.match(await refused(server, 'search_knowledge', args), /query/, JSON.stringify(args));
  assert.match(await refused(server, 'search_knowledge', { query: 42 }), /query/);
  assert.match(await refused(server, 'search_knowledge', { query: ['x'] }), /query/);
  assert.match(await refused(server, 'search_knowledge', { query: 'x', tags: { a: 1 } }), /tags/);
  assert.match(await refused(server, 'search_knowledge', { query: 'x', limit: 'five' }), /limit/);
  assert.match(await refused(server, 'search_knowledge', { query: 'x', min_maturity: 'ripe' }), /min_maturity[^]*validated/);
  const unknown = await server.request('tools/call', { name: 'serch_knowledge', arguments: { query: 'x' } });
  assert.equal(unknown.error.code, -32602);
  assert.equal((await server.request('tools/call', { arguments: {} })).error.code, -32602);
  assert.deepEqual((await server.request('ping')).result, {});
});

const WORDS = ['birch', 'maple', 'willow', 'cedar', 'alder', 'poplar', 'hazel', 'rowan'];

test('curate takes one operation without the list, text as content, and other names of its fields', async t => {
  const server = await serve(t, tree());
  const forms = [
    { type: 'ADD', path: 'a/b', title: 'Birch', content: 'Plain text birch.', reason: 'r' },
    { path: 'a/b', title: 'Maple', text: 'Plain text maple.', reason: 'r' },
    { path: 'a/b', title: 'Willow', body: 'Plain text willow.', reason: 'r' },
    { type: 'add', path: 'a/b', title: 'Cedar', data: 'Plain text cedar.', reason: 'r' },
    { operations: { type: 'ADD', path: 'a/b', title: 'Alder', content: 'Plain text alder.' }, reason: 'r' },
    { operations: JSON.stringify([{ type: 'ADD', path: 'a/b', title: 'Poplar', content: 'Plain text poplar.' }]), reason: 'r' },
    { operations: [{ path: 'a/b', title: 'Hazel', content: { body: 'Plain text hazel.', tags: 'x, y', facts: '' } }], reason: 'r' },
    { operations: [{ path: 'a/b', title: 'Rowan', content: { body: 'Plain text rowan.', relations: ['a/b/birch'] } }], reason: 'r' },
  ];
  for (const form of forms) {
    const { applied, summary } = await ok(server, 'curate', form);
    assert.equal(summary.added, 1, JSON.stringify(form));
    assert.equal(applied[0].type.toUpperCase() === 'ADD' || applied[0].type === 'UPSERT', true);
  }
  for (const word of WORDS) assert.equal((await foundPaths(server, word, { scope: 'a/b' }))[0], `a/b/${word}`);
});

test('a list that is a comma string is several items', async t => {
  const server = await serve(t, tree());
  await curate(server, { path: 'a/b', title: 'Tagged', content: { body: 'Body text.', tags: 'red, green', keywords: '["k1","k2"]' } });
  assert.deepEqual(await foundPaths(server, 'body', { tags: ['red', 'green'] }), ['a/b/tagged']);
});

test('read_entry takes a title, a file name, .md, a folder', async t => {
  const server = await filled(t);
  for (const args of [{ path: 'notes/all/x_ray' }, { path: 'notes/all/x_ray.md' }, { file_path: 'notes/all/x_ray' }, { id: 'notes/all/x_ray.md' }, { path: 'X ray' }, { path: 'x_ray' }, { path: 'notes/all/X-Ray' }, { path: 'notes/all/x_ray', max_tokens: '500' }]) {
    assert.match(page(await server.call('read_entry', args)).text, /The x machine/, JSON.stringify(args));
  }
  for (const path of ['notes/all', 'notes/all/']) assert.match(textOf(await server.call('read_entry', { path })), /notes\/all\/x_ray/, `the listing of ${path}`);
});

test('a deletion takes no guess', async t => {
  const server = await filled(t);
  for (const path of ['X ray', 'x_ray', 'notes/all/x_raz']) assert.match(await refused(server, 'curate', { type: 'DELETE', path, reason: 'r' }), /path/, path);
  assert.deepEqual(await foundPaths(server, 'machine'), ['notes/all/x_ray']);
});

test('a reason is asked for, once for the call or for each operation', async t => {
  const server = await serve(t, tree());
  assert.match(await refused(server, 'curate', { operations: [{ path: 'a/b', title: 'One', content: 'x y z' }] }), /reason/);
  await ok(server, 'curate', { operations: [{ path: 'a/b', title: 'One', content: 'x y z' }], reason: 'asked for' });
  const { applied } = await ok(server, 'curate', { operations: [{ path: 'a/b', title: 'Two', content: 'u v w', reason: 'its own' }, { path: 'a/b', title: 'Three', content: 'r s t' }] });
  assert.deepEqual(applied.map(done => done.status), ['success', 'failed']);
});

test('a dry run tells everything and writes nothing', async t => {
  const root = tree();
  const server = await serve(t, root);
  const { applied, summary } = await ok(server, 'curate', { dry_run: true, reason: 'r', operations: [{ path: 'a/b', title: 'One', content: 'x y z' }] });
  assert.equal(summary.added, 1);
  assert.equal(applied[0].path, 'a/b/one');
  await refused(server, 'read_entry', { path: 'a/b/one' });
  assert.equal((await ok(server, 'status', {})).entries, 0);
});

// What people and agents type into a search, and what they must find, or not. (F1, F3, F5, F7, F9, L1)
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { curate, foundPaths, ok, page, readWhole, search, serve, tree } from '../support/testing.mjs';

// Entries a0, a1, … with the given bodies. → the server
async function filled(t, bodies) {
  const server = await serve(t, tree());
  const operations = bodies.map((content, i) => ({ type: 'ADD', path: 'notes/all', title: `a${i}`, content }));
  for (let from = 0; from < operations.length; from += 100) {
    const { applied } = await ok(server, 'curate', { reason: 'r', operations: operations.slice(from, from + 100) });
    for (const done of applied) assert.equal(done.status, 'success', JSON.stringify(done));
  }
  return server;
}
const entry = i => `notes/all/a${i}`;

const SYMBOLS = ['uteke-cloud-dev', 'ADR-0005', 'crew:run', 'health.base', 'Downloads/transcripts', '12 GB/s', 'v1.2.3-rc1', 'user@example.com', 'getUserByID', 'mcp_wiring_test', 'C++', 'C#', '.NET', 'rm -rf'];

test('identifiers are found as they are written', async t => {
  const server = await filled(t, SYMBOLS.map(symbol => `Here we speak of ${symbol} and of nothing else.`).concat(['The developers moved a cloud server and ran the base tests of the crew.', 'Health checks of the user in the net, 12 of them, version 1.2.3.']));
  for (const [i, symbol] of SYMBOLS.entries()) assert.equal((await foundPaths(server, symbol))[0], entry(i), symbol);
  assert.equal((await foundPaths(server, 'user by id'))[0], entry(SYMBOLS.indexOf('getUserByID')));
  assert.equal((await foundPaths(server, 'wiring'))[0], entry(SYMBOLS.indexOf('mcp_wiring_test')));
});

test('text that looks like operators is text', async t => {
  const server = await filled(t, ['The tier1-test covers unicode AND more.', 'A foo( call, unbalanced.', 'NEAR( the col:val pair -x.']);
  for (const [query, i] of [['tier1-test AND unicode', 0], ['"unbalanced', 1], ['foo(', 1], ['NEAR(', 2], ['col:val', 2]]) assert.equal((await foundPaths(server, query))[0], entry(i), query);
  for (const query of ['a*', '-x', '*', '()', '"', '""', '\\', 'NOT', 'OR OR', '[', '^^', '?', 'a AND', '\u0001', '%', "'; drop table"]) await search(server, query);
});

test('questions find, stop words alone give a hint', async t => {
  const server = await filled(t, ['Codey replies only in the ops channel.', 'Deploys happen on Tuesdays.', 'The wiki moved to a new host.', 'It is what it is, said the reviewer.']);
  for (const query of ['why is Codey not replying', 'can I reach Codey', 'what did we decide about Codey?']) assert.equal((await foundPaths(server, query))[0], entry(0), query);
  for (const query of ['is it the', 'what', '   ', '?!']) {
    const result = await server.call('search_knowledge', { query });
    if (result.isError) {
      assert.match(result.content[0].text, /query/, query);
      continue;
    }
    assert.deepEqual(result.structuredContent.hits, [], query);
    assert.ok(result.structuredContent.hint?.length > 10, `a hint for ${JSON.stringify(query)}: ${JSON.stringify(result.structuredContent)}`);
  }
});

test('a tree of one entry answers a question in ordinary words', async t => {
  const server = await filled(t, ['Adyen won over Stripe as our payment provider because iDEAL and BLIK are native there.']);
  for (const query of ['which payment provider do we use and why', 'why did Adyen win?', 'tell me about the payment provider', 'Stripe']) assert.equal((await foundPaths(server, query))[0], entry(0), query);
  assert.equal((await search(server, 'capital of Mongolia')).verdict, 'none');
});

test('scripts without spaces', async t => {
  const server = await filled(t, ['今日は成語しりとりをした', '오늘 끝말잇기 게임을 했다', '用户服务器部署在腾讯云国内节点', '重跑gen-itgc后50条悬空引用清零', 'メールサーバーの設定', 'วันนี้เราคุยเรื่องเซิร์ฟเวอร์']);
  for (const [query, i] of [['しりとり', 0], ['끝말잇기', 1], ['腾讯云', 2], ['部署', 2], ['itgc', 3], ['悬空', 3], ['サーバー', 4], ['เซิร์ฟเวอร์', 5]]) assert.equal((await foundPaths(server, query))[0], entry(i), query);
  const absent = await search(server, '用户身份');
  assert.notEqual(absent.verdict, 'answered');
});

test('what is not stored gets the verdict none, without filler', async t => {
  const areas = ['cache', 'queue', 'parser', 'scheduler', 'router', 'compiler', 'index', 'logger', 'socket', 'allocator'];
  const server = await filled(t, Array.from({ length: 200 }, (_, i) => `The ${areas[i % 10]} of service ${i} keeps its ${areas[(i * 7 + 3) % 10]} in module ${i * 13}; errors are retried ${i % 5} times and logged with level ${i % 4}.`));
  for (const query of ['flibbertigibbet', 'best sourdough hydration', 'capital of Mongolia', 'project budget of my wedding']) {
    const { verdict, hits, unmatched_terms, hint } = await search(server, query);
    assert.equal(verdict, 'none', query);
    assert.deepEqual(hits, [], query);
    assert.ok(unmatched_terms.length > 0, query);
    assert.ok(hint, 'says that more searching will not help');
  }
  const known = await search(server, 'scheduler of service 43');
  assert.notEqual(known.verdict, 'none');
  assert.equal(known.hits[0].path, entry(43));
  for (const hit of known.hits) assert.ok(hit.score >= 0 && hit.score <= 1);
});

test('typing errors are forgiven and marked; short words and versions are not', async t => {
  const server = await filled(t, ['We rotate JWT refresh tokens every hour.', 'The car stands in the garage.', 'Version 1.2.4 was released in May.']);
  for (const query of ['refesh tokens', 'refrsh tokne']) {
    const { hits } = await search(server, query);
    assert.equal(hits[0]?.path, entry(0), query);
    if (query === 'refrsh tokne') assert.equal(hits[0].approximate, true, query);
  }
  for (const query of ['cat', '1.2.3']) assert.deepEqual((await search(server, query)).hits, [], query);
});

test('a long entry is found and read to its last line', async t => {
  const lines = [];
  let size = 0;
  const marks = [[1_000, 'quokka'], [6_000, 'wombat'], [128_000, 'numbat'], [999_000, 'bilby']];
  for (let i = 0; size < 1_000_000; i++) {
    const mark = marks.find(one => !one[2] && size >= one[0]);
    if (mark) mark[2] = i + 1;
    lines.push(mark ? `Here stands the marker ${mark[1]} of line ${i}.` : `Line ${i} says that measurement ${i * 7} was taken at station ${i % 97} in plain weather.`);
    size += lines.at(-1).length + 1;
  }
  const root = tree();
  const server = await serve(t, root);
  const result = await server.call('curate', { type: 'ADD', path: 'notes/long', title: 'Log', content: lines.join('\n'), reason: 'r' });
  assert.ok(!result.isError, result.content[0].text);
  const text = readFileSync(path.join(root, 'notes/long/log.md'), 'utf8');
  for (const [, word] of marks) {
    const { hits } = await search(server, `marker ${word}`);
    const line = text.split('\n').findIndex(one => one.includes(word)) + 1;
    assert.ok(hits.length > 0, word);
    assert.ok(hits[0].start_line <= line && line <= hits[0].end_line, `${word} in line ${line}, found ${hits[0].start_line}–${hits[0].end_line}`);
    assert.ok(hits[0].text.includes(word));
    const there = page(await server.call('read_entry', { path: 'notes/long/log', start_line: line, max_tokens: 100 }));
    assert.ok(there.text.startsWith(text.split('\n')[line - 1].slice(0, 20)), there.text.slice(0, 100));
  }
  assert.equal(await readWhole(server, 'notes/long/log', { max_tokens: 8000 }), text);
});

test('the budget holds, hits are distinct, and the cursor brings the rest', async t => {
  const server = await filled(t, Array.from({ length: 60 }, (_, i) => `Quokka report ${i}. ${`Observation ${i} of the quokka near site ${i * 3}. `.repeat(8)}`));
  const seen = new Set();
  let cursor;
  let rounds = 0;
  do {
    const result = await server.call('search_knowledge', { query: 'quokka observation', limit: 10, max_tokens: 1000, ...(cursor && { cursor }) });
    assert.ok(!result.isError, result.content[0].text);
    const { hits, omitted } = result.structuredContent;
    const characters = result.content.reduce((sum, block) => sum + block.text.length, 0);
    assert.ok(characters / 4 <= 1000, `${characters / 4} tokens of text`);
    assert.ok(hits.length > 0);
    for (const hit of hits) {
      const key = `${hit.path}:${hit.start_line}`;
      assert.ok(!seen.has(key), `${key} once`);
      seen.add(key);
    }
    cursor = omitted.cursor;
    if (!cursor) assert.equal(omitted.hits, 0);
  } while (cursor && ++rounds < 60);
  assert.equal(new Set([...seen].map(key => key.split(':')[0])).size, 60, 'every entry in the end');
  const first = await ok(server, 'search_knowledge', { query: 'quokka observation', max_tokens: 1000 });
  await curate(server, { type: 'ADD', path: 'notes/all', title: 'Newer', content: 'A newer quokka observation at the beach.' });
  const stale = await server.call('search_knowledge', { query: 'quokka observation', max_tokens: 1000, cursor: first.omitted.cursor });
  assert.equal(stale.isError, true, 'a cursor of an older generation is an error');
});

test('scope, tags and times filter, and say when they alone removed everything', async t => {
  const server = await serve(t, tree());
  await curate(server, { type: 'ADD', path: 'ops/db', title: 'Old', content: { body: 'The quokka database runs on version 12.', tags: ['db', 'old'] }, created_at: '2020-01-15' });
  await curate(server, { type: 'ADD', path: 'dev/db', title: 'New', content: { body: 'The quokka database moved to version 16.', tags: ['db'] } });
  assert.deepEqual(await foundPaths(server, 'quokka', { scope: 'ops' }), ['ops/db/old']);
  assert.deepEqual(await foundPaths(server, 'quokka', { tags: ['db', 'old'] }), ['ops/db/old']);
  assert.deepEqual(await foundPaths(server, 'quokka', { tags: ['db'], scope: 'dev' }), ['dev/db/new']);
  const filtered = await search(server, 'quokka', { tags: ['none such'] });
  assert.equal(filtered.verdict, 'filtered');
  assert.deepEqual(filtered.hits, []);
  assert.equal((await search(server, 'quokka', { until: '2019-12-31' })).verdict, 'filtered');
});

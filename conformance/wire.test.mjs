// What comes over the wire, in every shape that clients, proxies and accidents produce (E3): answered as
// the protocol says, and the stream goes on.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SLOWNESS } from './support/server.mjs';
import { curate, serve, textOf, tree } from './support/testing.mjs';

const line = message => JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n';

// What the server says to raw bytes, up to the answer of a ping sent behind them; `answered`: after a first
// message has come, as calls are answered when they are done.
async function said(server, bytes, { answered = false } = {}) {
  const from = server.received.length;
  const first = answered ? server.next(() => true, `an answer to ${bytes.toString().slice(0, 100)}`) : undefined;
  server.write(bytes);
  await first;
  await server.request('ping');
  return server.received.slice(from, -1).map(({ message }) => message);
}

test('what is not a message is answered with one error, and the stream goes on', async t => {
  const server = await serve(t, tree());
  const cases = [
    ['garbage\n', -32700], ['{"jsonrpc":"2.0",\n', -32700], [Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]), -32700], [Buffer.from('{"a":"\u0000"}\n'), -32700],
    ['42\n', -32600], ['"text"\n', -32600], ['null\n', -32600], ['[]\n', -32600],
    ['{}\n', -32600], ['{"jsonrpc":"1.0","id":1,"method":"ping"}\n', -32600], ['{"jsonrpc":"2.0","id":2,"method":7}\n', -32600],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}\n', -32600], ['{"jsonrpc":"2.0","id":{},"method":"ping"}\n', -32600], ['{"jsonrpc":"2.0","id":[1],"method":"ping"}\n', -32600],
    ['{"jsonrpc":"2.0","id":true,"method":"ping"}\n', -32600], ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}\n', -32600],
    ['{"jsonrpc":"2.0","id":3,"method":"tools/list","params":7}\n', -32602], ['{"jsonrpc":"2.0","id":4,"method":"tools/list","params":[]}\n', -32602],
    ['{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{}}\n', -32602], ['{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"status","arguments":"x"}}\n', -32602],
    [`{"jsonrpc":"2.0","id":7,"method":"ping","params":{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}}\n`, -32700],
  ];
  for (const [bytes, code] of cases) {
    const what = bytes.toString().slice(0, 100);
    const answers = await said(server, bytes, { answered: true });
    assert.equal(answers.length, 1, `${what}: ${JSON.stringify(answers)}`);
    const wanted = what.includes('deep') ? [-32700, -32600] : [code];
    assert.ok(wanted.includes(answers[0].error?.code), `${what}: ${JSON.stringify(answers[0])}`);
    if (code === -32700) assert.ok(!('id' in answers[0]) || what.includes('deep'), what);
  }
  for (const [bytes, id] of [['{"jsonrpc":"1.0","id":"kept","method":"ping"}\n', 'kept'], ['{"jsonrpc":"2.0","id":17,"method":7}\n', 17]]) {
    assert.equal((await said(server, bytes))[0].id, id, 'a usable id is echoed');
  }
});

test('what needs no answer gets none', async t => {
  const server = await serve(t, tree());
  for (const quiet of [
    '\n', '  \r\n', line({ method: 'notifications/unknown', params: { a: 1 } }), line({ method: 'tools/list' }),
    line({ id: 999, result: {} }), line({ id: 998, error: { code: 1, message: 'no' } }),
    line({ method: 'notifications/cancelled', params: { requestId: 'never sent' } }), line({ method: 'notifications/cancelled' }),
    line({ method: 'notifications/initialized' }),
  ]) assert.deepEqual(await said(server, quiet), [], quiet);
});

test('lines may be split, joined, padded, and end in CRLF', async t => {
  const server = await serve(t, tree());
  for (const bytes of ['  ' + line({ id: 'x', method: 'ping' }), '\ufeff' + line({ id: 'x', method: 'ping' }), line({ id: 'x', method: 'ping' }).replace('\n', '  \r\n'), line({ id: 'x', method: 'ping', extra: { members: true } })]) {
    assert.deepEqual(await said(server, bytes), [{ jsonrpc: '2.0', id: 'x', result: {} }], JSON.stringify(bytes));
  }
  const two = await said(server, line({ id: 'one', method: 'ping' }) + line({ id: 'two', method: 'ping' }));
  assert.deepEqual(two.map(answer => answer.id), ['one', 'two']);
  const parts = line({ id: 'in three', method: 'tools/call', params: { name: 'status', arguments: { word: '令牌🙂' } } });
  const bytes = Buffer.from(parts);
  const cut = bytes.indexOf(Buffer.from('🙂')) + 2; // inside a character
  const answer = server.expect('in three', 'tools/call');
  for (const part of [bytes.subarray(0, 20), bytes.subarray(20, cut), bytes.subarray(cut)]) {
    server.write(part);
    await sleep(20);
  }
  assert.ok(!(await answer).result.isError);
});

test('ids come back exactly, value and type', async t => {
  const server = await serve(t, tree());
  const ids = [0, '', -7, 9007199254740991, '1', 1, 'ключ 🔑 "quoted" \\', 'x'.repeat(1000)];
  const answers = await Promise.all(ids.map(id => server.request('ping', undefined, { id })));
  assert.deepEqual(answers.map(answer => answer.id), ids);
});

test('text of any kind goes in and comes back', async t => {
  const server = await serve(t, tree());
  for (const [escape, answer] of [['\\ud800', /./], ['\\u0000', /./], ['\\udc00\\ud800', /./]]) {
    const asked = server.expect(escape, 'tools/call');
    server.write(`{"jsonrpc":"2.0","id":${JSON.stringify(escape)},"method":"tools/call","params":{"name":"search_knowledge","arguments":{"query":"word ${escape} word"}}}\n`);
    const message = await Promise.race([asked, server.next(one => one.error, 'an error')]);
    assert.match(JSON.stringify(message), answer, escape);
    await server.request('ping');
  }
  const big = 'A sentence of the long line. '.repeat(170_000); // 5 MB
  const { result } = await server.request('tools/call', { name: 'curate', arguments: { type: 'ADD', path: 'a/b', title: 'Big', content: big, reason: 'r' } });
  assert.equal(result.isError, true);
  assert.match(textOf(result), /4 MiB|4,?194,?304/);
  const huge = server.next(message => message.error, 'an error');
  server.write(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${'y'.repeat(33 * 1024 * 1024)}"}}\n`);
  assert.ok([-32700, -32600].includes((await huge).error.code));
  await server.request('ping');
});

test('a ping is answered while tools run', async t => {
  const server = await serve(t, tree());
  await curate(server, { type: 'ADD', path: 'a/b', title: 'Start', content: 'So that the tree is there.' });
  const operations = Array.from({ length: 200 }, (_, i) => ({ type: 'ADD', path: 'load/part', title: `Entry ${i}`, content: `The number is ${i}.` }));
  const long = server.request('tools/call', { name: 'curate', arguments: { reason: 'load', operations } });
  let slowest = 0;
  let pings = 0;
  for (let running = true; running; pings++) {
    const asked = performance.now();
    await server.request('ping');
    slowest = Math.max(slowest, performance.now() - asked);
    running = await Promise.race([long.then(() => false), sleep(5).then(() => true)]);
  }
  t.diagnostic(`${pings} pings, slowest ${slowest.toFixed(1)} ms`);
  assert.ok((await long).result.structuredContent.summary.added === 200, textOf((await long).result).slice(0, 300));
  assert.ok(slowest <= 100 * SLOWNESS, `10 ms × 10, was ${slowest}`);
});

test('a cancelled call gets no further message, the server goes on', async t => {
  const server = await serve(t, tree());
  const operations = Array.from({ length: 200 }, (_, i) => ({ type: 'ADD', path: 'load/part', title: `Entry ${i}`, content: `The number is ${i}.` }));
  const answers = [];
  for (const id of ['stopped', 'stopped too']) {
    server.expect(id, 'tools/call').then(answer => answers.push(answer), () => {});
    server.write(line({ id, method: 'tools/call', params: { name: 'curate', arguments: { reason: 'load', operations: operations.map(one => ({ ...one, path: `load/${id}` })) } } })
      + line({ method: 'notifications/cancelled', params: { requestId: id, reason: 'no longer wanted' } }));
  }
  const { result } = await server.request('tools/call', { name: 'status', arguments: {} });
  assert.ok(!result.isError);
  await sleep(1500);
  assert.deepEqual(answers, []);
  await curate(server, { type: 'ADD', path: 'a/b', title: 'After', content: 'The lock is free again.' });
});

test('many calls at once are all answered, each once', async t => {
  const server = await serve(t, tree({ 'a/b/one.md': 'The colour is vermilion.\n' }));
  const answers = await Promise.all(Array.from({ length: 500 }, (_, i) => server.request('tools/call', { name: 'search_knowledge', arguments: { query: `vermilion ${i}` } })));
  assert.ok(answers.every(answer => answer.result && !answer.result.isError));
  assert.equal(server.received.filter(({ message }) => message.id !== undefined && message.result).length, 501);
});

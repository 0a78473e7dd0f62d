// The server as a process: how fast it starts, how it ends, what it survives, and that nothing it has
// acknowledged is ever lost. Raw stdio, no packages.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BINARY, LATEST_LEGACY, SLOWNESS, Server } from './support/server.mjs';
import { curate, curateFails, entryFiles, filesBelow, finish, folder, foundPaths, judge, ok, place, readWhole, search, serve, textOf, tree } from './support/testing.mjs';

const add = (i, more = {}) => ({ type: 'ADD', path: 'load/par/one', title: typeof i === 'number' ? `e${i}` : i, content: `Entry ${i} holds the word marker${i}.`, reason: 'load', ...more });

test('an empty tree: initialize is answered at once', async t => {
  const times = [];
  for (let round = 0; round < 5; round++) {
    const server = await serve(t, path.join(folder(), 'not-there'));
    times.push(performance.now() - server.startedAt);
    await finish(server);
  }
  t.diagnostic(`start to initialize, ms: ${times.map(ms => ms.toFixed(1)).join(' ')}`);
  assert.ok(Math.min(...times) <= 200 * SLOWNESS, '20 ms × 10');
});

test('the end of its input ends it within a second, what was asked is answered', async t => {
  const server = await serve(t, tree());
  const answers = [1, 2, 3].map(i => server.request('tools/call', { name: 'curate', arguments: add(i) }));
  answers.push(server.request('ping'));
  const end = await server.close();
  server.finished = true;
  assert.deepEqual([end.code, end.signal], [0, null]);
  assert.ok(end.ms <= 1000 * SLOWNESS, `${end.ms} ms`);
  const settled = await Promise.allSettled(answers);
  assert.equal(settled[3].status, 'fulfilled');
  for (const [i, answer] of settled.entries()) if (answer.status === 'fulfilled') assert.ok(answer.value.result, `answer ${i}`);
  judge(server);
});

test('input that ends at once, or inside a line', async () => {
  for (const bytes of ['', '\n', '{"jsonrpc":"2.0","id":1,"meth']) {
    const server = new Server({ root: tree() });
    server.write(bytes);
    const end = await server.close();
    assert.deepEqual([end.code, end.signal], [0, null], JSON.stringify(bytes));
    judge(server);
  }
});

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  test(`${signal} ends it within a second, quietly`, async () => {
    const server = new Server({ root: tree() });
    await server.initialize();
    await curate(server, add(1));
    const end = await server.kill(signal);
    assert.deepEqual([end.code, end.signal], [0, null]);
    assert.ok(end.ms <= 1000 * SLOWNESS, `${end.ms} ms`);
    judge(server);
  });
}

test('a closed stdout ends it, a closed stderr does not', async () => {
  const deaf = new Server({ root: tree() });
  await deaf.initialize();
  deaf.process.stdout.destroy();
  deaf.notify('notifications/unknown');
  deaf.send({ jsonrpc: '2.0', id: 'x', method: 'ping' });
  const started = performance.now();
  assert.equal((await deaf.exited).code, 0);
  assert.ok(performance.now() - started <= 1000 * SLOWNESS);

  const mute = new Server({ root: tree({ 'a/b/broken.md': '---\ntitle: [\n---\ntext\n' }) });
  mute.process.stderr.destroy();
  await mute.initialize();
  await ok(mute, 'status', {});
  await finish(mute);
});

test('one byte at a time', async t => {
  const server = await serve(t, tree(), { initialize: false });
  const answer = await slowly(server, 'initialize', { protocolVersion: LATEST_LEGACY, capabilities: {}, clientInfo: server.client }, LATEST_LEGACY);
  assert.equal(answer.result.protocolVersion, LATEST_LEGACY);
  server.revision = LATEST_LEGACY;
  const called = await slowly(server, 'tools/call', { name: 'curate', arguments: add('ü令牌') });
  assert.equal(called.result.structuredContent.summary.added, 1, JSON.stringify(called));
});

async function slowly(server, method, params, revision = server.revision) {
  const id = `slow ${method}`;
  const answer = server.expect(id, method, revision);
  for (const byte of Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, method, params }) + '\r\n')) {
    server.write(Buffer.of(byte));
    await new Promise(resolve => setImmediate(resolve));
  }
  return answer;
}

test('50 curate calls without waiting: all on disk, found and listed', async t => {
  const root = tree();
  const server = await serve(t, root);
  const results = await Promise.all(Array.from({ length: 50 }, (_, i) => server.call('curate', add(i))));
  for (const result of results) assert.ok(!result.isError, textOf(result));
  assert.equal(entryFiles(root).length, 50);
  for (let i = 0; i < 50; i++) {
    assert.match(readFileSync(path.join(root, `load/par/one/e${i}.md`), 'utf8'), new RegExp(`marker${i}\\.`));
    assert.equal((await foundPaths(server, `marker${i}`))[0], `load/par/one/e${i}`);
  }
  const listed = await ok(server, 'browse_tree', { path: 'load/par/one', max_tokens: 8000 });
  assert.equal(listed.children.filter(child => child.kind === 'context').length, 50);
  assert.deepEqual(strayFiles(root), []);
});

const strayFiles = root => Object.keys(filesBelow(root, { hidden: true }))
  .filter(name => !name.startsWith('.state/') && !name.startsWith('.log/') && name !== '.gitattributes' && !name.endsWith('.md'));

test('two servers on one tree, 100 calls each: nothing lost, each finds what the other wrote', async t => {
  const root = tree();
  const servers = [await serve(t, root), await serve(t, root)];
  const names = ['left', 'right'];
  const load = async (server, name) => {
    for (let i = 0; i < 100; i += 4) await Promise.all([0, 1, 2, 3].map(j => ok(server, 'curate', add(`${name} ${i + j}`, { content: `Written by ${name}, word ${name}${i + j}x.` }))));
  };
  await Promise.all(servers.map((server, i) => load(server, names[i])));
  assert.equal(entryFiles(root).length, 200);
  for (const i of [0, 1, 42, 98, 99]) {
    assert.equal((await foundPaths(servers[0], `right${i}x`))[0], `load/par/one/right_${i}`);
    assert.equal((await foundPaths(servers[1], `left${i}x`))[0], `load/par/one/left_${i}`);
  }
  for (const server of servers) assert.equal((await ok(server, 'status', {})).entries, 200);
  const index = readFileSync(path.join(root, 'load/par/one/context.md'), 'utf8');
  for (let i = 0; i < 100; i++) for (const name of names) assert.ok(index.includes(`${name} ${i}`), `context.md lists ${name} ${i}`);
});

test('a person\'s edit, new file and deletion are seen by the next search', async t => {
  const root = tree({ 'a/b/one.md': '---\ntitle: One\n---\nThe colour is vermilion.\n' });
  const server = await serve(t, root);
  assert.deepEqual(await foundPaths(server, 'vermilion'), ['a/b/one']);
  place(root, 'a/b/one.md', '---\ntitle: One\n---\nThe colour is turquoise.\n');
  place(root, 'a/b/two.md', 'Plain text without frontmatter about ultramarine.\n');
  assert.deepEqual(await foundPaths(server, 'turquoise'), ['a/b/one']);
  assert.deepEqual(await foundPaths(server, 'ultramarine'), ['a/b/two']);
  assert.deepEqual((await search(server, 'vermilion')).hits, []);
});

test('SIGKILL: what was acknowledged survives', async t => {
  const root = tree();
  const acknowledged = [];
  for (let round = 0; round < 20; round++) {
    const server = new Server({ root });
    await server.initialize();
    const calls = Array.from({ length: 30 }, (_, i) => server.call('curate', add(`r${round}n${i}`)).then(result => {
      if (!result.isError) acknowledged.push(`r${round}n${i}`);
    }, () => {}));
    await sleep(5 + 7 * round * SLOWNESS);
    await server.kill('SIGKILL');
    await Promise.all(calls);
    judge(server);
  }
  t.diagnostic(`${acknowledged.length} acknowledged in 20 rounds`);
  assert.ok(acknowledged.length > 0);
  const server = await serve(t, root);
  for (const name of acknowledged) assert.match(readFileSync(path.join(root, `load/par/one/${name}.md`), 'utf8'), new RegExp(`marker${name}\\.`), name);
  for (const name of entryFiles(root)) assert.match(readFileSync(path.join(root, name), 'utf8'), /^---\ntitle: [^]*marker\w+\.\n[^]*\*\*Author:\*\* conformance 1\.0\.0\n$/, `${name} is whole`);
  const status = await ok(server, 'status', {});
  assert.equal(status.entries, entryFiles(root).length);
  assert.deepEqual(status.problems ?? [], []);
  await curate(server, add('after'));
  const index = readFileSync(path.join(root, 'load/par/one/context.md'), 'utf8');
  for (const name of acknowledged) assert.ok(index.includes(name), `context.md lists ${name}`);
  assert.deepEqual(strayFiles(root), []);
});

test('--version and --help speak and go', () => {
  assert.match(execFileSync(BINARY, ['--version'], { encoding: 'utf8' }), /^context-tree \d+\.\d+\.\d+\n$/);
  assert.match(execFileSync(BINARY, ['--help'], { encoding: 'utf8' }), /serve/);
  assert.throws(() => execFileSync(BINARY, ['serve', '--no-such-option'], { stdio: 'pipe' }), error => error.status !== 0 && /no-such-option/.test(error.stderr));
});

test('--read-only reads and searches, writes nothing, refuses curate', async t => {
  const root = tree({ 'a/b/one.md': '---\ntitle: One\n---\nThe colour is vermilion.\n' });
  const before = snapshot(root);
  const server = await serve(t, root, { args: ['--read-only'] });
  assert.deepEqual(await foundPaths(server, 'vermilion'), ['a/b/one']);
  await readWhole(server, 'a/b/one');
  assert.match(await curateFails(server, add(1)), /read-only/i);
  await finish(server);
  assert.deepEqual(snapshot(root), before);

  const missing = path.join(folder(), 'none');
  const empty = await serve(t, missing, { args: ['--read-only'] });
  assert.equal((await ok(empty, 'status', {})).entries, 0);
  await finish(empty);
  assert.ok(!existsSync(missing), 'nothing is created');
});

const snapshot = root => readdirSync(root, { recursive: true }).sort().map(name => [name, statSync(path.join(root, name)).mtimeMs]);

test('reading a tree creates nothing in it', async t => {
  const root = tree({ 'a/b/one.md': 'The colour is vermilion.\n' });
  const before = snapshot(root);
  const server = await serve(t, root);
  await search(server, 'vermilion');
  await ok(server, 'browse_tree', { path: 'a' });
  await ok(server, 'status', {});
  await server.result('resources/list');
  await finish(server);
  assert.deepEqual(snapshot(root), before);
});

test('a folder the user may not write: reading works, curate says why', { skip: process.getuid() === 0 && !canDropRights() && 'runs as root and cannot become someone else' }, async t => {
  const root = tree({ 'a/b/one.md': 'The colour is vermilion.\n' });
  for (const name of ['a/b', 'a', '.']) chmodSync(path.join(root, name), 0o555);
  t.after(() => ['.', 'a', 'a/b'].forEach(name => chmodSync(path.join(root, name), 0o755)));
  const server = new Server({ root, uid: process.getuid() === 0 ? 65534 : undefined });
  await server.initialize();
  assert.deepEqual(await foundPaths(server, 'vermilion'), ['a/b/one']);
  assert.match(await curateFails(server, { ...add(1), path: 'a/b' }), /permission|read-only/i);
  assert.deepEqual(await foundPaths(server, 'vermilion'), ['a/b/one']);
  await finish(server);
});

// Root may write anywhere: then the server runs as nobody, which needs a binary that nobody may execute.
function canDropRights() {
  try {
    execFileSync(BINARY, ['--version'], { uid: 65534, gid: 65534 });
    return true;
  } catch {
    return false;
  }
}

test('an environment of HOME and PATH alone, started in /', async t => {
  const home = folder();
  const server = await serve(t, undefined, { env: { HOME: home, PATH: process.env.PATH }, cwd: '/' });
  const status = await ok(server, 'status', {});
  assert.equal(status.root, path.join(home, '.local/share/context-tree/global'));
  assert.ok(!existsSync(status.root), 'reading creates nothing');
  const { applied } = await ok(server, 'curate', { operations: [add(1)] });
  assert.ok(existsSync(path.join(status.root, 'load/par/one/e1.md')), JSON.stringify(applied));
});

// Writing under pressure and with unclear targets: nothing is lost, nothing is guessed, nothing leaves the
// tree. (P1, P3, K3, S1)
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Server, SLOWNESS } from '../support/server.mjs';
import { curate, curateFails, entryFiles, folder, foundPaths, judge, ok, place, readWhole, refused, serve, textOf, tree } from '../support/testing.mjs';

const read = (root, name) => readFileSync(path.join(root, `${name}.md`), 'utf8');

test('50 updates of one entry with one hash: what succeeds is in the file, the rest is a clear conflict', async t => {
  const root = tree();
  const server = await serve(t, root);
  const { path: at, hash } = await curate(server, { type: 'ADD', path: 'load/par', title: 'Shared', content: 'The first line.' });
  const results = await Promise.all(Array.from({ length: 50 }, (_, i) => server.call('curate', { type: 'UPDATE', path: at, expected_hash: hash, append: true, content: `line number ${i}.`, reason: 'r' })));
  const lines = read(root, at).split('\n').filter(line => line.startsWith('line number'));
  const won = results.flatMap((result, i) => result.isError ? [] : [`line number ${i}.`]);
  assert.deepEqual(lines, won);
  assert.equal(won.length, 1);
  for (const result of results) if (result.isError) assert.match(textOf(result), /expected_hash/);
});

test('50 appends to one entry without a hash: every line once', async t => {
  const root = tree();
  const server = await serve(t, root);
  const { path: at } = await curate(server, { type: 'ADD', path: 'load/par', title: 'Shared', content: 'The first line.' });
  await Promise.all(Array.from({ length: 50 }, (_, i) => ok(server, 'curate', { type: 'UPDATE', path: at, append: true, content: `line number ${i}.`, reason: 'r' })));
  const lines = read(root, at).split('\n').filter(line => line.startsWith('line number'));
  assert.deepEqual(lines.sort(), Array.from({ length: 50 }, (_, i) => `line number ${i}.`).sort());
});

test('killed while writing 200 kB again and again: one whole version is there', async t => {
  const root = tree();
  const body = version => `Version ${version} begins.\n\n${`A long sentence of version ${version}. `.repeat(6000)}\n\nVersion ${version} ends.`;
  let sent = 0;
  let acknowledged = 0;
  for (let round = 0; round < 12; round++) {
    const server = new Server({ root });
    await server.initialize();
    const first = sent;
    const loop = (async () => {
      while (sent < first + 40) {
        const version = ++sent;
        const result = await server.call('curate', { type: 'UPSERT', path: 'load/par', title: 'Long', content: body(version), reason: 'r' });
        if (!result.isError) acknowledged = version;
      }
    })().catch(() => {});
    await sleep((20 + 13 * round) * SLOWNESS);
    await server.kill('SIGKILL');
    await loop;
    judge(server);
    if (acknowledged === 0) continue;
    const text = read(root, 'load/par/long');
    const version = Number(/Version (\d+) begins/.exec(text)[1]);
    assert.ok([acknowledged, sent].includes(version), `version ${version}, acknowledged ${acknowledged}, sent ${sent}`);
    assert.ok(text.includes(body(version)), 'whole');
  }
  assert.ok(acknowledged > 0);
  const server = await serve(t, root);
  assert.equal((await foundPaths(server, 'begins version'))[0], 'load/par/long');
  await curate(server, { type: 'ADD', path: 'load/other', title: 'Next', content: 'The next writer clears what the killed ones left.' });
  assert.deepEqual(readdirSync(path.join(root, 'load/par')).filter(name => !name.endsWith('.md')), [], 'no stray files');
});

test('only an exact target is deleted, overwritten or merged', async t => {
  const root = tree();
  const server = await serve(t, root);
  for (const topic of ['b/c', 'b/d']) await curate(server, { type: 'ADD', path: `a/${topic}`, title: 'Deploy', content: `How ${topic} is deployed.` });
  const before = entryFiles(root).map(name => [name, readFileSync(path.join(root, name), 'utf8')]);
  for (const target of ['Deploy', 'Deplo', 'deploy', 'a/b/Deploy', 'a/b/c/deplo']) {
    const text = await curateFails(server, { type: 'DELETE', path: target });
    assert.match(text, /path/);
  }
  const ambiguous = await refused(server, 'read_entry', { path: 'Deploy' });
  for (const at of ['a/b/c/deploy', 'a/b/d/deploy']) assert.ok(ambiguous.includes(at), ambiguous);
  assert.match(await curateFails(server, { type: 'ADD', path: 'a/b/c', title: 'Deploy', content: 'Something else.' }), /exists[^]*UPDATE[^]*UPSERT/i);
  assert.match(await curateFails(server, { type: 'ADD', path: 'a/b/c', title: 'deploy ', content: 'Something else.' }), /exists/i);
  await curateFails(server, { type: 'MERGE', path: 'a/b/c/deploy', target_path: 'a/b/c/deploy' });
  assert.match(await curateFails(server, { type: 'DELETE', path: 'a/b' }), /recursive/);
  assert.deepEqual(entryFiles(root).map(name => [name, readFileSync(path.join(root, name), 'utf8')]), before);
  await curate(server, { type: 'DELETE', path: 'a/b/c/deploy' });
  await curate(server, { type: 'DELETE', path: 'a/b', recursive: true });
  assert.deepEqual(entryFiles(root), []);
});

const OUTSIDE = ['../../x', '/etc/passwd', 'a/../../b', '..\\..\\x', '%2e%2e/x', 'C:\\x', 'a/b\u0000c', '..', 'a/./b', '.git/hooks/x', '.state/x', '~/x/y\\z', '\\\\server\\share', 'a%2fb/c', 'a/%5cb'];

test('paths that lead outside are refused by every tool', async t => {
  const around = folder();
  const root = path.join(around, 'tree');
  place(around, 'x.md', 'outside secret');
  place(root, 'a/b/one.md', 'Inside.\n');
  const server = await serve(t, root);
  for (const bad of OUTSIDE) {
    for (const [name, args] of [['read_entry', { path: bad }], ['browse_tree', { path: bad }], ['relations', { path: bad }], ['search_knowledge', { query: 'secret', scope: bad }]]) {
      const text = await refused(server, name, args);
      assert.doesNotMatch(text, /outside secret|root:x:/);
      assert.ok(text.includes(name === 'search_knowledge' ? 'scope' : 'path'), `${name} ${bad}: ${text}`);
    }
    for (const operation of [
      { type: 'ADD', path: bad, title: 'New', content: 'x' }, { type: 'UPSERT', path: bad, content: 'x' }, { type: 'UPDATE', path: bad, content: 'x' }, { type: 'DELETE', path: bad, recursive: true },
      { type: 'UPDATE', path: 'a/b/one', target_path: bad }, { type: 'MERGE', path: 'a/b/one', target_path: bad },
    ]) assert.match(await curateFails(server, operation), /path/, bad);
  }
  assert.deepEqual(readdirSync(around).sort(), ['tree', 'x.md']);
  assert.deepEqual(readdirSync(root).filter(name => !name.startsWith('.')), ['a']);
  assert.deepEqual(entryFiles(root), ['a/b/one.md']);
});

test('titles that look like paths are names, never ways', async t => {
  const root = path.join(folder(), 'tree');
  const server = await serve(t, root);
  for (const title of ['../../x', '/etc/passwd', '..', 'C:\\x', 'context', 'con', '.hidden', 'a/b']) {
    const { path: at } = await curate(server, { type: 'ADD', path: 'a/b', title, content: `About ${title}, as text.` });
    assert.match(at, /^a\/b\/[^/]+$/, title);
    assert.ok(existsSync(path.join(root, `${at}.md`)), title);
  }
  assert.deepEqual(readdirSync(path.dirname(root)), ['tree']);
});

test('links, pipes and sockets in the tree show nothing and hang nothing', async t => {
  const around = folder();
  const root = path.join(around, 'tree');
  place(around, 'outside/secret.md', 'The password is walrus.\n');
  place(root, 'a/b/one.md', 'Inside.\n');
  symlinkSync(path.join(around, 'outside/secret.md'), path.join(root, 'a/b/link.md'));
  symlinkSync(path.join(around, 'outside'), path.join(root, 'a/folder'));
  symlinkSync(root, path.join(root, 'a/loop'));
  linkSync(path.join(around, 'outside/secret.md'), path.join(root, 'a/b/hard.md'));
  execFileSync('mkfifo', [path.join(root, 'a/b/pipe.md')]);
  const socket = createServer().listen(path.join(root, 'a/b/socket.md'));
  t.after(() => socket.close());
  await sleep(50);
  const server = await serve(t, root);
  assert.deepEqual((await ok(server, 'search_knowledge', { query: 'walrus' })).hits, []);
  for (const bad of ['a/b/link', 'a/b/hard', 'a/folder/secret', 'a/b/pipe', 'a/b/socket', 'a/loop/a/b/one']) await refused(server, 'read_entry', { path: bad });
  const { children } = await ok(server, 'browse_tree', { path: 'a', depth: 4 });
  for (const child of children) assert.doesNotMatch(child.path, /link|hard|folder|loop|pipe|socket/);
  assert.equal(await readWhole(server, 'a/b/one'), 'Inside.\n');
  await curateFails(server, { type: 'ADD', path: 'a/folder', title: 'New', content: 'must stay inside' });
  assert.deepEqual(readdirSync(path.join(around, 'outside')), ['secret.md']);
});

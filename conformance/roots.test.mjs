// Where the tree lives: the rules in their order, told by `status`.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { curate, folder, ok, place, refused, serve, textOf } from './support/testing.mjs';

const NOTE = { type: 'ADD', path: 'notes/first', title: 'One', content: 'Something worth keeping.', reason: 'a test needs it' };

// A server that has to find its own root. → its `status`
async function resolved(t, { cwd, home = folder(), env = {} }) {
  const server = await serve(t, undefined, { cwd, env: { HOME: home, PATH: process.env.PATH, ...env } });
  return { server, ...(await ok(server, 'status', {})) };
}

const git = (cwd, ...args) => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main', ...args], { cwd, stdio: 'pipe' });

function repository() {
  const made = folder();
  git(made, 'init');
  place(made, 'src/deep/file.txt', 'x');
  git(made, 'add', '.');
  git(made, 'commit', '-m', 'first');
  return made;
}

test('--root wins, then CONTEXT_TREE_ROOT, and both are the tree itself', async t => {
  const [option, variable, work] = [folder(), folder(), repository()];
  const server = await serve(t, option, { cwd: work, env: { HOME: folder(), PATH: process.env.PATH, CONTEXT_TREE_ROOT: variable } });
  const first = await ok(server, 'status', {});
  assert.equal(first.root, option);
  assert.match(first.root_rule, /--root/);
  const second = await resolved(t, { cwd: work, env: { CONTEXT_TREE_ROOT: variable } });
  assert.equal(second.root, variable);
  assert.match(second.root_rule, /CONTEXT_TREE_ROOT/);
});

test('in a git work tree: .context-tree at its top, from any folder, made by the first write alone', async t => {
  const work = repository();
  const { server, root, root_rule } = await resolved(t, { cwd: path.join(work, 'src/deep') });
  assert.equal(root, path.join(work, '.context-tree'));
  assert.match(root_rule, /git/);
  assert.ok(!existsSync(root), 'status creates nothing');
  const first = await server.call('curate', NOTE);
  assert.ok(existsSync(path.join(root, 'notes/first/one.md')));
  for (const words of [root, '.git/info/exclude']) assert.ok(textOf(first).includes(words), `the first write says where: ${textOf(first)}`);
  const second = await server.call('curate', { ...NOTE, title: 'Two', content: 'Another thing worth keeping.' });
  assert.doesNotMatch(textOf(second), /info\/exclude/);
  assert.match(readFileSync(path.join(root, '.gitattributes'), 'utf8'), /merge=union/);
  assert.equal(readFileSync(path.join(root, '.state/.gitignore'), 'utf8').trim(), '*');
  assert.doesNotMatch(git(work, 'status', '--porcelain', '-uall').toString(), /\.state/);
});

test('a linked work tree shares the tree of its main one', async t => {
  const work = repository();
  const linked = path.join(folder(), 'linked');
  git(work, 'worktree', 'add', '-b', 'side', linked);
  const { root } = await resolved(t, { cwd: path.join(linked, 'src') });
  assert.equal(root, path.join(work, '.context-tree'));
});

test('a ByteRover tree is opened in place, where there is no .context-tree', async t => {
  const work = repository();
  place(work, '.brv/context-tree/design/api/versions.md', '---\ntitle: Versions\n---\nThe API is versioned by date.\n');
  const brv = await resolved(t, { cwd: work });
  assert.equal(brv.root, path.join(work, '.brv/context-tree'));
  assert.equal(brv.entries, 1);
  place(work, '.context-tree/design/api/versions.md', 'Ours.\n');
  assert.equal((await resolved(t, { cwd: work })).root, path.join(work, '.context-tree'));
});

test('outside git: the nearest folder above that holds a tree', async t => {
  const plain = folder();
  place(plain, '.context-tree/a/b/outer.md', 'Outer.\n');
  place(plain, 'project/.brv/context-tree/a/b/inner.md', 'Inner.\n');
  mkdirSync(path.join(plain, 'project/src'), { recursive: true });
  mkdirSync(path.join(plain, 'other/src'), { recursive: true });
  assert.equal((await resolved(t, { cwd: path.join(plain, 'project/src') })).root, path.join(plain, 'project/.brv/context-tree'));
  assert.equal((await resolved(t, { cwd: path.join(plain, 'other/src') })).root, path.join(plain, '.context-tree'));
});

test('otherwise the user\'s data folder', async t => {
  const [home, data] = [folder(), folder()];
  assert.equal((await resolved(t, { cwd: '/', home })).root, path.join(home, '.local/share/context-tree/global'));
  assert.equal((await resolved(t, { cwd: '/', home, env: { XDG_DATA_HOME: data } })).root, path.join(data, 'context-tree/global'));
  assert.equal((await resolved(t, { cwd: home, home, env: { XDG_DATA_HOME: 'relative/is/ignored' } })).root, path.join(home, '.local/share/context-tree/global'));
});

test('a home folder under git does not swallow every project', async t => {
  const home = repository();
  assert.equal((await resolved(t, { cwd: home, home })).root, path.join(home, '.local/share/context-tree/global'));
});

test('a tree of an unknown format is served read-only, and said so', async t => {
  const work = folder();
  const first = await serve(t, work);
  await curate(first, NOTE);
  const version = findVersionFile(work);
  place(work, version, '999\n');
  const server = await serve(t, work);
  const { entries, problems } = await ok(server, 'status', {});
  assert.equal(entries, 1);
  assert.match(JSON.stringify(problems), /format|version/i);
  assert.match(await refused(server, 'curate', { ...NOTE, title: 'Two' }), /read-only|version/i);
  assert.equal(readFileSync(path.join(work, version), 'utf8'), '999\n');
});

function findVersionFile(root) {
  for (const name of ['.state/format', '.state/version', '.state/format_version']) if (existsSync(path.join(root, name))) return name;
  assert.fail('.state/ holds a format version');
}

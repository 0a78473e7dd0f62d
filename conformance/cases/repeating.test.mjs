// The same thing said twice, nearly the same thing, and the opposite: repeats are not stored, differences
// are kept and named, nothing is merged or deleted by itself. (K1)
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { curate, entryFiles, ok, search, serve, tree } from '../support/testing.mjs';

const add = (server, title, content, more = {}) => ok(server, 'curate', { type: 'ADD', path: 'notes/all', title, content, reason: 'r', ...more });

test('a repeat is unchanged and names what it repeats; force stores it', async t => {
  const root = tree();
  const server = await serve(t, root);
  const text = 'The staging database is rebuilt every night from an anonymised dump of production.';
  await add(server, 'First', text);
  const again = await add(server, 'First again', text.toUpperCase());
  assert.deepEqual([again.applied[0].status, again.applied[0].duplicate_of], ['unchanged', 'notes/all/first']);
  assert.equal((await ok(server, 'curate', { type: 'UPSERT', path: 'notes/all', title: 'First', content: text, reason: 'r' })).applied[0].status, 'unchanged');
  assert.deepEqual(entryFiles(root), ['notes/all/first.md']);
  assert.equal((await add(server, 'First again', text, { force: true })).applied[0].status, 'success');
});

test('texts that differ in a number, a version, a name, a sign or a negation are two', async t => {
  const root = tree();
  const server = await serve(t, root);
  const pairs = [
    ['The service listens on port 8080 of the host.', 'The service listens on port 8081 of the host.'], ['We build with toolchain v1.2 on all machines.', 'We build with toolchain v1.3 on all machines.'],
    ['Force pushes are allowed on the main branch.', 'Force pushes are not allowed on the main branch.'], ['I love Chinese food.', 'I hate Chinese food.'],
    ['The parser is written in C++ by the core team.', 'The parser is written in C# by the core team.'], ['The offset must be +5 in summer.', 'The offset must be -5 in summer.'],
    ['Ask Anna about the billing exports.', 'Ask Bert about the billing exports.'],
  ];
  for (const [i, pair] of pairs.entries()) {
    for (const [j, text] of pair.entries()) {
      const { applied } = await add(server, `Note ${i} ${j}`, text);
      assert.equal(applied[0].status, 'success', `${text} ${JSON.stringify(applied[0])}`);
    }
  }
  assert.equal(entryFiles(root).length, 2 * pairs.length);
  for (const [i, pair] of pairs.entries()) for (const [j, text] of pair.entries()) assert.ok(readFileSync(path.join(root, `notes/all/note_${i}_${j}.md`), 'utf8').includes(text));
});

test('near-identical sentences are named as similar with what differs', async t => {
  const server = await serve(t, tree());
  for (const [first, second, differs] of [['The service listens on port 8080 of the host.', 'The service listens on port 8081 of the host.', '8081'], ['Force pushes are allowed on the main branch.', 'Force pushes are not allowed on the main branch.', /not|negation/]]) {
    await add(server, `A ${first.length}`, first);
    const { applied } = await add(server, `B ${second.length}`, second);
    const said = JSON.stringify(applied[0]);
    assert.match(said, /similar/i);
    assert.match(said, new RegExp(`notes/all/a_${first.length}`));
    assert.match(said, new RegExp(differs));
  }
});

test('facts with one subject and two values: the later is current, the earlier is marked', async t => {
  const root = tree();
  const server = await serve(t, root);
  await curate(server, { path: 'stack/data', title: 'Stack', content: { body: 'FastAPI in front.', facts: [{ statement: 'The database is PostgreSQL', subject: 'database', value: 'PostgreSQL', valid_from: '2025-01-01' }] } });
  const newer = await curate(server, { path: 'stack/data', title: 'Migration', content: { body: 'We migrated in spring.', facts: [{ statement: 'The database is MySQL', subject: 'Database', value: 'MySQL', valid_from: '2026-03-01' }] } });
  assert.match(JSON.stringify(newer), /stack\/data\/stack/, 'the result says so');
  assert.match(readFileSync(path.join(root, 'stack/data/stack.md'), 'utf8'), /\(value: PostgreSQL; from: 2025-01-01; superseded-by: stack\/data\/migration/);
  assert.doesNotMatch(readFileSync(path.join(root, 'stack/data/migration.md'), 'utf8'), /superseded-by/);
  const { hits } = await search(server, 'which database');
  assert.equal(hits[0].path, 'stack/data/migration');
});

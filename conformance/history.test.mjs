// History and UNDO as a client sees them: over stdio, after a kill, from two processes, after a git pull.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { curate, curateFails, filesBelow, ok, place, refused, serve, textOf, tree } from './support/testing.mjs';

const undo = (server, change_id, more = {}) => curate(server, { type: 'UNDO', change_id, ...more });

test('an entry\'s history has who, when, why and what, newest first, and stands alone in the text', async t => {
  const server = await serve(t, tree());
  const added = await curate(server, { type: 'ADD', path: 'ops/deploy', title: 'Release steps', content: 'Tag, build, ship.', reason: 'first notes' });
  const updated = await curate(server, { type: 'UPDATE', path: added.path, edits: [{ find: 'ship', replace: 'ship at noon' }], reason: 'decided on Monday' });
  assert.match(added.change_id, /^[0-9a-f]{12}$/);
  const result = await server.call('history', { path: added.path });
  const { changes, total } = result.structuredContent;
  assert.equal(total, 2);
  assert.deepEqual(changes.map(change => [change.change_id, change.operation, change.reason]), [
    [updated.change_id, 'UPDATE', 'decided on Monday'], [added.change_id, 'ADD', 'first notes']]);
  assert.equal(changes[0].hash_before, added.hash);
  assert.equal(changes[0].hash_after, updated.hash);
  assert.match(changes[0].diff, /^-Tag, build, ship\.$/m);
  assert.match(changes[0].diff, /^\+Tag, build, ship at noon\.$/m);
  for (const fact of [updated.change_id, added.hash, 'decided on Monday', '+Tag, build, ship at noon.', changes[0].time]) {
    assert.ok(textOf(result).includes(fact), `the text has ${fact}`);
  }
  const curated = await server.call('curate', { type: 'UPDATE', path: added.path, append: true, content: 'More.', reason: 'x' });
  assert.match(textOf(curated), /change_id [0-9a-f]{12}/);
});

test('an undo restores the bytes, says what it undid, and can be undone', async t => {
  const root = tree({ 'ops/deploy/by_hand.md': '---\ntitle: By hand # ours\n---\r\nText, see [[Release steps]]\r\nno end' });
  const server = await serve(t, root);
  await curate(server, { type: 'ADD', path: 'ops/deploy', title: 'Release steps', content: 'Tag, build, ship.' });
  const before = filesBelow(root);
  const moved = await curate(server, { type: 'UPDATE', path: 'ops/deploy/release_steps', target_path: 'ops/release/how_we_ship', target_title: 'How we ship' });
  const after = filesBelow(root);
  assert.notDeepEqual(after, before);
  const dry = await ok(server, 'curate', { operations: [{ type: 'UNDO', change_id: moved.change_id, reason: 'look' }], dry_run: true });
  assert.equal(dry.applied[0].status, 'success');
  assert.deepEqual(filesBelow(root), after);
  const undone = await undo(server, moved.change_id);
  assert.deepEqual(filesBelow(root), before);
  const { changes } = await ok(server, 'history', { path: 'ops/deploy/release_steps' });
  assert.equal(changes[0].undoes, moved.change_id);
  await undo(server, undone.change_id);
  assert.deepEqual(filesBelow(root), after);
});

test('later changes are named, outside edits too, and force takes it anyway', async t => {
  const root = tree();
  const server = await serve(t, root);
  const { path: at } = await curate(server, { type: 'ADD', path: 'ops/deploy', title: 'Port', content: 'It is 8080.' });
  const first = await curate(server, { type: 'UPDATE', path: at, content: 'It is 8081.' });
  const second = await curate(server, { type: 'UPDATE', path: at, content: 'It is 8082.' });
  assert.match(await curateFails(server, { type: 'UNDO', change_id: first.change_id }), new RegExp(second.change_id));
  place(root, `${at}.md`, 'By hand.\n');
  assert.match(await curateFails(server, { type: 'UNDO', change_id: second.change_id }), /edited outside/);
  await undo(server, first.change_id, { force: true });
  assert.match(filesBelow(root)[`${at}.md`].toString(), /8080/);
  assert.match(await curateFails(server, { type: 'UNDO', change_id: 'ffffffffffff' }), /history/);
  assert.match(await curateFails(server, { type: 'UNDO' }), /change_id/);
});

test('what was acknowledged can be undone after a kill, by another process', async t => {
  const root = tree();
  const killed = await serve(t, root);
  const added = await curate(killed, { type: 'ADD', path: 'ops/deploy', title: 'Port', content: 'It is 8080.' });
  const gone = await curate(killed, { type: 'DELETE', path: added.path });
  killed.finished = true;
  killed.process.kill('SIGKILL');
  const server = await serve(t, root);
  await undo(server, gone.change_id);
  assert.match(filesBelow(root)[`${added.path}.md`].toString(), /8080/);
});

test('two processes see and undo each other\'s changes', async t => {
  const root = tree();
  const one = await serve(t, root);
  const two = await serve(t, root);
  const added = await curate(one, { type: 'ADD', path: 'ops/deploy', title: 'Port', content: 'It is 8080.' });
  const updated = await curate(two, { type: 'UPDATE', path: added.path, content: 'It is 8081.' });
  assert.equal((await ok(one, 'history', { path: added.path })).changes[0].change_id, updated.change_id);
  await undo(one, updated.change_id);
  assert.equal((await ok(two, 'history', { path: added.path })).total, 3);
  const ids = new Set();
  await Promise.all([one, two].flatMap(server => Array.from({ length: 10 }, async (_, i) => {
    ids.add((await curate(server, { type: 'ADD', path: 'ops/ids', title: `${server === one ? 'a' : 'b'} ${i}`, content: `Number ${i} of ${server === one ? 'one' : 'two'}` })).change_id);
  })));
  assert.equal(ids.size, 20);
});

test('history follows moves and merges, and knows entries that are gone', async t => {
  const server = await serve(t, tree());
  const { path: a } = await curate(server, { type: 'ADD', path: 'ops/deploy', title: 'First', content: 'Text of the first.' });
  const { path: b } = await curate(server, { type: 'ADD', path: 'ops/deploy', title: 'Second', content: 'Words about another thing.' });
  const moved = await curate(server, { type: 'UPDATE', path: a, target_path: 'ops/other/first' });
  const merged = await curate(server, { type: 'MERGE', path: b, target_path: moved.path });
  const operations = async args => (await ok(server, 'history', args)).changes.map(change => change.operation);
  assert.deepEqual(await operations({ path: moved.path }), ['MERGE', 'UPDATE', 'ADD', 'ADD']);
  assert.deepEqual(await operations({ path: b }), ['MERGE', 'ADD']);
  assert.deepEqual(await operations({ path: a }), ['MERGE', 'UPDATE', 'ADD', 'ADD'], 'by the old path too');
  await curate(server, { type: 'DELETE', path: moved.path });
  assert.deepEqual(await operations({ path: moved.path }), ['DELETE', 'MERGE', 'UPDATE', 'ADD', 'ADD']);
  assert.deepEqual(await operations({ path: 'ops/deploy' }), ['MERGE', 'UPDATE', 'ADD', 'ADD']);
  assert.deepEqual(await operations({}), ['DELETE', 'MERGE', 'UPDATE', 'ADD', 'ADD']);
  const whole = (await ok(server, 'history', { change_id: merged.change_id })).changes[0];
  assert.deepEqual(whole.files.map(file => file.path).sort(), [b, moved.path, 'ops/deploy/context'].sort());
  assert.match(whole.diff, /Words about another thing/);
  await refused(server, 'history', { path: 'ops/never/was' });
  await refused(server, 'history', { change_id: 'ffffffffffff' });
  assert.match(await refused(server, 'history', { since: 'soon' }), /since/);
  assert.deepEqual(await operations({ since: '2100-01-01' }), []);
});

test('pages of a long history join to the whole, within the budget', async t => {
  const server = await serve(t, tree());
  const { path: at } = await curate(server, { type: 'ADD', path: 'ops/deploy', title: 'Counter', content: 'Number 0' });
  for (let i = 1; i <= 30; ++i) await curate(server, { type: 'UPDATE', path: at, content: `Number ${i} ${'word '.repeat(20)}` });
  const seen = [];
  for (let cursor, pages = 0; ; ++pages) {
    assert.ok(pages < 31, 'pages end');
    const result = await server.call('history', { path: at, max_tokens: 800, ...(cursor && { cursor }) });
    assert.ok(textOf(result).length <= 5000, `${textOf(result).length} characters`);
    seen.push(...result.structuredContent.changes.map(change => change.change_id));
    cursor = result.structuredContent.cursor;
    if (!cursor) break;
  }
  assert.equal(seen.length, 31);
  assert.equal(new Set(seen).size, 31);
  assert.equal((await ok(server, 'history', { path: at, limit: 3, diff: false })).changes.length, 3);
});

test('where only the audit log came along, history shows what that knows', async t => {
  const root = tree();
  const first = await serve(t, root);
  const added = await curate(first, { type: 'ADD', path: 'ops/deploy', title: 'Port', content: 'It is 8080.', reason: 'from another machine' });
  await first.close();
  first.finished = true;
  rmSync(path.join(root, '.state'), { recursive: true });
  place(root, '.log/2001-01.ffffffff.jsonl', 'no json\n{"time":"2001-01-01T00:00:00Z"}\n{"time":"2001-01-01T00:00:00Z","client":"old","operation":"ADD","path":"ops/deploy/port"}\n[[[[\n');
  const server = await serve(t, root);
  const { changes } = await ok(server, 'history', { path: added.path });
  assert.deepEqual(changes.map(change => change.operation), ['ADD', 'ADD']);
  assert.equal(changes[0].reason, 'from another machine');
  assert.equal(changes[0].change_id, added.change_id);
  assert.ok(!changes[0].diff && changes[0].note);
  assert.match(await curateFails(server, { type: 'UNDO', change_id: added.change_id }), /history/);
});

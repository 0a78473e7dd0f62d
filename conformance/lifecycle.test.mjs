// A session of mixed operations on entries of every age, and the same formulas once more in another language:
// importance, maturity and order must come to the same. The clock is the machine's own; what is old is dated back.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { Random } from './bench/random.mjs';
import { curate, finish, ok, place, search, serve, textOf, tree } from './support/testing.mjs';

const DAY = 86_400_000;
const LEVELS = ['draft', 'validated', 'core'];
const TOLERANCE = 0.002; // of importance: it fades by 0.00003 in ten seconds, and files have four decimals

// ---- the formulas ----

const daysBetween = (from, to) => (from === undefined ? 0 : Math.max(0, to - from) / DAY);
const faded = (importance, from, to) => importance * 0.995 ** daysBetween(from, to);

function stepped(level, importance) {
  if (level === 0) return importance >= 65 ? 1 : 0;
  if (level === 1) return importance >= 85 ? 2 : importance < 35 ? 0 : 1;
  return importance < 60 ? 1 : 2;
}

// Falling through a bound costs a level.
function aged({ importance, level, at, ...rest }, now) {
  if (rest.pinned || at === undefined || at >= now) return { importance, level, at, ...rest };
  const left = faded(importance, at, now);
  if (level === 2 && left < 60 && importance >= 60) level = 1;
  if (level === 2 && left < 35 && importance >= 35) level = 1;
  if (level === 1 && left < 35 && importance >= 35) level = 0;
  return { importance: left, level, at: now, ...rest };
}

function raised(entry, by, now) {
  const old = aged(entry, now);
  const importance = Math.min(100, old.importance + by);
  return { ...old, importance, level: Math.max(old.level, stepped(old.level, importance)), at: now };
}

const countsAgain = (last, now) => last === undefined || now - last >= DAY;

class Model {
  entries = new Map(); // path → {importance, level, at, pinned, lastAccess, lastUpdate, changed}

  access(at, now) {
    const entry = this.entries.get(at);
    if (countsAgain(entry.lastAccess, now)) this.entries.set(at, { ...raised(entry, 3, now), lastAccess: now });
  }

  update(at, now, change = {}) {
    let entry = this.entries.get(at);
    entry = countsAgain(entry.lastUpdate, now) ? { ...raised(entry, 5, now), lastUpdate: now } : aged(entry, now);
    this.entries.set(at, { ...entry, at: now, changed: now, importance: Number(entry.importance.toFixed(4)), ...change });
  }

  move(from, to) {
    this.entries.set(to, this.entries.get(from));
    this.entries.delete(from);
  }

  merge(from, to, now) {
    const [source, target] = [aged(this.entries.get(from), now), aged(this.entries.get(to), now)];
    const importance = Math.max(source.importance, target.importance);
    const later = (a, b) => (a === undefined ? b : b === undefined ? a : Math.max(a, b));
    this.entries.set(to, {
      importance, level: stepped(Math.max(source.level, target.level), importance), at: now, changed: now,
      pinned: source.pinned || target.pinned,
      lastAccess: later(source.lastAccess, target.lastAccess), lastUpdate: later(source.lastUpdate, target.lastUpdate),
    });
    this.entries.delete(from);
  }
}

// ---- the tree and the session ----

const iso = time => `${new Date(time).toISOString().slice(0, 19)}Z`;
const WORDS = 'amber basil cedar delta ember fjord grove heron indigo jasper kelp lotus maple nectar onyx pearl quartz raven saffron tulip'.split(' ');

function startingTree(random, model) {
  const root = tree();
  for (let i = 0; i < 24; i++) {
    const changed = Math.floor((Date.now() - random.below(220) * DAY) / 1000) * 1000;
    const importance = Math.round((5 + random.next() * 95) * 100) / 100;
    const level = random.below(3);
    const pinned = random.chance(0.15);
    const timeless = random.chance(0.1);
    const front = [`title: note ${i}`, ...(timeless ? [] : [`updatedAt: ${iso(changed)}`]), `importance: ${importance}`, `maturity: ${LEVELS[level]}`, ...(pinned ? ['pinned: true'] : [])];
    place(root, `d/t${i % 3}/n${i}.md`, `---\n${front.join('\n')}\n---\nThe ${WORDS[i % 20]} note of ${random.pick(WORDS)} number ${i}.\n`);
    model.entries.set(`d/t${i % 3}/n${i}`, { importance, level, pinned, at: timeless ? undefined : changed, changed: timeless ? undefined : changed });
  }
  return root;
}

const live = model => [...model.entries.keys()].filter(at => !at.startsWith('_archived/'));

const operations = {
  async read({ server, model, random }) {
    const at = random.pick([...model.entries.keys()]);
    const result = await server.call('read_entry', { path: at });
    assert.ok(!result.isError, textOf(result));
    model.access(at, Date.now());
  },
  async search({ server, model, random }) {
    const { hits } = await search(server, `${random.pick(WORDS)} ${random.pick(WORDS)}`);
    if (hits.length > 0) model.access(hits[0].path, Date.now());
  },
  async look({ server, random }) { // delivers nothing
    await ok(server, 'browse_tree', { depth: 3 });
    await ok(server, 'status', { review: random.chance(0.5) });
  },
  async update({ server, model, random, number }) {
    const at = random.pick(live(model));
    await curate(server, { type: 'UPDATE', path: at, content: `Remark ${number} about the ${random.pick(WORDS)}.`, append: true });
    model.update(at, Date.now());
  },
  async pin({ server, model, random }) {
    const at = random.pick(live(model));
    const pinned = !model.entries.get(at).pinned;
    await curate(server, { type: 'UPDATE', path: at, pinned });
    model.update(at, Date.now(), { pinned });
  },
  async add({ server, model, random, number }) {
    const { path: at } = await curate(server, { type: 'ADD', path: 'd/t1', title: `added ${number}`, content: `Added note ${number} on ${random.pick(WORDS)}.` });
    model.entries.set(at, { importance: 50, level: 0, at: Date.now(), changed: Date.now() });
  },
  async move({ server, model, random, number }) {
    const at = random.pick(live(model));
    const to = `d/t${random.below(3)}/m${number}`;
    await curate(server, { type: 'UPDATE', path: at, target_path: to });
    model.move(at, to);
  },
  async merge({ server, model, random }) {
    const [from, to] = random.shuffled(live(model));
    await curate(server, { type: 'MERGE', path: from, target_path: to });
    model.merge(from, to, Date.now());
  },
  async archive({ server, model, random }) {
    const at = random.pick([...model.entries.keys()].filter(one => !model.entries.get(one).pinned));
    const archived = !at.startsWith('_archived/');
    const { path: to } = await curate(server, { type: 'UPDATE', path: at, archived });
    assert.equal(to, archived ? `_archived/${at}` : at.slice('_archived/'.length));
    model.move(at, to);
  },
  async edit({ model, random, root }) { // a person with an editor
    const at = random.pick(live(model));
    const file = path.join(root, `${at}.md`);
    const importance = 1 + random.below(9900) / 100;
    const text = readFileSync(file, 'utf8');
    const stated = Number(/^importance: (.*)$/m.exec(text)[1]);
    if (stated === importance) return;
    writeFileSync(file, text.replace(/^importance: .*$/m, `importance: ${importance}`));
    const entry = aged(model.entries.get(at), Date.now());
    model.entries.set(at, { ...entry, importance, at: Date.now() });
  },
};

const MIX = ['read', 'read', 'read', 'search', 'search', 'search', 'look', 'update', 'update', 'update', 'pin', 'add', 'move', 'merge', 'archive', 'edit', 'edit'];

// ---- what the server says ----

async function compare(server, model) {
  const { resources } = await server.result('resources/list', {});
  const seen = new Map(resources.filter(r => r.uri !== 'context-tree:///').map(r => [decodeURIComponent(r.uri.slice('context-tree:///'.length)).replace(/\.md$/, ''), r.annotations.priority * 100]));
  const { children } = await ok(server, 'browse_tree', { depth: 4, limit: 1000, max_tokens: 8000 });
  const levels = new Map(children.filter(c => c.kind === 'context').map(c => [c.path, c.maturity ?? 'draft']));
  const now = Date.now();
  const expected = new Map([...model.entries].map(([at, entry]) => [at, aged(entry, now)]));
  for (const [at, { importance, level }] of expected) {
    assert.ok(Math.abs(seen.get(at) - importance) <= TOLERANCE, `${at}: importance ${seen.get(at)}, by the formulas ${importance}`);
    if (levels.has(at)) assert.equal(levels.get(at), LEVELS[level], `${at}: importance ${importance}`);
  }
  const status = await ok(server, 'status', {});
  const counts = [0, 0, 0];
  for (const at of live(model)) counts[expected.get(at).level]++;
  assert.deepEqual(LEVELS.map(level => status.lifecycle[level]), counts);
  assert.equal(status.lifecycle.archived, model.entries.size - live(model).length);
  await compareOutline(server, model, expected);
}

// Core entries, validated ones, drafts, each by importance.
async function compareOutline(server, model, expected) {
  const { contents } = await server.result('resources/read', { uri: 'context-tree:///' });
  const shown = [...contents[0].text.matchAll(/^- (\S+): /gm)].map(match => match[1]);
  assert.ok(shown.length >= 5, contents[0].text);
  for (let i = 1; i < shown.length; i++) {
    const [before, after] = [expected.get(shown[i - 1]), expected.get(shown[i])];
    const ordered = before.level > after.level || (before.level === after.level && before.importance >= after.importance - TOLERANCE);
    assert.ok(ordered, `${shown[i - 1]} stands before ${shown[i]}`);
  }
}

// Eq. 5 with the default weights, from the relevance that the server names.
async function compareOrder(server, model, query) {
  const { hits } = await search(server, query, { explain: true, limit: 50, max_tokens: 8000 });
  assert.ok(hits.length > 3);
  const now = Date.now();
  const expected = new Map([...model.entries].map(([at, entry]) => [at, aged(entry, now)]));
  let last = Infinity;
  for (const hit of hits) {
    const [, relevance, compound] = /relevance (\S+) .*compound (\S+)$/.exec(hit.explain).map(Number);
    const { importance, level, changed } = expected.get(hit.path);
    const recency = changed === undefined ? 0 : Math.exp(-daysBetween(changed, now) / 30);
    const score = (relevance + 0.02 * importance / 100 + 0.02 * recency) * [0.98, 1, 1.02][level];
    if (relevance < 1) assert.ok(Math.abs(score - compound) < 0.0002, `${hit.path}: ${hit.explain}, by the formula ${score}`);
    assert.ok(compound <= last + 1e-9, 'best first');
    last = compound;
  }
  if (hits.length > 0) model.access(hits[0].path, now);
}

for (const seed of [1, 2]) {
  test(`two hundred operations come to what the formulas say (seed ${seed})`, async t => {
    const random = new Random(seed, 4711);
    const model = new Model();
    const root = startingTree(random, model);
    let server = await serve(t, root);
    await compare(server, model);
    await compareOrder(server, model, 'the amber note of cedar number');
    for (let number = 1; number <= 200; number++) {
      await operations[random.pick(MIX)]({ server, model, random, number, root });
      if (number % 20 === 0) await compare(server, model);
      if (number % 67 === 0) { // the next process knows what this one was told
        await finish(server);
        server = await serve(t, root);
        await compare(server, model);
      }
    }
    await compareOrder(server, model, 'the amber note of cedar number');
    await compare(server, model);
  });
}

test('two servers on one tree count what the other delivered', async t => {
  const root = tree({ 'd/t/one.md': '---\ntitle: One\nimportance: 60\n---\nThe amber note.\n' });
  const servers = [await serve(t, root), await serve(t, root)];
  await curate(servers[0], { type: 'ADD', path: 'd/t', title: 'Two', content: 'The basil note.' });
  for (const server of [...servers, ...servers]) await server.call('read_entry', { path: 'd/t/two' });
  for (const server of servers) {
    const { resources } = await server.result('resources/list', {});
    assert.ok(Math.abs(resources.find(r => r.name === 'd/t/two').annotations.priority - 0.53) < 1e-4);
  }
});

test('a read-only server and a read leave every file of the tree as it was', async t => {
  const root = tree({ 'd/t/one.md': '---\ntitle: One\nimportance: 64\n---\nThe amber note.\n' });
  const before = readFileSync(path.join(root, 'd/t/one.md'));
  for (const args of [['--read-only'], []]) {
    const server = await serve(t, root, { args });
    await server.call('read_entry', { path: 'd/t/one' });
    await finish(server);
    assert.deepEqual(readFileSync(path.join(root, 'd/t/one.md')), before);
  }
});

test('every proposal of a review can be sent as it stands', async t => {
  const old = iso(Date.now() - 100 * DAY);
  const text = 'The staging database is rebuilt every night from an anonymised dump of production.';
  const root = tree({
    'd/t/old.md': `---\ntitle: Old\nupdatedAt: ${old}\n---\nAn old note.\n`,
    'd/t/same.md': `---\ntitle: Same\nrelated: [d/t/gone.md]\n---\n${text}\n`,
    'd/t/again.md': `---\ntitle: Again\n---\n${text}\n`,
    'd/t/then.md': `---\ntitle: Then\nupdatedAt: 2026-01-01\n---\n## Facts\n- **database**: it is PostgreSQL (value: PostgreSQL)\n`,
    'd/t/now.md': `---\ntitle: Now\nupdatedAt: 2026-02-01\n---\n## Facts\n- **database**: it is MySQL (value: MySQL)\n`,
  });
  const server = await serve(t, root);
  assert.equal((await ok(server, 'status', {})).proposals, undefined);
  for (let round = 0; round < 15; round++) {
    const { proposals = [] } = await ok(server, 'status', { review: true });
    if (round === 0) assert.deepEqual(new Set(proposals.map(p => p.kind)), new Set(['archive', 'merge', 'conflict', 'orphan']));
    if (proposals.length === 0) return;
    const { summary } = await ok(server, 'curate', proposals[0].call);
    assert.equal(summary.failed, 0);
  }
  assert.fail('the proposals come to an end');
});

// Does the paper profile rank as the npm package minisearch 7.2.0 does? The same documents in the same order,
// scores within 1e-9 relative, ties in any order: on a seeded corpus, on characters that cut or change case, after
// changes to the tree, and on the bench data where it lies beside the project. What the profile adds, the verdict,
// is held against its rule. (retrieval.md §2)
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { SHARED } from './support/schemas.mjs';
import { SLOWNESS } from './support/server.mjs';
import { needPackages, ok, place, serve, tree } from './support/testing.mjs';

needPackages('minisearch');
const { default: MiniSearch } = await import('minisearch');

const OPTIONS = {
  fields: ['title', 'path', 'content'], idField: 'path',
  searchOptions: { boost: { title: 5, path: 1.5, content: 1 }, fuzzy: 0.2, prefix: true, combineWith: 'OR' },
};
const MINIMUM = 0.6; // normalized; below it a document is no result
const MOST = 100; // documents that a search looks at; further ones are no hits
const NEAR = 1e-9;
const IN_FLIGHT = 8;
const SHARE = SLOWNESS > 1 ? 10 : 1; // with sanitizers one query of so many

const normalized = score => score / (1 + score);
const tokens = text => MiniSearch.getDefault('tokenize')(text).filter(Boolean);
const near = (a, b) => Math.abs(a - b) <= NEAR * Math.max(Math.abs(a), Math.abs(b));
const inOrder = docs => [...docs].sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
// A document is {path, title, content}; its file's body is the content, byte for byte.
const fileOf = doc => `---\ntitle: ${JSON.stringify(doc.title)}\n---\n${doc.content}`;
const treeOf = docs => tree(Object.fromEntries(docs.map(doc => [`${doc.path}.md`, fileOf(doc)])));
const paperServer = (t, root) => serve(t, root, { args: ['--profile', 'paper'] });

function packageIndex(docs) {
  const index = new MiniSearch(OPTIONS);
  index.addAll(inOrder(docs));
  return index;
}

// All pages of a search. → {verdict, hits: [{path, score}], pages}
async function ask(server, query) {
  const hits = [];
  let verdict;
  for (let cursor, pages = 0; ;) {
    const { structuredContent: found, content, isError } = await server.call('search_knowledge', { query, explain: true, limit: 100, max_tokens: 8000, ...(cursor && { cursor }) });
    assert.ok(!isError, content[0].text);
    verdict ??= found.verdict;
    const page = found.hits.map(hit => {
      const score = Number(/^BM25\+ score (\S+),/.exec(hit.explain)[1]);
      assert.ok(Math.abs(hit.score - normalized(score)) < 1e-4, `${hit.path} has ${hit.score}, explained by ${score}, for ${query}`);
      return { path: hit.path, score };
    });
    for (let i = 1; i < page.length; i++) assert.ok(page[i - 1].score >= page[i].score, `order of ${page[i].path} for ${query}`);
    if (pages === 0 && hits.length === 0 && page.length) assert.ok(found.hits[0].start_line > 0);
    hits.push(...page);
    cursor = found.omitted.cursor;
    pages += 1;
    if (!cursor) return { verdict, hits, pages };
    assert.ok(page.length, `an empty page with a cursor for ${query}`);
  }
}

let total = 0; // queries whose hits were compared

// Holds one answer against the package's. → whether there were hits to compare
function compare(index, query, got) {
  const expected = index.search(query);
  const wanted = expected.filter(result => normalized(result.score) >= MINIMUM);
  const best = expected.length ? normalized(expected[0].score) : 0;
  const second = expected.length > 1 ? normalized(expected[1].score) : 0;
  if (got.verdict === 'none') {
    const unmatched = () => tokens(query).some(token => index.search(token).length === 0);
    assert.ok(best < MINIMUM || (best < 0.85 && unmatched()), `none for ${query}, whose best document has ${best}`);
    assert.deepEqual(got.hits, []);
    return false;
  }
  const direct = best >= 0.93 || (best >= 0.85 && best - second >= 0.08);
  assert.equal(got.verdict, direct ? 'answered' : 'partial', `${query}: ${best}, ${second}`);
  const scoreOf = new Map(expected.map(result => [result.id, result.score]));
  for (const hit of got.hits) assert.ok(near(hit.score, scoreOf.get(hit.path)), `${query}: ${hit.path} has ${hit.score}, the package says ${scoreOf.get(hit.path)}`);
  assert.equal(new Set(got.hits.map(hit => hit.path)).size, got.hits.length, `each document once for ${query}`);
  // A page passes by what does not fit, so the order over all pages is that of the scores.
  const scores = got.hits.map(hit => hit.score).sort((a, b) => b - a);
  assert.equal(scores.length, Math.min(wanted.length, MOST), `how many documents for ${query}`);
  scores.forEach((score, i) => assert.ok(near(score, wanted[i].score), `${query}: place ${i + 1} has ${score}, the package's ${wanted[i].score}`));
  if (got.hits.length) assert.ok(near(got.hits[0].score, wanted[0].score), `the first hit for ${query}`);
  return true;
}

// → the share of the queries that had hits to compare
async function holdAgainst(server, index, queries) {
  const queue = queries.filter((_, i) => i % SHARE === 0);
  const asked = queue.length;
  let compared = 0;
  await Promise.all(Array.from({ length: IN_FLIGHT }, async () => {
    while (queue.length) {
      const query = queue.shift();
      if (compare(index, query, await ask(server, query))) compared += 1;
    }
  }));
  total += compared;
  return compared / asked;
}

// ---- a seeded corpus ----

// A small generator of numbers in [0, 1) (a linear congruence, the constants of Numerical Recipes).
function numbers(seed) {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

class Corpus {
  constructor(seed) {
    this.random = numbers(seed);
    const syllables = ['ka', 'ro', 'min', 'tel', 'su', 'vra', 'on', 'pi', 'dex', 'lo', 'sha', 'ing', 'ter', 'qu', 'zen', 'ba'];
    this.words = Array.from({ length: 700 }, () => Array.from({ length: 1 + this.below(4) }, () => this.pick(syllables)).join(''));
    this.words.push('the', 'and', 'a', 'I', 'API', 'ΟΔΟΣ', 'ΣΑΣ', 'İstanbul', 'straße', 'ÉCOLE', 'naïve', 'Ünïcode', '搜索引擎', '数据库', 'поиск', 'ИНДЕКС', '😀😀', '𝐀𝐁𝐂', '𐐀𐐁', 'constructor', '__proto__', 'hasOwnProperty', '12', '2026', '3.14', 'v1.2.3-rc1');
    for (let i = 0; i < 30; i++) this.words.push(Array.from({ length: 6 + this.below(12) }, () => this.pick(syllables)).join(''));
    this.words.push('x'.repeat(300));
  }
  below(n) { return Math.floor(this.random() * n); }
  pick(list) { return list[this.below(list.length)]; }
  // Few words often, most seldom.
  word() {
    const word = this.words[Math.floor(this.words.length * this.random() ** 3)];
    const form = this.random();
    return form < 0.1 ? word.toUpperCase() : form < 0.2 ? word[0].toUpperCase() + word.slice(1) : word;
  }
  text(count) {
    let text = '';
    for (let i = 0; i < count; i++) text += this.word() + this.pick([' ', ' ', ' ', ' ', ', ', '. ', '\n', '\r\n', '-', '_', '\t', '/', ' — ', '„', "'s ", '\u00a0', '\u3000', '。', '…', '+', '$', '`', '\v']);
    return text;
  }
  // A word as it is mistyped: letters (UTF-16 units) lost, doubled, changed, swapped.
  mistyped(word) {
    const units = Array.from(word);
    for (let times = 1 + this.below(3); times > 0; times--) {
      const at = this.below(units.length);
      const way = this.below(4);
      if (way === 0) units.splice(at, 1);
      else if (way === 1) units.splice(at, 0, this.pick(['a', 'e', 'n', 't']));
      else if (way === 2) units[at] = this.pick(['a', 'o', 'r', 's']);
      else units.splice(at, 2, ...units.slice(at, at + 2).reverse());
      if (!units.length) units.push('a');
    }
    return units.join('');
  }
  doc(i) {
    const name = `${this.words[i % 40].toLowerCase()}_${i}`;
    return { path: `domain${i % 4}/topic-${i % 9}/${name}`, title: this.random() < 0.1 ? `Entry ${i}` : this.text(1 + this.below(6)).trim().replace(/\s+/g, ' ') || `Entry ${i}`, content: `Number ${i}: ${this.text(5 + this.below(120))}` };
  }
  query() {
    const words = Array.from({ length: 1 + this.below(8) }, () => {
      const word = this.word();
      const way = this.random();
      if (way < 0.3) return this.mistyped(word);
      if (way < 0.5) return Array.from(word).slice(0, 1 + this.below(4)).join('');
      return word;
    });
    if (this.random() < 0.1) words.push(words[0], words[0].toUpperCase());
    return words.join(this.pick([' ', ' ', ', ', '?', ' - ']));
  }
}

test('a seeded corpus ranks as in the package', async t => {
  const corpus = new Corpus(20260731);
  const docs = Array.from({ length: 250 }, (_, i) => corpus.doc(i));
  const server = await paperServer(t, treeOf(docs));
  const queries = Array.from({ length: 600 }, () => corpus.query()).filter(query => query.trim());
  const compared = await holdAgainst(server, packageIndex(docs), queries);
  assert.ok(compared > 0.75, `only ${compared} of the queries had hits to compare`);
});

test('after changes the scores are those of an index built anew', async t => {
  const corpus = new Corpus(7);
  let docs = Array.from({ length: 120 }, (_, i) => corpus.doc(i));
  const root = treeOf(docs);
  const server = await paperServer(t, root);
  for (let round = 0; round < 4; round++) {
    await holdAgainst(server, packageIndex(docs), Array.from({ length: 10 }, () => corpus.query()));
    const gone = docs.filter((_, i) => i % 11 === round);
    for (const doc of gone) rmSync(path.join(root, `${doc.path}.md`));
    docs = docs.filter(doc => !gone.includes(doc));
    docs.filter((_, i) => i % 7 === round).forEach(doc => {
      Object.assign(doc, { content: `Again ${round} ${doc.path}: ${corpus.text(40)}`, title: `${doc.title} ${round}` });
      place(root, `${doc.path}.md`, fileOf(doc));
    });
    for (let i = 0; i < 90; i++) {
      const doc = corpus.doc(1000 * (round + 1) + i);
      docs.push(doc);
      place(root, `${doc.path}.md`, fileOf(doc));
    }
    const compared = await holdAgainst(server, packageIndex(docs), Array.from({ length: 60 }, () => corpus.query()));
    assert.ok(compared > 0.6, `only ${compared} of the queries had hits to compare`);
  }
});

test('characters cut and change case as in JavaScript', async t => {
  // Blocks that Unicode has not touched for years, so that no two versions differ.
  const blocks = [[0x20, 0x24f], [0x2b0, 0x52f], [0x531, 0x590], [0x1e00, 0x1fff], [0x2000, 0x206f], [0x2160, 0x2188], [0x24b6, 0x24e9], [0x2768, 0x2775], [0x3000, 0x303f], [0xff00, 0xff65], [0x10400, 0x1044f]];
  const characters = blocks.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)));
  const special = characters.filter(c => /[\p{P}\p{Z}\p{S}\p{M}\p{Cf}\p{Lm}]/u.test(c) || c.toLowerCase() !== c);
  const lines = special.map((c, i) => `begin${i}x${c}y${i}end ${c}Σ aΣ${c}a zz${c}Σ`);
  const docs = [];
  for (let from = 0; from < lines.length; from += 12) docs.push({ path: `characters/all/c${from}`, title: `Characters ${from}`, content: lines.slice(from, from + 12).join('\n') });
  const server = await paperServer(t, treeOf(docs));
  assert.equal(await holdAgainst(server, packageIndex(docs), lines), 1);
});

test('the verdict is that of the paper', async t => {
  const docs = Array.from({ length: 30 }, (_, i) => ({ path: `notes/all/n${i}`, title: i === 7 ? 'Rotation of refresh tokens' : `Note ${i}`, content: `Line ${i} speaks of ${i % 2 ? 'weather' : 'harvest'} and rain.` }));
  const server = await paperServer(t, treeOf(docs));
  const verdict = async query => (await ask(server, query)).verdict;
  assert.equal(await verdict('rotation of refresh tokens'), 'answered');
  assert.equal(await verdict('weather'), 'none'); // every second document has it: below the minimum
  assert.equal(await verdict('zzyzx'), 'none');
  const unknown = await ok(server, 'search_knowledge', { query: 'harvest zzyzxq' });
  assert.equal(unknown.verdict, 'none');
  assert.deepEqual(unknown.unmatched_terms, ['zzyzxq']);
  for (const query of ['', '  ', '?!']) {
    const result = await server.call('search_knowledge', { query });
    if (!result.isError) assert.equal(result.structuredContent.verdict, 'none', query);
  }
  const filtered = await ok(server, 'search_knowledge', { query: 'rotation of refresh tokens', scope: 'elsewhere' });
  assert.equal(filtered.verdict, 'filtered');
  const scoped = await ok(server, 'search_knowledge', { query: 'rotation of refresh tokens', scope: 'notes', explain: true });
  assert.equal(scoped.hits[0].path, 'notes/all/n7');
});

test('a hostile query ends soon', async t => {
  const corpus = new Corpus(3);
  const docs = Array.from({ length: 60 }, (_, i) => corpus.doc(i));
  for (const doc of docs) doc.content += Array.from({ length: 200 }, () => Array.from({ length: 40 }, () => corpus.below(16).toString(16)).join('')).join(' ');
  const server = await paperServer(t, treeOf(docs));
  const hashes = Array.from({ length: 400 }, () => Array.from({ length: 40 }, () => corpus.below(16).toString(16)).join(''));
  for (const query of [hashes.join(' '), 'a'.repeat(100_000), 'a '.repeat(50_000), [...'abcdefghijklmnopqrstuvwxyz0123456789'].join(' '), '😀'.repeat(5000), 'Σ'.repeat(9000), '\u0301'.repeat(9000)]) {
    await ok(server, 'search_knowledge', { query });
  }
});

// ---- the bench data ----

const linesOf = file => existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(line => JSON.parse(line)) : [];

// Of each data set every how-manieth question is asked, and which share has hits at least: a Chinese question is
// one word to MiniSearch, which few documents hold.
const DATA = [['locomo', 1, 0.95], ['beam100k', 1, 0.95], ['xquad-en', 4, 0.95], ['xquad-de', 4, 0.95], ['xquad-ru', 4, 0.95], ['xquad-zh', 4, 0.05]];
const present = DATA.filter(([name]) => existsSync(path.join(SHARED, 'bench', name)));

test('the questions of the bench data rank as in the package', { skip: !present.length && 'the data is not beside the project' }, async t => {
  total = 0;
  for (const [name, every, least] of present) {
    await t.test(name, async t => {
      const data = path.join(SHARED, 'bench', name);
      const docs = linesOf(path.join(data, 'docs.jsonl'));
      const queries = ['queries.jsonl', 'queries_ood.jsonl'].flatMap(file => linesOf(path.join(data, file)));
      for (const collection of new Set(docs.map(doc => doc.collection))) {
        const own = docs.filter(doc => doc.collection === collection).map(({ path: file, title, content }) => ({ path: file.replace(/\.md$/, ''), title, content }));
        const questions = queries.filter(query => query.collection === collection).filter((_, i) => i % every === 0).map(query => query.query);
        const server = await paperServer(t, treeOf(own));
        const compared = await holdAgainst(server, packageIndex(own), questions);
        assert.ok(compared >= least, `only ${compared} of the questions of ${collection} had hits to compare`);
      }
    });
  }
  t.diagnostic(`${total} questions with hits compared`);
  if (present.length === DATA.length && SHARE === 1) assert.ok(total >= 2000);
});

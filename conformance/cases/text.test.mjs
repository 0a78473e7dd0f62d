// Text that comes back as it was given, and files that stay as people wrote them. (T1, T3, T5, N1, K5)
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { curate, foundPaths, ok, page, place, readWhole, serve, tree } from '../support/testing.mjs';

const read = (root, name) => readFileSync(path.join(root, `${name}.md`), 'utf8');
const frontMatter = text => /^---\n([^]*?)\n---\n/.exec(text)[1];

const TITLES = [
  'L2 Core (Split: Core)', '- dash', '"quoted" \'both\'', '#hash', 'yes', 'null', '2026-11-30', '1e3', '{a: b}', '@at', '%pct', 'a\ttab inside', '~', '010', 'NO', 'key: value', 'trailing colon:',
  '? question', '| pipe', '> folded', '!tag', '&anchor', '*alias', '`tick`', '[a, b]', ' # not a comment', '0x1F', '.inf', '12:30:45', '---', '...', 'back\\slash "n\\n"', 'C', 'C++', 'C#', '=', '<<', 'übung', '令牌轮换', 'Ключ 🔑',
];

test('a title with any YAML syntax comes back byte for byte', async t => {
  const root = tree();
  const server = await serve(t, root);
  const paths = new Map();
  for (const [i, title] of TITLES.entries()) {
    const done = await curate(server, { type: 'ADD', path: 'yaml/titles', title, content: { body: `Body number ${i} of its own.`, summary: title, tags: [title], keywords: [title, 'plain'] } });
    paths.set(title, done.path);
  }
  assert.equal(new Set(paths.values()).size, TITLES.length, 'no two share a file');
  const { children } = await ok(server, 'browse_tree', { path: 'yaml/titles', max_tokens: 8000 });
  for (const [title, at] of paths) assert.equal(children.find(child => child.path === at)?.title, title);
  const again = await serve(t, root);
  for (const [title, at] of paths) {
    const hit = (await ok(again, 'search_knowledge', { query: `number ${TITLES.indexOf(title)} own`, scope: at })).hits[0];
    assert.equal(hit?.title, title);
    assert.match(read(root, at), /^---\ntitle: /);
  }
});

test('a standard YAML parser reads the same strings', async t => {
  let parse;
  try {
    ({ parse } = await import('yaml'));
  } catch {
    t.skip('the npm package yaml is not installed: npm ci --prefix conformance');
    return;
  }
  const root = tree();
  const server = await serve(t, root);
  for (const [i, title] of TITLES.entries()) {
    const { path: at } = await curate(server, { type: 'ADD', path: 'yaml/titles', title, content: { body: `Body number ${i} of its own.`, summary: title, tags: [title], keywords: [title, 'plain'] } });
    for (const version of ['1.1', '1.2']) {
      const front = parse(frontMatter(read(root, at)), { version });
      const text = title.trim(); // only a title keeps its outer spaces
      assert.deepEqual([front.title, front.summary, front.tags, front.keywords], [title, text, [text], [text, 'plain']], `${title} in YAML ${version}`);
    }
  }
});

const FOREIGN = `---
# kept by hand
title: Release checklist
zebra: {stripes: 12, name: "Zed"}
aliases: [RC list, "go-live"]
description: >
  What to do before
  a release.
nested:
  deep:
    - one
    - two   # with a comment
tags: [ops]
---
# Release checklist

Check the backups first.

## My own heading

Stays where it stands.
`;

test('foreign frontmatter survives an update: keys, order, comments', async t => {
  const root = tree({ 'ops/release/checklist.md': FOREIGN });
  const server = await serve(t, root);
  await curate(server, { type: 'UPDATE', path: 'ops/release/checklist', content: { facts: [{ statement: 'The freeze starts on Thursday', subject: 'freeze', value: 'Thursday' }] } });
  const text = read(root, 'ops/release/checklist');
  assert.equal(text.match(/^---$/gm).length, 2, 'one block');
  const lines = FOREIGN.split('\n');
  const kept = text.split('\n').filter(line => lines.includes(line));
  let from = 0;
  for (const line of lines.filter(Boolean)) {
    const at = kept.indexOf(line, from);
    assert.ok(at >= 0, `kept in order: ${line}\n${text}`);
    from = at + 1;
  }
  assert.match(text, /- \*\*freeze\*\*: The freeze starts on Thursday/);
  for (const name of ['RC list', 'go-live', 'Release checklist']) {
    assert.equal((await foundPaths(server, name))[0], 'ops/release/checklist', name);
    assert.match(page(await server.call('read_entry', { path: name })).status, /ops\/release\/checklist/);
  }
  await curate(server, { type: 'ADD', path: 'ops/release', title: 'Freeze', content: 'See [[go-live]] for the steps.' });
  const { links } = await ok(server, 'relations', { path: 'ops/release/checklist' });
  assert.deepEqual(links.map(link => [link.from, link.direction]), [['ops/release/freeze', 'in']]);
});

test('frontmatter that cannot be parsed: searchable as text, operations name the line, the file stays', async t => {
  const broken = { 'a/b/dup.md': '---\ntitle: One\ntitle: Two\n---\nThe colour is vermilion.\n', 'a/b/open.md': '---\ntitle: [unclosed\n---\nThe colour is turquoise.\n', 'a/b/anchor.md': '---\ntitle: &a One\nother: *a\n---\nThe colour is magenta.\n' };
  const root = tree(broken);
  const server = await serve(t, root);
  for (const [name, colour] of [['dup', 'vermilion'], ['open', 'turquoise'], ['anchor', 'magenta']]) {
    assert.deepEqual(await foundPaths(server, colour), [`a/b/${name}`]);
    const result = await server.call('curate', { type: 'UPDATE', path: `a/b/${name}`, content: 'new', reason: 'r' });
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, /line \d/);
    assert.equal(read(root, `a/b/${name}`), broken[`a/b/${name}.md`]);
  }
  const { problems } = await ok(server, 'status', {});
  for (const name of Object.keys(broken)) assert.ok(problems.some(problem => problem.path.startsWith(name.slice(0, -3))), `${name}: ${JSON.stringify(problems)}`);
});

test('BOM, CRLF, a folded description and no last newline: the style of the file stays', async t => {
  const before = '\ufeff---\r\ntitle: Windows note\r\ndescription: >\r\n  Folded over\r\n  two lines\r\n---\r\nFirst line.\r\n\r\nLast line without newline';
  const root = tree({ 'a/b/windows.md': before });
  const server = await serve(t, root);
  const { children } = await ok(server, 'browse_tree', { path: 'a/b' });
  const child = children.find(one => one.path === 'a/b/windows');
  assert.equal(child.title, 'Windows note');
  assert.equal(child.summary.trim(), 'Folded over two lines');
  assert.equal(await readWhole(server, 'a/b/windows'), before);
  await curate(server, { type: 'UPDATE', path: 'a/b/windows', append: true, content: 'An appended line.' });
  const after = read(root, 'a/b/windows');
  assert.ok(after.startsWith('\ufeff---\r\ntitle: Windows note\r\ndescription: >\r\n  Folded over\r\n  two lines\r\n'), JSON.stringify(after));
  assert.doesNotMatch(after, /[^\r]\n/, 'no mixed endings');
  assert.match(after, /Last line without newline\r\n(\r\n)?An appended line\.(\r\n)?$/);
});

test('one name in two Unicode forms is one entry', async t => {
  const [nfc, nfd] = ['Café'.normalize('NFC'), 'Café'.normalize('NFD')];
  const root = tree();
  const server = await serve(t, root);
  const first = await curate(server, { type: 'ADD', path: 'places/food', title: nfc, content: 'Open until nine.' });
  const second = await ok(server, 'curate', { type: 'UPSERT', path: 'places/food', title: nfd, content: 'Open until ten.', reason: 'r' });
  assert.equal(second.applied[0].path, first.path);
  assert.equal(second.summary.updated, 1);
  assert.deepEqual(readdirSync(path.join(root, 'places/food')).filter(name => name !== 'context.md').length, 1);
  for (const spelling of [nfc, nfd]) assert.match(await readWhole(server, `places/food/${spelling}`), /Open until ten/);

  place(root, `places/drink/${'señal'.normalize('NFD')}.md`, 'The marker is quokka.\n');
  const { hits } = await ok(server, 'search_knowledge', { query: 'quokka' });
  assert.equal(hits.length, 1);
  for (const form of ['NFC', 'NFD']) assert.match(await readWhole(server, `places/drink/${'señal'.normalize(form)}`), /quokka/);
});

const FENCED = ['# Setup', '', 'Run this:', '', '```sh', '# a comment, no heading', '---', '## Facts', 'echo "$1"', '```', '', '| # | what |', '|---|---|', '| 1 | # first |', '', '# Setup', '', 'The heading comes twice.'].join('\n');

test('headings, rules and tables inside bodies stay text', async t => {
  const root = tree();
  const server = await serve(t, root);
  const snippet = '````md\nbefore\n\n---\n\n```js\nconst a = `$1`;\n```\nafter\n````';
  const { path: at } = await curate(server, { type: 'ADD', path: 'docs/format', title: 'Setup', content: { body: FENCED, snippets: ['select 1;\n---\nselect 2;', snippet], narrative: { rules: 'Rule one.', examples: 'Example one.' }, facts: [{ statement: 'It runs on port 8080', subject: 'port' }] } });
  const before = read(root, at);
  assert.ok(before.includes(FENCED), 'the body byte for byte');
  const literal = 'Costs $1, $& and \\n or \\1; $$ too.';
  await curate(server, { type: 'UPDATE', path: at, content: { narrative: { rules: literal } } });
  const after = read(root, at);
  assert.equal(withoutStamp(after), withoutStamp(before).replace('Rule one.', () => literal), 'one section alone');
  await curate(server, { type: 'UPDATE', path: at, edits: [{ find: '$& and', replace: '$1 and $&' }] });
  assert.ok(read(root, at).includes('Costs $1, $1 and $& \\n or \\1; $$ too.'), read(root, at));
  const result = await server.call('curate', { type: 'UPDATE', path: at, edits: [{ find: '# Setup', replace: 'x' }], reason: 'r' });
  assert.equal(result.isError, true);
  assert.match(result.content[0].text, /\d+[^]*\d+/, 'an edit that fits twice names the lines');
  assert.equal(await readWhole(server, at), read(root, at));
});

// A change also writes its time and what it adds to the importance.
const withoutStamp = text => text.replace(/^(updatedAt|importance): .*$/gm, '');

test('fields are removed by their exact text, and the answer quotes what went', async t => {
  const root = tree();
  const server = await serve(t, root);
  const { path: at } = await curate(server, { type: 'ADD', path: 'a/b', title: 'Stack', content: { body: 'What we run.', tags: ['old', 'kept'], facts: [{ statement: 'The database is PostgreSQL', subject: 'database', value: 'PostgreSQL' }, { statement: 'The cache is Redis', subject: 'cache', value: 'Redis' }] } });
  const { applied } = await ok(server, 'curate', { type: 'UPDATE', path: at, remove: ['old', 'The cache is Redis'], reason: 'r' });
  assert.match(JSON.stringify(applied[0]), /The cache is Redis/);
  const text = read(root, at);
  assert.doesNotMatch(text, /Redis|\bold\b/);
  assert.match(text, /PostgreSQL[^]*/);
  assert.match(text, /tags: \[kept\]/);
});

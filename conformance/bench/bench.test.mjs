// Do the benchmarks still run? A small corpus and a small data set, the whole way; no clock is held to anything.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { SHARED } from '../support/schemas.mjs';
import { folder, needPackages } from '../support/testing.mjs';
import { Corpus } from './corpus.mjs';
import { writeSection } from './report.mjs';
import { sourceText } from './source_text.mjs';

const script = name => fileURLToPath(new URL(name, import.meta.url));
const here = name => spawnSync(name, ['--version']).status === 0;

function run(name, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script(name), ...args], { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
}

const numberIn = (text, row, column) => Number.parseFloat(text.split('\n').find(line => line.startsWith(`| ${row} |`)).split('|')[column + 2]);

test('one command measures all engines and writes a section a size', { skip: !here('sqlite3') && 'no sqlite3' }, () => {
  needPackages('minisearch');
  const out = path.join(folder(), 'RESULTS.md');
  run('speed.mjs', '--sizes', '50', '--queries', '20', '--invented', '--out', out);
  const text = readFileSync(out, 'utf8');
  for (const row of ['start to first answer, stored index', 'memory, both', 'warm query p99', 'worst of ten: 5,000 characters', 'edit to searchable, median']) {
    for (const engine of [0, 1, 2]) assert.ok(numberIn(text, row, engine) > 0, `${row}, engine ${engine}: ${text}`);
  }
});

test('the same seed makes the same entries and questions, another one others', () => {
  const made = seed => {
    const { sentences } = sourceText({ seed, characters: 1e5, invented: true });
    const corpus = new Corpus({ seed, count: 40, sentences, bytes: [1024, 8192] });
    return JSON.stringify([corpus.entry(7), corpus.queries(9), corpus.hardQueries(2), corpus.edits(2)]);
  };
  assert.equal(made(3), made(3));
  assert.notEqual(made(3), made(4));
});

test('entries have the size and the paths that were asked for', () => {
  const { sentences } = sourceText({ seed: 1, characters: 1e5, invented: true });
  const corpus = new Corpus({ seed: 1, count: 200, sentences, bytes: [1024, 8192] });
  const entries = Array.from({ length: 200 }, (_, i) => corpus.entry(i));
  assert.equal(new Set(entries.map(entry => entry.path)).size, 200);
  for (const { path: name, file } of entries) {
    assert.match(name, /^[a-z]+(\/[a-z_]+){1,3}\/\w+$/);
    assert.ok(file.length > 500 && file.length < 9000, `${name}: ${file.length}`);
  }
});

test('a command rewrites its own section alone', () => {
  const out = path.join(folder(), 'RESULTS.md');
  for (const [key, text] of [['speed 272', 'a'], ['quality', 'q'], ['speed 50', 'b'], ['speed 272', 'c']]) writeSection(out, key, text);
  const text = readFileSync(out, 'utf8');
  assert.deepEqual([...text.matchAll(/begin -->\n(.)\n/g)].map(found => found[1]), ['q', 'b', 'c']);
});

test('one command scores every data set in every profile', { skip: !existsSync(path.join(SHARED, 'bench', 'eval.mjs')) && 'the evaluator is not beside the project' }, () => {
  const root = folder();
  const data = path.join(root, 'few');
  mkdirSync(data);
  symlinkSync(path.join(SHARED, 'bench', 'eval.mjs'), path.join(root, 'eval.mjs'));
  const subjects = ['harvest', 'weather', 'bridges', 'violins', 'glaciers', 'lanterns'];
  const lines = make => subjects.map((word, i) => JSON.stringify(make(word, i))).join('\n') + '\n';
  writeFileSync(path.join(data, 'docs.jsonl'), lines((word, i) => ({ id: `d${i}`, collection: 'one', path: `notes/all/n${i}.md`, title: `Note on ${word}`, content: `Anna: I spoke of ${word} today.`, turns: [] })));
  writeFileSync(path.join(data, 'queries.jsonl'), lines((word, i) => ({ id: `q${i}`, query: `What about ${word}?`, category: 'plain', collection: 'one', relevant: [`d${i}`], relevant_turns: [], answerable: true })));
  const out = path.join(root, 'RESULTS.md');
  run('quality.mjs', '--bench', root, '--out', out);
  assert.equal(numberIn(readFileSync(out, 'utf8'), 'recall@1', 0), 100);
});

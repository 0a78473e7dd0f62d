// How fast is this engine beside MiniSearch and SQLite FTS5? One run, side by side, on generated entries:
//   node speed.mjs [--sizes 272,23867,100000,1000000] [--only ours,minisearch,fts5] [--queries 1000] [--seed 1]
//                  [--seconds 300] [--gigabytes 8] [--query-seconds 60] [--invented] [--out FILE] [--keep]
// --seconds, --gigabytes: an engine that needs more for one step is given up and the table says so. --invented: entries of
// invented words, whatever text the machine has. --out: where the sections go (RESULTS.md). --keep: leave the entries.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { pinned } from './child.mjs';
import { BINARY, contextTree } from './engine_context_tree.mjs';
import { fts5 } from './engine_fts5.mjs';
import { minisearch } from './engine_minisearch.mjs';
import { measure } from './measure.mjs';
import { RESULTS, fingerprint, machine, revision, speedTable, today, writeSection } from './report.mjs';

const text = fallback => ({ type: 'string', default: fallback });
const { values: options } = parseArgs({ options: {
  sizes: text('272,23867,100000,1000000'), only: text('ours,minisearch,fts5'), queries: text('1000'), seed: text('1'), seconds: text('300'), gigabytes: text('8'),
  'query-seconds': text('60'), out: text(RESULTS), invented: { type: 'boolean', default: false }, keep: { type: 'boolean', default: false },
} });
const ENGINES = [contextTree, minisearch, fts5].filter(engine => engine === contextTree || options.only.split(',').includes(engine.key));
const bounds = { seconds: Number(options.seconds), bytes: 1e9 * Number(options.gigabytes), querySeconds: Number(options['query-seconds']) };
const writer = fileURLToPath(new URL('write_corpus.mjs', import.meta.url));

const bytesOf = count => count >= 1_000_000 ? [900, 1450] : [1024, 8192];
const TELLING = 20e6; // bytes of text; what fewer cost tells nothing about more
const say = line => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);

function makeCorpus(folder, count) {
  const order = { folder, count, seed: Number(options.seed), bytes: bytesOf(count), queries: Number(options.queries), invented: options.invented };
  const { status } = spawnSync(process.execPath, [writer, JSON.stringify(order)], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('the entries could not be written');
  return JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
}

// What an engine will need, told by a smaller size of this run; undefined where that is within the bounds.
function expectedTooMuch(engine, before, manifest) {
  const known = before?.engines.find(({ key }) => key === engine.key)?.figures;
  if (!known) return undefined;
  if (known.buildMs === undefined) return `not tried: given up at ${before.manifest.count.toLocaleString('en')} entries already`;
  if (before.manifest.size < TELLING) return undefined;
  const growth = manifest.size / before.manifest.size;
  const memory = growth * ((known.anonymous ?? 0) + (known.file ?? 0));
  const seconds = growth * known.buildMs / 1000;
  if (engine === contextTree || (memory <= bounds.bytes && seconds <= bounds.seconds)) return undefined;
  return `not tried: about ${(memory / 1e9).toFixed(0)} GB and ${seconds.toFixed(0)} s to build expected from ${before.manifest.count.toLocaleString('en')} entries`;
}

function section({ manifest, engines }, load) {
  const notes = engines.flatMap(({ name, missing, figures }) => [...(missing ? [missing] : []), ...(figures?.gaveUp ?? [])].map(why => `- ${name}: ${why}`));
  const asked = engines.filter(({ figures }) => figures?.queries && figures.queries < manifest.queries.length).map(({ name, figures }) => `- ${name}: ${figures.queries} of ${manifest.queries.length} queries in ${bounds.querySeconds} s`);
  return `## Speed, ${manifest.count.toLocaleString('en')} entries, ${(manifest.size / 1e6).toFixed(1)} MB of text

${machine()}. ${today()}, checkout ${revision()}, ${contextTree.version}, binary ${fingerprint(BINARY)}. Load of the machine before and after: ${load.join(', ')}.
${pinned ? 'Every engine ran on one core, the asking process on the others.' : 'Engines were not held on one core (no taskset).'} Seed ${options.seed}, ${manifest.folders.toLocaleString('en')} folders, from ${manifest.source.kind} (${(manifest.source.characters / 1e6).toFixed(0)} MB), documents ${manifest.sha256.slice(0, 12)}. Bounds for one step: ${bounds.seconds} s, ${options.gigabytes} GB.

${speedTable(engines, manifest.count)}
${[...notes, ...asked].length ? `\n${[...notes, ...asked].join('\n')}\n` : ''}
Build: this engine from exec to the first answer, files read; the others adding texts that are in memory. Stored index: this engine \`.state/\`${engines[0].figures?.storedBytes ? '' : ' (no snapshot was written: starts build anew)'}, MiniSearch its JSON, FTS5 the database with its texts. Start: exec to the first answer, page cache warm. Memory: resident after the queries. Queries: ${manifest.queries.length}, half terms, half questions, through a pipe; this engine returns packed passages, the others paths. Edit: this engine finds a file renamed into place by itself, the others are told.`;
}

let before;
for (const count of options.sizes.split(',').map(Number).sort((a, b) => a - b)) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'context-tree-bench-'));
  const remove = () => options.keep || rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const interrupted = () => { // engines end with their stdin
    remove();
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, interrupted);
  const loadNow = () => os.loadavg()[0].toFixed(2);
  try {
    const [corpus, empty] = [path.join(folder, 'corpus'), path.join(folder, 'empty')];
    say(`${count} entries: writing`);
    makeCorpus(empty, 0);
    const manifest = makeCorpus(corpus, count);
    say(`${(manifest.size / 1e6).toFixed(1)} MB in ${manifest.folders} folders${options.keep ? `, kept in ${folder}` : ''}`);
    const load = [loadNow()];
    const engines = [];
    for (const engine of ENGINES) {
      const missing = engine.missing ?? expectedTooMuch(engine, before, manifest);
      const figures = missing ? undefined : await measure(engine, { corpus, empty, manifest, bounds, progress: stage => say(`${count}: ${engine.name}: ${stage}`) });
      engines.push({ key: engine.key, name: engine.name, missing, figures });
    }
    load.push(loadNow());
    before = { manifest, engines };
    const written = section(before, load);
    writeSection(options.out, `speed ${count}`, written);
    console.log(written + '\n');
  } finally {
    remove();
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, interrupted);
  }
}

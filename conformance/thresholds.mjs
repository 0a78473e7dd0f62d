// Which thresholds of the verdict follow from the development data? Asks every question of the data sets with
// `explain: true`, reads the two signals of the verdict (memory/retrieval/verdict.h) from the hint, and prints the
// thresholds that keep the promises beside those the program has.
//   node thresholds.mjs [BENCH_DIR]      (default: ../shared/bench)
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { each, withCollections } from './support/collections.mjs';
import { SHARED } from './support/schemas.mjs';

const MOST_FALSE_ALARMS = 0.05;
const LEAST_RIGHT = 0.975; // of direct answers: 0.95 promised, with room for data that is not here
const FEWEST_FIRED = 0.05; // fewer say nothing about the share that is right
const IN_FLIGHT = 8;
const SETS = ['locomo', 'beam100k', 'xquad-en', 'xquad-zh', 'xquad-de', 'xquad-ru'];

const bench = path.resolve(process.argv[2] ?? path.join(SHARED, 'bench'));
const sets = SETS.filter(set => existsSync(path.join(bench, set, 'docs.jsonl')));
if (!sets.length || !existsSync(path.join(bench, 'eval.mjs'))) {
  console.log(`skipped: no data sets in ${bench}`);
  process.exit(77);
}
const { loadData } = await import(pathToFileURL(path.join(bench, 'eval.mjs')));

const SIGNALS = /evidence (-?[\d.]+) \(threshold ([\d.]+)\), clarity (-?[\d.]+) \(threshold ([\d.]+)\)/;
let used; // the program's own thresholds

// → [{ query, evidence, clarity, right }]; questions without a word to search for carry no signals
async function signals(data, queries) {
  const rows = [];
  await withCollections(data.docs, [], async (server, collection, stored) => {
    await each(queries.filter(query => query.collection === collection), IN_FLIGHT, async query => {
      const { structuredContent: found } = await server.call('search_knowledge', { query: query.query, explain: true, limit: 1 });
      const [, evidence, evidenceThreshold, clarity, clarityThreshold] = found.hint?.match(SIGNALS) ?? [];
      if (evidence === undefined) return;
      used = { evidence: Number(evidenceThreshold), clarity: Number(clarityThreshold) };
      const first = stored.get(found.hits[0]?.path)?.id;
      rows.push({ query, evidence: Number(evidence), clarity: Number(clarity), right: query.relevant.includes(first) });
    });
  });
  return rows;
}

const share = (rows, holds) => rows.length ? rows.filter(holds).length / rows.length : NaN;

// The largest threshold below which no more than the allowed share of answerable questions lies.
function evidenceThreshold(rows) {
  const sorted = rows.map(row => row.evidence).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * MOST_FALSE_ALARMS)];
}

// The smallest threshold from which on enough of the first hits are right.
function clarityThreshold(rows) {
  const sorted = [...rows].sort((a, b) => b.clarity - a.clarity);
  let right = 0, threshold = NaN;
  sorted.forEach((row, i) => {
    right += row.right;
    if (i + 1 >= FEWEST_FIRED * sorted.length && right / (i + 1) >= LEAST_RIGHT) threshold = row.clarity;
  });
  return threshold;
}

const percent = value => Number.isNaN(value) ? '–' : (100 * value).toFixed(1);
const decimal = value => Number.isNaN(value) ? '–' : value.toFixed(3);
const lines = [], derived = { evidence: [], clarity: [] };
for (const set of sets) {
  const directory = path.join(bench, set);
  const data = loadData(directory);
  const probes = path.join(directory, 'queries_ood.jsonl');
  const outside = existsSync(probes) ? loadData(directory, probes).queries : [];
  const answerable = data.queries.filter(query => query.answerable !== false && query.relevant?.length);
  const rows = await signals(data, [...answerable, ...outside]);
  const known = rows.filter(row => row.query.relevant.length), unknown = rows.filter(row => !row.query.relevant.length);
  const kept = known.filter(row => row.evidence >= used.evidence);
  const found = variant => percent(share(unknown.filter(row => row.query.variant === variant), row => row.evidence < used.evidence));
  derived.evidence.push(evidenceThreshold(known));
  derived.clarity.push(clarityThreshold(kept));
  lines.push([set, decimal(derived.evidence.at(-1)), percent(share(known, row => row.evidence < used.evidence)), found('verbatim'), found('renamed'),
    decimal(derived.clarity.at(-1)), percent(share(known, row => row.evidence >= used.evidence && row.clarity >= used.clarity)), percent(share(kept.filter(row => row.clarity >= used.clarity), row => row.right))]);
}
const clarities = derived.clarity.filter(value => !Number.isNaN(value));
console.log(`Derived, so that every data set keeps the promise: evidence ${decimal(Math.min(...derived.evidence))}, clarity ${decimal(Math.max(...clarities))}.`);
console.log(`The program's thresholds: evidence ${used.evidence}, clarity ${used.clarity}. The figures beside the derived ones are at these.\n`);
console.log('| data | evidence for 5 % false alarms | false alarms | outside found, verbatim | renamed | clarity for 97.5 % right | fired | right |\n|---|---:|---:|---:|---:|---:|---:|---:|');
for (const line of lines) console.log(`| ${line.join(' | ')} |`);

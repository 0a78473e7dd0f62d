// How well does the search find? Feeds a data set through `curate` calls, one server and tree a collection,
// asks all its questions through `search_knowledge`, writes run files to out/ and scores them with the
// evaluator that lies beside the data.
//   node retrieval.mjs [DATA_DIR] [--profile default|paper] [--floor METRIC=PERCENT ...]
// DATA_DIR holds docs.jsonl and queries.jsonl, perhaps queries_ood.jsonl (default: ../shared/bench/locomo).
// A floor that is missed makes the exit code 1.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { each, withCollections } from './support/collections.mjs';
import { SHARED } from './support/schemas.mjs';

const BUDGETS = [500, 1000, 2000];
const IN_FLIGHT = 8; // questions a server

const floors = [];
let profile = 'default';
let directory = path.join(SHARED, 'bench', 'locomo');
for (const [i, argument] of process.argv.entries()) {
  if (i < 2 || ['--floor', '--profile'].includes(process.argv[i - 1])) continue;
  if (argument === '--floor') floors.push(process.argv[i + 1].split('='));
  else if (argument === '--profile') profile = process.argv[i + 1];
  else directory = path.resolve(argument);
}
const evaluator = [path.join(directory, '..', 'eval.mjs'), path.join(SHARED, 'bench', 'eval.mjs')].find(existsSync);
if (!existsSync(path.join(directory, 'docs.jsonl')) || !evaluator) {
  console.log(`skipped: no data set in ${directory}, or no evaluator beside it`);
  process.exit(77);
}
const { evaluate, loadData } = await import(pathToFileURL(evaluator));

// Where a hit's text stands in its document, in UTF-16 units. Lines around the body (headings the server
// wrote) are not the document's: then the longest run of the hit's lines that is, and where there is none,
// a result that costs its tokens and holds nothing.
function located(hit, doc) {
  const at = doc.content.indexOf(hit.text);
  if (at >= 0) return { start: at, end: at + hit.text.length };
  const lines = hit.text.split('\n');
  for (let count = lines.length - 1; count > 0; count--) {
    for (let first = 0; first + count <= lines.length; first++) {
      const text = lines.slice(first, first + count).join('\n');
      const start = text.trim() ? doc.content.indexOf(text) : -1;
      if (start >= 0) return { start, end: start + text.length };
    }
  }
  return { start: 0, end: 0, tokens: Math.ceil(hit.text.length / 4) };
}

async function ask(server, stored, query, options) {
  const result = await server.call('search_knowledge', { query: query.query, ...options });
  if (result.isError) throw new Error(`${query.id}: ${result.content[0].text}`);
  const { verdict, hits, elapsed_ms } = result.structuredContent;
  const results = hits.filter(hit => stored.has(hit.path)).map(hit => ({ doc_id: stored.get(hit.path).id, score: hit.score, ...located(hit, stored.get(hit.path)) }));
  return { query_id: query.id, abstain: verdict === 'none', verdict, elapsed_ms, results };
}

const data = loadData(directory);
const oodFile = path.join(directory, 'queries_ood.jsonl');
const ood = existsSync(oodFile) ? loadData(directory, oodFile) : { queries: [] };
const runs = { recall: new Map(), ood: new Map(), ...Object.fromEntries(BUDGETS.map(budget => [`evidence-${budget}`, new Map()])) };
const asked = [
  ['recall', data.queries, { max_tokens: 8000, limit: 10 }],
  ...BUDGETS.map(budget => [`evidence-${budget}`, data.queries, { max_tokens: budget }]),
  ['ood', ood.queries, { max_tokens: 8000, limit: 10 }],
];

await withCollections(data.docs, ['--profile', profile], async (server, collection, stored) => {
  for (const [run, queries, options] of asked) {
    await each(queries.filter(query => query.collection === collection), IN_FLIGHT, async query => runs[run].set(query.id, await ask(server, stored, query, options)));
  }
});

const out = path.join(fileURLToPath(new URL('out', import.meta.url)), path.basename(directory) + (profile === 'default' ? '' : `-${profile}`));
mkdirSync(out, { recursive: true });
for (const [name, run] of Object.entries(runs)) if (run.size) writeFileSync(path.join(out, `${name}.jsonl`), [...run.values()].map(one => JSON.stringify(one)).join('\n') + '\n');

// ---- figures ----

const percent = (part, whole) => whole ? (100 * part / whole) : NaN;
const scored = (queries, run, budgets = BUDGETS) => evaluate({ ...data, queries }, run, { budgets });
const withEvidence = data.queries.filter(query => query.answerable !== false && query.relevant?.length);
const notNone = run => data.queries.filter(query => !run.get(query.id).abstain);

const figures = []; // [name, as is, over the questions that were not answered `none`]
function figure(name, run, pick) {
  figures.push([name, 100 * pick(scored(data.queries, run)), 100 * pick(scored(notNone(run), run))]);
}
for (const metric of ['recall@1', 'recall@5', 'recall@10', 'full@10', 'mrr']) figure(metric, runs.recall, score => score.overall[metric]);
for (const budget of BUDGETS) figure(`cov@${budget}`, runs[`evidence-${budget}`], score => score.overall[`cov@${budget}`]);
for (const category of [...new Set(withEvidence.map(query => query.category))].sort()) figure(`recall@5 ${category}`, runs.recall, score => score.byCategory[category]?.['recall@5'] ?? NaN);

const verdicts = withEvidence.map(query => ({ query, said: runs.recall.get(query.id) }));
const fired = verdicts.filter(({ said }) => said.verdict === 'answered');
figures.push(['false alarms', percent(verdicts.filter(({ said }) => said.abstain).length, verdicts.length)]);
figures.push(['direct answers fired', percent(fired.length, verdicts.length)]);
figures.push(['direct answers right', percent(fired.filter(({ query, said }) => query.relevant.includes(said.results[0]?.doc_id)).length, fired.length)]);
for (const variant of [...new Set(ood.queries.map(query => query.variant))]) {
  const probes = ood.queries.filter(query => query.variant === variant);
  figures.push([`out of domain found, ${variant}`, percent(probes.filter(query => runs.ood.get(query.id).abstain).length, probes.length)]);
}
const unlocated = [...runs.recall.values()].flatMap(run => run.results).filter(result => result.end === 0).length;
const times = [...runs.recall.values()].map(run => run.elapsed_ms).sort((a, b) => a - b);
const show = value => value === undefined || Number.isNaN(value) ? '–' : value.toFixed(1);

console.log(`${path.basename(directory)}: ${data.docs.length} documents, ${data.queries.length} questions, ${withEvidence.length} answerable with evidence, ${ood.queries.length} out of domain`);
console.log(`search ms p50 ${times[Math.floor(times.length / 2)]?.toFixed(2)}, p95 ${times[Math.floor(times.length * 0.95)]?.toFixed(2)}; hits whose text is not the document's: ${unlocated}; run files: ${path.relative(process.cwd(), out)}\n`);
console.log('| figure | percent | without the questions answered `none` |\n|---|---:|---:|');
for (const [name, value, ignoring] of figures) console.log(`| ${name} | ${show(value)} | ${show(ignoring)} |`);

for (const [name, floor] of floors) {
  const [, value] = figures.find(([figureName]) => figureName === name) ?? [];
  if (value >= Number(floor)) continue;
  console.log(`\n${name} is ${show(value)}, below ${floor}`);
  process.exitCode = 1;
}

// How well does every profile find? Runs retrieval.mjs on every data set beside the project and puts the figures in one
// table, as they are and with the verdict `none` ignored:
//   node quality.mjs [--bench DIR] [--profiles default,paper] [--out FILE]
// --bench: the folder of data sets (../shared/bench). --out: where the section goes (RESULTS.md).
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SHARED } from '../support/schemas.mjs';
import { BINARY } from '../support/server.mjs';
import { RESULTS, fingerprint, machine, revision, table, today, writeSection } from './report.mjs';

const SKIPPED = 77; // ctest's SKIP_RETURN_CODE
const retrieval = fileURLToPath(new URL('../retrieval.mjs', import.meta.url));
const { values: options } = parseArgs({ options: {
  bench: { type: 'string', default: path.join(SHARED, 'bench') }, profiles: { type: 'string', default: 'default,paper' }, out: { type: 'string', default: RESULTS },
} });
const profiles = options.profiles.split(',');
const dataSets = existsSync(options.bench) ? readdirSync(options.bench).filter(name => existsSync(path.join(options.bench, name, 'docs.jsonl'))).sort() : [];
if (!dataSets.length) {
  console.log(`skipped: no data sets in ${options.bench}`);
  process.exit(SKIPPED);
}

// The targets of the retrieval design, percent: data set → figure → text. The data sets' other figures have none.
const TARGETS = {
  locomo: {
    'recall@1': '≥ 72', 'recall@5': '≥ 90', 'recall@10': '≥ 95', 'cov@500': '≥ 80', 'cov@1000': '≥ 86', 'cov@2000': '≥ 90', 'recall@5 multi-hop': '≥ 70',
    'false alarms': '≤ 5', 'out of domain found, verbatim': '≥ 92', 'out of domain found, renamed': '≥ 70', 'direct answers fired': '≥ 45', 'direct answers right': '≥ 95',
  },
  beam100k: { 'recall@1': '≥ 25', 'recall@5': '≥ 56' },
  'xquad-en': { 'recall@1': '≥ 94' }, 'xquad-zh': { 'recall@1': '≥ 92' }, 'xquad-de': { 'recall@1': '≥ 90' }, 'xquad-ru': { 'recall@1': '≥ 90' },
};

function run(dataSet, profile) {
  const child = spawn(process.execPath, [retrieval, path.join(options.bench, dataSet), '--profile', profile], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stdout.on('data', chunk => { output += chunk; });
  child.stderr.on('data', chunk => { errors += chunk; });
  return new Promise((resolve, reject) => child.on('close', code => {
    if (code === 0) resolve(output);
    else reject(new Error(`${dataSet}, ${profile}: ${(output + errors).slice(-2000)}`));
  }));
}

// figure → [as is, without the questions answered none]
const figuresOf = output => new Map([...output.matchAll(/^\| ([^|]+) \| (–|[\d.]+) \| (–|[\d.]+) \|$/gm)].map(([, name, ...values]) => [name, values]));

const sections = [];
for (const dataSet of dataSets) {
  const columns = [];
  let about = '';
  for (const profile of profiles) {
    process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${dataSet}, ${profile}\n`);
    const output = await run(dataSet, profile);
    about ||= output.split('\n')[0];
    columns.push(figuresOf(output));
  }
  const rows = [...columns[0].keys()].filter(name => columns.some(column => (column.get(name) ?? ['–'])[0] !== '–'))
    .map(name => [name, ...columns.flatMap(column => column.get(name) ?? ['–', '–']), TARGETS[dataSet]?.[name] ?? '']);
  sections.push(`### ${about}\n\n${table(['percent', ...profiles.flatMap(profile => [profile, `${profile}, none ignored`]), 'target'], rows)}`);
}

const section = `## Quality, through search_knowledge

${machine()}. ${today()}, checkout ${revision()}, binary ${fingerprint(BINARY)}. \`none\` ignored: without the questions that got this verdict. cov@B: evidence turns inside the first B tokens.

${sections.join('\n\n')}`;
writeSection(options.out, 'quality', section);
console.log(section);

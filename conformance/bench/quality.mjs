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
import { designTable, detailTable } from './quality_table.mjs';
import { RESULTS, fingerprint, machine, revision, today, writeSection } from './report.mjs';

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

const measured = new Map(); // data set → a column a profile
const details = [];
for (const dataSet of dataSets) {
  const outputs = [];
  for (const profile of profiles) {
    process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${dataSet}, ${profile}\n`);
    outputs.push(await run(dataSet, profile));
  }
  measured.set(dataSet, outputs.map(figuresOf));
  details.push(`### ${outputs[0].split('\n')[0]}\n\n${detailTable(measured.get(dataSet), profiles)}`);
}

const section = `## Quality, through search_knowledge

${machine()}. ${today()}, checkout ${revision()}, binary ${fingerprint(BINARY)}. None ignored: without the questions that got the verdict \`none\`. cov@B: evidence turns inside the first B tokens.

${[designTable(measured, profiles), ...details].filter(Boolean).join('\n\n')}`;
writeSection(options.out, 'quality', section);
console.log(section);

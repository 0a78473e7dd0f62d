// Markdown tables of the figures, and RESULTS.md, where every command rewrites its own sections alone.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';

export const RESULTS = fileURLToPath(new URL('RESULTS.md', import.meta.url));
const HEAD = '# Results\n\nWritten by `node conformance/bench/quality.mjs` and `node conformance/bench/speed.mjs`; each rewrites its own sections.\n';

const beginOf = key => `<!-- ${key}: begin -->`;
const endOf = key => `<!-- ${key}: end -->`;

// The section of that key gets the text; sections stand in the order of their keys, numbers by size.
export function writeSection(file, key, text) {
  const old = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const sections = new Map([...old.matchAll(/<!-- (.+?): begin -->\n([^]*?)<!-- \1: end -->\n/g)].map(([, name, body]) => [name, body]));
  sections.set(key, `${text.trim()}\n`);
  const ordered = [...sections].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
  writeFileSync(file, HEAD + ordered.map(([name, body]) => `\n${beginOf(name)}\n${body}${endOf(name)}\n`).join(''));
}

export function machine() {
  const cpus = os.cpus();
  return `${cpus[0].model.trim()}, ${cpus.length} cores, ${(os.totalmem() / 1e9).toFixed(0)} GB memory, ${os.type()} ${os.release()}, Node ${process.versions.node}`;
}

export function revision() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: fileURLToPath(new URL('.', import.meta.url)), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return 'unknown';
  }
}

// The first digits of a file's SHA-256: the checkout may be newer than what was built.
export const fingerprint = file => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);
export const today = () => new Date().toISOString().slice(0, 16).replace('T', ' ') + ' UTC';

// rows: lists of cells; columns after the first are numbers
export function table(head, rows) {
  const line = cells => `| ${cells.join(' | ')} |`;
  return [line(head), `|---|${'---:|'.repeat(head.length - 1)}`, ...rows.map(line)].join('\n');
}

const digits = value => Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
const shown = { ms: value => `${digits(value)} ms`, s: value => `${digits(value / 1000)} s`, rate: value => `${digits(value)} MB/s`, bytes: value => `${digits(value / 1e6)} MB` };

// [name, figure, unit, whether more is better, targets by size]
const FIGURES = [
  ['build', 'buildMs', 's'],
  ['build, by its own clock', 'buildOwnMs', 's'],
  ['build', 'rate', 'rate', true, { 23867: '≥ 25 MB/s' }],
  ['stored index', 'storedBytes', 'bytes', false, { 23867: '≤ 2 × text' }],
  ['start to first answer, stored index', 'startMs', 'ms', false, { 272: '≤ 30 ms', 23867: '≤ 100 ms' }],
  ['the same with no entries', 'bareMs', 'ms'],
  ['load (the difference)', 'loadMs', 'ms'],
  ['memory, anonymous', 'anonymous', 'bytes'],
  ['memory, file-backed', 'file', 'bytes'],
  ['memory, both', 'resident', 'bytes', false, { 23867: '≤ 2 × text' }],
  ['warm query p50', 'p50', 'ms', false, { 23867: '≤ 1 ms' }],
  ['warm query p95', 'p95', 'ms', false, { 23867: '≤ 3 ms' }],
  ['warm query p99', 'p99', 'ms', false, { 23867: '≤ 5 ms', 1000000: '≤ 50 ms' }],
  ['p50 of 2–8 sampled terms', 'terms50', 'ms'],
  ['p99 of 2–8 sampled terms', 'terms99', 'ms'],
  ['p50 of questions', 'question50', 'ms'],
  ['p99 of questions', 'question99', 'ms'],
  ['p50, by its own clock', 'own50', 'ms'],
  ['p95, by its own clock', 'own95', 'ms'],
  ['p99, by its own clock', 'own99', 'ms'],
  ['round trip of an empty call', 'pingMs', 'ms'],
  ['worst of ten: every word common', 'commonMs', 'ms', false, { 23867: '≤ 10 ms' }],
  ['worst of ten: 5,000 characters', 'longMs', 'ms', false, { 23867: '≤ 10 ms' }],
  ['edit to searchable, median', 'update50', 'ms', false, { 23867: '≤ 5 ms' }],
  ['edit to searchable, worst of 20', 'updateWorst', 'ms'],
];

const absent = value => value === undefined || Number.isNaN(value);
const ratio = (mine, theirs, more) => absent(mine) || absent(theirs) || mine <= 0 || theirs <= 0 ? '' : `${digits(more ? mine / theirs : theirs / mine)} ×`;

// engines: [{key, name, figures or missing}], this engine first
export function speedTable(engines, size) {
  const [mine, ...others] = engines;
  for (const { figures } of engines) if (figures?.anonymous !== undefined) figures.resident = figures.anonymous + figures.file;
  const cell = ({ figures }, name, unit) => absent(figures?.[name]) ? '–' : shown[unit](figures[name]);
  const rows = FIGURES.filter(([, figure]) => engines.some(({ figures }) => !absent(figures?.[figure]))).map(([name, figure, unit, more, targets]) => [
    name, ...engines.map(engine => cell(engine, figure, unit)), ...others.map(other => ratio(mine.figures?.[figure], other.figures?.[figure], more)), targets?.[size] ?? '',
  ]);
  return table(['', ...engines.map(({ name }) => name), ...others.map(({ name }) => `better than ${name.split(' ')[0]}`), 'target'], rows);
}

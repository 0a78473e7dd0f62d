// Everything that is measured of one engine on one corpus, in the order in which it is shown.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { GaveUp, bounded, residentMemory } from './child.mjs';

const STARTS = 11;
const STARTS_SECONDS = 30; // no further start after that
const HARD_SECONDS = 60; // for one hard query; after a third of it no further one
const UPDATE_SECONDS = 20; // for all edits
const PINGS = 50;

export const quantile = (values, q) => values.length ? [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(q * values.length))] : undefined;
const median = values => quantile(values, 0.5);

async function clocked(work) {
  const start = performance.now();
  const value = await work();
  return { ms: performance.now() - start, value };
}

// Opens the stored index in a new process, bounded; what the work returns, unless it was too much.
async function inSession(engine, corpus, bounds, work) {
  const session = engine.open(corpus, bounds);
  try {
    return await bounded(session.process, bounds, async () => {
      await session.ready();
      const value = await work(session);
      await session.close();
      return value;
    });
  } finally {
    session.process.kill('SIGKILL');
  }
}

// exec to the first answer, the median of some starts; page cache warm
async function startMs(engine, corpus, bounds, query) {
  const times = [];
  const began = performance.now();
  while (times.length < STARTS && (times.length === 0 || performance.now() - began < 1000 * STARTS_SECONDS)) {
    times.push(await inSession(engine, corpus, bounds, async session => {
      await session.ask(query);
      return performance.now() - session.startedAt;
    }));
  }
  return median(times);
}

async function warmQueries(session, manifest, seconds) {
  for (const { text } of manifest.warmUp.slice(0, manifest.queries.length)) await session.ask(text);
  const took = { terms: [], question: [], own: [] };
  const began = performance.now();
  for (const { kind, text } of manifest.queries) {
    if (performance.now() - began > 1000 * seconds) break;
    const { ms, value } = await clocked(() => session.ask(text));
    took[kind].push(ms);
    if (value.ownMs !== undefined) took.own.push(value.ownMs);
  }
  const all = [...took.terms, ...took.question];
  return {
    queries: all.length, p50: quantile(all, 0.5), p95: quantile(all, 0.95), p99: quantile(all, 0.99),
    terms50: quantile(took.terms, 0.5), terms99: quantile(took.terms, 0.99), question50: quantile(took.question, 0.5), question99: quantile(took.question, 0.99),
    own50: quantile(took.own, 0.5), own95: quantile(took.own, 0.95), own99: quantile(took.own, 0.99),
  };
}

// From the rename, or the order to change the index, until a search finds the new word there.
async function updateMs(session, edits) {
  const times = [];
  const began = performance.now();
  for (const edit of edits) {
    const start = performance.now();
    const renamed = await session.update(edit);
    const from = typeof renamed === 'number' ? renamed : start;
    while (!(await session.ask(edit.word)).paths.includes(edit.path)) {
      if (performance.now() - from > 1000 * UPDATE_SECONDS) throw new Error(`an edit of ${edit.path} is not found`);
    }
    times.push(performance.now() - from);
    if (performance.now() - began > 1000 * UPDATE_SECONDS) break;
  }
  return { update50: median(times), updateWorst: Math.max(...times) };
}

async function slowest(session, queries) {
  const times = [];
  const began = performance.now();
  for (const query of queries) {
    times.push((await clocked(() => session.ask(query))).ms);
    if (performance.now() - began > 1000 * HARD_SECONDS / 3) break;
  }
  return Math.max(...times);
}

const folderOf = (engine, corpus) => mkdirSync(path.join(corpus, engine.key), { recursive: true });

// Builds and throws away, or keeps, the stored index of a corpus.
async function build(engine, corpus, bounds, query) {
  folderOf(engine, corpus);
  const session = engine.open(corpus, bounds);
  try {
    return await bounded(session.process, bounds, () => engine.build(session, corpus, query));
  } finally {
    session.process.kill('SIGKILL');
  }
}

// corpus, empty: folders that hold a manifest's data. bounds: {seconds, bytes, querySeconds}.
// → figures by name; one that is absent was not reached, `gaveUp` says why.
export async function measure(engine, { corpus, empty, manifest, bounds, progress }) {
  const figures = {};
  const stage = async (name, work) => {
    progress(name);
    try {
      Object.assign(figures, await work());
      return true;
    } catch (error) {
      if (!(error instanceof GaveUp)) throw error;
      (figures.gaveUp ??= []).push(`${name}: ${error.message}`);
      return false;
    }
  };
  const first = manifest.queries[0].text;
  const built = await stage('build', async () => {
    const { ms, ownMs, bytes } = await build(engine, corpus, bounds, first);
    return { buildMs: ms, buildOwnMs: ownMs, rate: manifest.size / 1e3 / ms, storedBytes: bytes };
  });
  if (!built) return figures;
  await stage('start', async () => {
    await build(engine, empty, bounds, first);
    const bareMs = await startMs(engine, empty, bounds, first);
    const startedMs = await startMs(engine, corpus, bounds, first);
    return { bareMs, startMs: startedMs, loadMs: startedMs - bareMs };
  });
  await stage('queries', () => inSession(engine, corpus, bounds, async session => {
    const pings = [];
    await session.ask(first);
    for (let i = 0; i < PINGS; i++) pings.push((await clocked(() => session.ping())).ms);
    const warm = await warmQueries(session, manifest, bounds.querySeconds);
    const { anonymous, file } = residentMemory(session.process.pid);
    return { ...warm, pingMs: median(pings), anonymous, file };
  }));
  const hardBounds = { ...bounds, seconds: bounds.seconds + HARD_SECONDS };
  for (const kind of ['common', 'long']) {
    await stage(`${kind} query`, () => inSession(engine, corpus, hardBounds, async session => {
      await session.ask(first);
      return bounded(session.process, { ...bounds, seconds: HARD_SECONDS }, async () => ({ [`${kind}Ms`]: await slowest(session, manifest.hard[kind]) }));
    }));
  }
  await stage('update', () => inSession(engine, corpus, bounds, async session => {
    await session.ask(first);
    return updateMs(session, manifest.edits);
  }));
  return figures;
}

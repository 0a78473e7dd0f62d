// This engine: the built binary, asked through MCP over stdio.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bytesBelow, onEngineCore } from './child.mjs';

process.env.CONTEXT_TREE_SLOWNESS ??= '40'; // a first answer over a million entries takes more than a test may
export const { BINARY, Server } = await import('../support/server.mjs');

const LOOK_MS = 250;
const STILL_MS = 1500; // .state unchanged for so long is written
const LONGEST_MS = 120_000;

class Session {
  constructor(corpus) {
    this.root = path.join(corpus, 'tree');
    this.server = onEngineCore(() => new Server({ root: this.root }));
    this.process = this.server.process;
    this.startedAt = this.server.startedAt;
  }
  ready() { return this.server.initialize(); }
  ping() { return this.server.result('ping'); }
  async ask(text) {
    const { structuredContent: found, content, isError } = await this.server.call('search_knowledge', { query: text });
    if (isError) throw new Error(content[0].text);
    this.server.received.length = 0; // a thousand replies are not kept
    return { paths: found.hits.map(hit => hit.path), ownMs: found.elapsed_ms };
  }
  // As an editor saves: a new file, renamed over the old one. → when it was renamed
  update({ path: name, file }) {
    const at = path.join(this.root, `${name}.md`);
    const fresh = path.join(path.dirname(at), '.edited');
    writeFileSync(fresh, file);
    const renamed = performance.now();
    renameSync(fresh, at);
    return renamed;
  }
  close() { return this.server.close(); }
}

const stateOf = corpus => path.join(corpus, 'tree', '.state');
const stateBytes = corpus => existsSync(stateOf(corpus)) ? bytesBelow(stateOf(corpus)) : 0;

async function untilStill(corpus) {
  const end = performance.now() + LONGEST_MS;
  for (let last = -1, since = 0; performance.now() < end;) {
    const now = stateBytes(corpus);
    if (now !== last) [last, since] = [now, performance.now()];
    else if (performance.now() - since > STILL_MS) return;
    await sleep(LOOK_MS);
  }
}

const SMALLEST_SNAPSHOT = 8192; // what else stands in .state is less

export const contextTree = {
  key: 'ours', name: 'context-tree',
  get version() { return spawnSync(BINARY, ['--version'], { encoding: 'utf8' }).stdout?.trim(); },
  open: corpus => new Session(corpus),
  // A start without .state. → {ms: exec to the first answer, files read and all, ownMs: by its own clock, bytes: of the
  // snapshot, undefined where none is written}
  async build(session, corpus, query) {
    rmSync(stateOf(corpus), { recursive: true, force: true });
    await session.ready();
    await session.ask(query);
    const ms = performance.now() - session.startedAt;
    const { structuredContent: status } = await session.server.call('status', {});
    // A first write makes .state; what is kept there for the next start is written by then or soon after.
    await session.server.call('curate', { reason: 'a benchmark writes once', operations: [{ type: 'UPSERT', path: 'benchmark/notes', title: 'First write', content: 'A first write.' }] });
    await untilStill(corpus);
    await session.close();
    const bytes = stateBytes(corpus);
    return { ms, ownMs: status?.index.built_ms, bytes: bytes > SMALLEST_SNAPSHOT ? bytes : undefined };
  },
};


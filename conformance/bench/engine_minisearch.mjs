// MiniSearch (npm) in the configuration of the paper, in a process of its own.
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Child } from './child.mjs';

const manifest = new URL('../node_modules/minisearch/package.json', import.meta.url);
const script = fileURLToPath(new URL('minisearch_process.mjs', import.meta.url));

class Session {
  constructor(corpus, heapBytes) {
    this.child = new Child(process.execPath, [`--max-old-space-size=${Math.round(heapBytes / 2 ** 20)}`, script], { end: '\n' });
    this.process = this.child.process;
    this.startedAt = this.child.startedAt;
    this.corpus = corpus;
  }
  async #do(command) { return JSON.parse(await this.child.ask(JSON.stringify(command) + '\n')); }
  ready() { return this.#do({ load: path.join(this.corpus, 'minisearch.json') }); }
  build() { return this.#do({ build: path.join(this.corpus, 'documents'), save: path.join(this.corpus, 'minisearch.json') }); }
  async ask(text) { return { paths: await this.#do({ search: text }) }; }
  ping() { return this.#do({}); }
  update({ path: name, title, content }) { return this.#do({ replace: { path: name, title, content } }); }
  close() { return this.child.close(); }
}

export const minisearch = {
  key: 'minisearch',
  get missing() {
    if (!existsSync(manifest)) return 'not installed: npm ci --prefix conformance';
    this.version = JSON.parse(readFileSync(manifest, 'utf8')).version;
  },
  get name() { return `MiniSearch ${this.version ?? ''}`; },
  open: (corpus, bounds) => new Session(corpus, bounds.bytes),
  // → {ms: adding documents that are in memory, bytes: of the stored index}
  async build(session, corpus) {
    const { ms } = await session.build();
    await session.close();
    return { ms, bytes: statSync(path.join(corpus, 'minisearch.json')).size };
  },
};

// A data set's documents in trees: one server and tree a collection, fed through `curate`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Server } from './server.mjs';

const SERVERS = 2; // at a time
const BATCH = 25; // operations a curate call

// Runs `work` over the items, at most `width` at a time.
export async function each(items, width, work) {
  const queue = [...items];
  await Promise.all(Array.from({ length: width }, async () => {
    while (queue.length) await work(queue.shift());
  }));
}

function operationOf(doc) {
  return { type: 'ADD', path: path.posix.dirname(doc.path), title: doc.title, content: { body: doc.content }, ...(doc.timestamp && { created_at: doc.timestamp }) };
}

// Stores the documents. → entry path → document
async function feed(server, docs) {
  const stored = new Map();
  for (let from = 0; from < docs.length; from += BATCH) {
    const some = docs.slice(from, from + BATCH);
    const { structuredContent, content } = await server.call('curate', { reason: 'evaluation data', operations: some.map(operationOf) });
    if (!structuredContent) throw new Error(content[0].text);
    structuredContent.applied.forEach((done, i) => {
      if (done.status !== 'success') throw new Error(`${some[i].id}: ${done.message}`);
      stored.set(done.path, some[i]);
    });
  }
  return stored;
}

// Calls work(server, collection, stored) for each collection; `args` are the server's, `stored` maps entry paths to documents.
export async function withCollections(docs, args, work) {
  await each([...new Set(docs.map(doc => doc.collection))], SERVERS, async collection => {
    const root = mkdtempSync(path.join(tmpdir(), 'context-tree-retrieval-'));
    const server = new Server({ root, args });
    try {
      await server.initialize();
      await work(server, collection, await feed(server, docs.filter(doc => doc.collection === collection)));
      await server.close();
    } finally {
      server.process.kill('SIGKILL');
      rmSync(root, { recursive: true, force: true, maxRetries: 3 });
    }
  });
}

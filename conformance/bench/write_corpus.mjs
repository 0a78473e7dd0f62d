// A process of its own, so that its memory is gone when engines are measured:
//   node write_corpus.mjs '{"folder", "seed", "count", "bytes", "queries", "invented"}'
// Writes folder/tree (entry files), folder/documents (path, title, content; separated by 0x1f, ended by 0x1e: what
// engines without files are fed), folder/manifest.json (sizes and all questions).
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { Corpus } from './corpus.mjs';
import { sourceText } from './source_text.mjs';

const LARGEST_POOL = 64e6; // characters
const A_WRITE = 4e6;
const WARM_UP = 50;
const HARD = 10;
const EDITS = 20;

const { folder, seed, count, bytes, queries, invented } = JSON.parse(process.argv[2]);
const source = sourceText({ seed, invented, characters: Math.min(LARGEST_POOL, Math.max(2e6, count * bytes[1])) });
const corpus = new Corpus({ seed, count, bytes, sentences: source.sentences });
const tree = path.join(folder, 'tree');
mkdirSync(tree, { recursive: true });
const documents = openSync(path.join(folder, 'documents'), 'w');
const hash = createHash('sha256');
const made = new Set();
let pending = '';
let size = 0;

function flush() {
  writeSync(documents, pending);
  hash.update(pending);
  pending = '';
}

for (let i = 0; i < count; i++) {
  const { path: name, title, content, file } = corpus.entry(i);
  const at = path.join(tree, path.dirname(name));
  if (!made.has(at)) mkdirSync(at, { recursive: true });
  made.add(at);
  writeFileSync(path.join(tree, `${name}.md`), file);
  size += Buffer.byteLength(file);
  pending += `${name}\x1f${title}\x1f${content}\x1e`;
  if (pending.length > A_WRITE) flush();
}
flush();
closeSync(documents);

const all = corpus.queries(queries + WARM_UP);
writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify({
  count, size, folders: made.size, sha256: hash.digest('hex'), source: { kind: source.kind, characters: source.size },
  warmUp: all.slice(queries), queries: all.slice(0, queries), hard: corpus.hardQueries(HARD), edits: corpus.edits(EDITS),
}));

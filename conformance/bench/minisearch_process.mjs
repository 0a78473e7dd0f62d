// MiniSearch behind a pipe: one JSON command a line, one JSON answer a line.
import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { StringDecoder } from 'node:string_decoder';
import MiniSearch from 'minisearch';

const CONFIGURATION = { // of the paper
  fields: ['title', 'path', 'content'], idField: 'path',
  searchOptions: { boost: { title: 5, path: 1.5, content: 1 }, fuzzy: 0.2, prefix: true, weights: { fuzzy: 0.45, prefix: 0.375 }, combineWith: 'OR' },
};
const RESULTS = 32;
const CONTENT = 8000; // characters of an entry that are indexed
const A_READ = 2 ** 22;

let index = new MiniSearch(CONFIGURATION);

function* documentsOf(file) {
  const input = openSync(file);
  const decoder = new StringDecoder('utf8');
  const buffer = Buffer.alloc(A_READ);
  let rest = '';
  for (let read; (read = readSync(input, buffer)) > 0;) {
    const rows = (rest + decoder.write(buffer.subarray(0, read))).split('\x1e');
    rest = rows.pop();
    for (const row of rows) {
      const [path, title, content] = row.split('\x1f');
      yield { path, title, content: content.slice(0, CONTENT) };
    }
  }
  closeSync(input);
}

const commands = {
  // The clock runs for the index alone, not for reading.
  build(file, { save }) {
    let ms = 0;
    for (const document of documentsOf(file)) {
      const start = performance.now();
      index.add(document);
      ms += performance.now() - start;
    }
    writeFileSync(save, JSON.stringify(index));
    return { ms };
  },
  load(file) { index = MiniSearch.loadJSON(readFileSync(file, 'utf8'), CONFIGURATION); return true; },
  search: text => index.search(text).slice(0, RESULTS).map(found => found.id),
  replace(document) { index.replace(document); return true; },
};

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  const name = Object.keys(commands).find(key => key in command);
  process.stdout.write(JSON.stringify(name ? commands[name](command[name], command) : true) + '\n');
}

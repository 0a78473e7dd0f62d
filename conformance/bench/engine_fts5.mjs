// SQLite FTS5 through Debian's sqlite3: the porter tokenizer, all words joined by OR, BM25 with the paper's weights.
// To its favour: memory-mapped reads, a write-ahead log, no sync at a commit, and it names paths only, where this engine
// returns passages.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { Child, bytesBelow } from './child.mjs';

const END = '\x04\n';
const SETTINGS = 'PRAGMA journal_mode=wal; PRAGMA synchronous=off; PRAGMA mmap_size=2147418112;';
const TABLE = "CREATE VIRTUAL TABLE entries USING fts5(title, path, content, tokenize='porter unicode61');";
const RESULTS = 32;

const quoted = text => `'${text.replaceAll("'", "''")}'`;
const expressionOf = text => (text.match(/[\p{L}\p{N}\p{Co}]+/gu) ?? []).map(word => `"${word}"`).join(' OR ');

class Session {
  constructor(corpus) {
    this.child = new Child('sqlite3', ['-batch', '-bail', path.join(corpus, 'fts5', 'entries.db')], { end: END });
    this.process = this.child.process;
    this.startedAt = this.child.startedAt;
  }
  sql(text) { return this.child.ask(`${text}\nSELECT char(4);\n`); }
  ready() { return this.sql(SETTINGS); }
  ping() { return this.sql(''); }
  async ask(text) {
    const expression = expressionOf(text);
    const rows = expression ? await this.sql(`SELECT path FROM entries WHERE entries MATCH ${quoted(expression)} AND rank MATCH 'bm25(5.0, 1.5, 1.0)' ORDER BY rank LIMIT ${RESULTS};`) : '';
    return { paths: rows.split('\n').filter(Boolean) };
  }
  update({ row, content }) { return this.sql(`UPDATE entries SET content = ${quoted(content)} WHERE rowid = ${row + 1};`); }
  close() { return this.child.close(); }
}

export const fts5 = {
  key: 'fts5',
  get missing() {
    const { stdout, status } = spawnSync('sqlite3', ['--version'], { encoding: 'utf8' });
    if (status !== 0) return 'not installed: apt-get install sqlite3';
    this.version = stdout.split(' ')[0];
  },
  get name() { return `SQLite FTS5 ${this.version ?? ''}`; },
  open: corpus => new Session(corpus),
  // → {ms: from a plain table, already read, into the index; bytes: of the stored index with its texts}
  async build(session, corpus) {
    const plain = path.join(corpus, 'plain.db');
    await session.ready();
    await session.sql(`ATTACH ${quoted(plain)} AS plain; PRAGMA plain.synchronous=off; CREATE TABLE plain.documents(path, title, content);\n${TABLE}\n` +
      `.mode ascii\n.import --schema plain ${path.join(corpus, 'documents')} documents\n.mode list\nSELECT sum(length(content)) FROM plain.documents;`);
    const start = performance.now();
    await session.sql('INSERT INTO entries(path, title, content) SELECT path, title, content FROM plain.documents ORDER BY rowid;');
    const ms = performance.now() - start;
    await session.sql('PRAGMA wal_checkpoint(truncate); DETACH plain;');
    await session.close();
    rmSync(plain);
    return { ms, bytes: bytesBelow(path.join(corpus, 'fts5')) };
  },
};

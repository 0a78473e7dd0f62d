// The client's end of one running server: starts the binary, sends JSON-RPC lines, matches answers by id.
// No dependencies. Everything the server says is kept, so that a test can judge the whole stream at the end.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));

export const BINARY = process.env.CONTEXT_TREE_BINARY ?? path.join(project, 'build', 'release', 'context-tree');
// Sanitizers make the server slower by this factor; time limits grow with it.
export const SLOWNESS = Number(process.env.CONTEXT_TREE_SLOWNESS ?? 1);
export const LATEST_LEGACY = '2025-11-25';
export const MODERN = '2026-07-28';
const META = 'io.modelcontextprotocol/';
const ANSWER_MS = 30_000 * SLOWNESS;

if (!existsSync(BINARY)) {
  console.error(`No server at ${BINARY}: build it first (cmake --workflow --preset release) or set CONTEXT_TREE_BINARY.`);
  process.exit(1);
}

// An id as a key: 1 and "1" are two ids.
const keyOf = id => JSON.stringify(id);

export class Server {
  // root: the tree (--root), absent: the server's own rules choose. args: further arguments of `serve`.
  constructor({ root, args = [], env, cwd, uid, client = { name: 'conformance', version: '1.0.0' } } = {}) {
    this.client = client;
    this.revision = null; // the legacy revision negotiated last
    this.received = []; // {message, request}: every message; `request` is what it answers
    this.noise = []; // lines on stdout that are not JSON objects or arrays
    this.stderr = '';
    this.startedAt = performance.now();
    this.process = spawn(BINARY, ['serve', ...(root ? ['--root', root] : []), ...args], { env, cwd, uid, gid: uid });
    this.nextId = 1;
    this.waiting = new Map(); // id key → {request, resolve}
    this.watchers = []; // {matches, resolve}: see next()
    this.pending = Buffer.alloc(0);
    this.process.stdout.on('data', chunk => this.#read(chunk));
    this.process.stderr.on('data', chunk => { this.stderr += chunk; });
    this.process.stdin.on('error', () => {}); // the server may go first
    this.exited = new Promise(resolve => this.process.on('exit', (code, signal) => resolve({ code, signal, at: performance.now() })));
    this.closed = new Promise(resolve => this.process.on('close', resolve));
  }

  #read(chunk) {
    this.pending = this.pending.length ? Buffer.concat([this.pending, chunk]) : chunk;
    for (let end; (end = this.pending.indexOf(10)) >= 0; this.pending = this.pending.subarray(end + 1)) this.#line(this.pending.subarray(0, end));
  }

  #line(bytes) {
    let message;
    try {
      message = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
      this.noise.push(bytes.toString());
      return;
    }
    for (const one of Array.isArray(message) ? message : [message]) this.#take(one);
    this.watchers = this.watchers.filter(watcher => !watcher.matches(message) || (watcher.resolve(message), false));
  }

  #take(message) {
    const call = message.method === undefined ? this.waiting.get(keyOf(message.id)) : undefined;
    this.received.push({ message, request: call?.request, revision: call?.request.revision ?? this.revision });
    if (!call) return;
    this.waiting.delete(keyOf(message.id));
    call.resolve(message);
  }

  write(bytes) { this.process.stdin.write(bytes); }
  send(message) { this.write(JSON.stringify(message) + '\n'); }
  notify(method, params) { this.send({ jsonrpc: '2.0', method, ...(params && { params }) }); }

  // Expects an answer to `id`; the caller has sent, or will send, the request itself.
  expect(id, method, revision = this.revision) {
    const answer = new Promise(resolve => this.waiting.set(keyOf(id), { request: { id, method, revision }, resolve }));
    return this.#within(answer, `an answer to ${method} ${keyOf(id)}`);
  }

  // The answer, result or error, as it came.
  request(method, params, { id = this.nextId++, revision = this.revision } = {}) {
    const answer = this.expect(id, method, revision);
    this.send({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) });
    return answer;
  }

  // A request of the handshake-free era.
  modern(method, params = {}, options = {}) {
    const _meta = { [META + 'protocolVersion']: MODERN, [META + 'clientCapabilities']: {}, [META + 'clientInfo']: this.client, ...params._meta };
    return this.request(method, { ...params, _meta }, { revision: MODERN, ...options });
  }

  async result(method, params) {
    const answer = await this.request(method, params);
    if (answer.error) throw new Error(`${method}: ${answer.error.code} ${answer.error.message}`);
    return answer.result;
  }

  async initialize(revision = LATEST_LEGACY) {
    const answer = await this.request('initialize', { protocolVersion: revision, capabilities: {}, clientInfo: this.client }, { revision });
    this.revision = answer.result?.protocolVersion ?? this.revision;
    this.notify('notifications/initialized');
    return answer.result;
  }

  call(name, args) { return this.result('tools/call', { name, ...(args !== undefined && { arguments: args }) }); }

  // The next message that fits.
  next(matches, what = 'a message') {
    return this.#within(new Promise(resolve => this.watchers.push({ matches, resolve })), what);
  }

  async #within(promise, what) {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${what} did not come within ${ANSWER_MS} ms; stderr: ${this.stderr}`)), ANSWER_MS);
    });
    const gone = this.closed.then(() => Promise.reject(new Error(`the server ended before ${what}; stderr: ${this.stderr}`)));
    gone.catch(() => {});
    try {
      return await Promise.race([promise, late, gone]);
    } finally {
      clearTimeout(timer);
    }
  }

  // Ends stdin and waits. → {code, signal, ms}
  async close() {
    const asked = performance.now();
    this.process.stdin.end();
    return this.#gone(asked);
  }

  async kill(signal = 'SIGTERM') {
    const asked = performance.now();
    this.process.kill(signal);
    return this.#gone(asked);
  }

  async #gone(asked) {
    const last = setTimeout(() => this.process.kill('SIGKILL'), ANSWER_MS);
    const { code, signal, at } = await this.exited;
    await this.closed;
    clearTimeout(last);
    return { code, signal, ms: at - asked };
  }
}

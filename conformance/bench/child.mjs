// The engines as processes: one that answers text with text, what it costs in memory, the core it runs on, and the
// bounds at which it is given up.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';

export class GaveUp extends Error {}

// A process that is asked on stdin and answers on stdout; every answer ends with `end`.
export class Child {
  constructor(command, args, { end }) {
    this.end = Buffer.from(end);
    this.errors = '';
    this.output = [];
    this.startedAt = performance.now();
    this.process = onEngineCore(() => spawn(command, args));
    this.process.stdout.on('data', chunk => this.#read(chunk));
    this.process.stderr.on('data', chunk => { this.errors += chunk; });
    this.process.stdin.on('error', () => {}); // the process may go first
    this.process.on('error', error => { this.errors += error.message; }); // it never started; 'close' follows
    this.closed = new Promise(resolve => this.process.on('close', () => {
      this.waiting?.reject(new Error(`${command} ended: ${this.errors.slice(0, 500)}`));
      resolve();
    }));
  }

  #read(chunk) {
    this.output.push(chunk);
    if (!chunk.subarray(-this.end.length).equals(this.end)) return;
    const text = Buffer.concat(this.output).subarray(0, -this.end.length).toString();
    this.output = [];
    this.waiting?.resolve(text);
  }

  // One at a time.
  ask(text) {
    const answer = new Promise((resolve, reject) => { this.waiting = { resolve, reject }; });
    this.process.stdin.write(text);
    return answer;
  }

  async close() {
    this.waiting = undefined;
    this.process.stdin.end();
    await this.closed;
  }
}

// ---- cores ----

const pin = (core, pid) => spawnSync('taskset', ['-acp', core, String(pid)]).status === 0;
const ENGINE_CORE = String(availableParallelism() - 1);
const OTHER_CORES = availableParallelism() > 1 ? `0-${availableParallelism() - 2}` : '0';
// Whether engines have one core for themselves: a new process has the cores of the one that starts it.
export const pinned = pin(OTHER_CORES, process.pid);

// taskset's -a moves all threads of this process, so only the starting of an engine happens on its core.
export function onEngineCore(start) {
  if (!pinned) return start();
  pin(ENGINE_CORE, process.pid);
  try {
    return start();
  } finally {
    pin(OTHER_CORES, process.pid);
  }
}

// ---- memory and disk ----

// Resident memory in bytes. → {anonymous, file}
export function residentMemory(pid) {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const bytes = name => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)[1]);
  return { anonymous: bytes('Anonymous'), file: bytes('Rss') - bytes('Anonymous') };
}

export function bytesBelow(folder) {
  let sum = 0;
  for (const name of readdirSync(folder, { recursive: true })) {
    const found = statSync(path.join(folder, name), { throwIfNoEntry: false });
    if (found?.isFile()) sum += found.size;
  }
  return sum;
}

// ---- bounds ----

const LOOK_MS = 200;

// Does the work with the process; kills it and throws GaveUp above a bound.
export async function bounded(child, { seconds, bytes }, work) {
  let timer;
  const tooMuch = new Promise((_, reject) => {
    const end = performance.now() + 1000 * seconds;
    timer = setInterval(() => {
      let resident = 0;
      try {
        const { anonymous, file } = residentMemory(child.pid);
        resident = anonymous + file;
      } catch { /* it has ended: the work will say so */ }
      const why = performance.now() > end ? `over ${seconds} s` : resident > bytes ? `over ${(bytes / 1e9).toFixed(0)} GB of memory` : undefined;
      if (!why) return;
      child.kill('SIGKILL');
      reject(new GaveUp(why));
    }, LOOK_MS);
  });
  const done = work();
  done.catch(() => {}); // a killed process's work fails after the bound has spoken
  try {
    return await Promise.race([done, tooMuch]);
  } finally {
    clearInterval(timer);
  }
}

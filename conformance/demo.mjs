// The main job, visibly: a small MCP client hands a dozen notes to the server, searches, browses, reads and
// relates them. Prints the session: requests in short, answers in full.
//   node demo.mjs [FOLDER]     the tree goes into FOLDER (default: a new temporary one)
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WEEKS_NOTES } from './support/notes.mjs';
import { BINARY, Server } from './support/server.mjs';

const root = path.resolve(process.argv[2] ?? mkdtempSync(path.join(tmpdir(), 'context-tree-demo-')));
const colours = process.stdout.isTTY ? { bold: '\x1b[1m', dim: '\x1b[2m', off: '\x1b[0m' } : { bold: '', dim: '', off: '' };
const heading = text => console.log(`\n${colours.bold}── ${text} ${'─'.repeat(Math.max(3, 96 - text.length))}${colours.off}`);

const server = new Server({ root, client: { name: 'demo', version: '1.0.0' } });
let failed = false;

// One call, shown: the arguments in short, every text block of the answer in full.
async function show(name, args, brief = JSON.stringify(args)) {
  console.log(`\n${colours.bold}▶ ${name}${colours.off} ${brief}`);
  const result = await server.call(name, args);
  for (const block of result.content) console.log(block.text.replace(/^/gm, `${colours.dim}│${colours.off} `));
  failed ||= result.isError === true;
  return result.structuredContent;
}

heading('An agent connects');
const hello = await server.initialize();
console.log(`${hello.serverInfo.name} ${hello.serverInfo.version}, protocol ${hello.protocolVersion}, ready in ${(performance.now() - server.startedAt).toFixed(0)} ms`);
console.log(`Instructions to the model:\n${hello.instructions.replace(/^/gm, `${colours.dim}│${colours.off} `)}`);
const { tools } = await server.result('tools/list');
console.log(`Tools: ${tools.map(tool => tool.name).join(', ')}`);

heading('It stores what it learned during a week');
for (const week of WEEKS_NOTES) {
  await show('curate', week, `reason: "${week.reason}", ${week.operations.length} operations: ${week.operations.map(one => `${one.path}: ${one.title}`).join(' | ')}`);
}

heading('Another day, another question');
const found = await show('search_knowledge', { query: 'Why were customers charged twice?', limit: 3 });
await show('search_knowledge', { query: '刷新令牌', limit: 2 });
await show('search_knowledge', { query: 'elasticserch reindx procedure', limit: 2 });
await show('search_knowledge', { query: 'best hydration for a sourdough bread' });

heading('It looks around and reads');
await show('browse_tree', {});
await show('browse_tree', { path: 'backend/payments' });
await show('read_entry', { path: found?.hits[0]?.path ?? 'backend/payments/checkout_double_charge_of_march_2026' });
await show('relations', { path: 'backend/database/postgresql_connection_pool', depth: 2 });

heading('It corrects what it knows');
await show('curate', {
  type: 'UPDATE', path: 'backend/payments/checkout_double_charge_of_march_2026', reason: 'Finance found two late cases',
  edits: [{ find: 'the checkout charged 41 customers', replace: 'the checkout charged 43 customers' }],
});

heading('How the memory stands');
await show('status', {});

const { code } = await server.close();
heading('Yours');
console.log(`The tree is plain markdown: ${root}`);
console.log('Any MCP client starts the server with one entry:\n');
console.log(JSON.stringify({ mcpServers: { 'context-tree': { command: BINARY, args: ['serve'] } } }, null, 2));
process.exitCode = failed || code !== 0 || server.noise.length ? 1 : 0;

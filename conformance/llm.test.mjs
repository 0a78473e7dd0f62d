// A language model's endpoint, configured from outside: what `status` tells of it, and that nothing is sent
// anywhere before a question needs it.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test from 'node:test';
import { folder, finish, ok, serve, textOf } from './support/testing.mjs';

const MINIMAL = { HOME: folder(), PATH: process.env.PATH };
const LLM = { CONTEXT_TREE_LLM_MODEL: 'llama3.2', CONTEXT_TREE_LLM_API_KEY: 'sk-very-secret' };

async function started(t, { env = {}, args = [] } = {}) {
  const server = await serve(t, folder(), { env: { ...MINIMAL, ...env }, args });
  return { server, llm: (await ok(server, 'status', {})).llm, text: textOf(await server.call('status', {})) };
}

// An endpoint on this machine that counts who comes. → its base URL
async function endpoint(t) {
  const counted = { connections: 0 };
  const listening = createServer((request, response) => response.end('{}'));
  listening.on('connection', () => counted.connections++);
  await new Promise(resolve => listening.listen(0, '127.0.0.1', resolve));
  t.after(() => listening.close());
  counted.url = `http://127.0.0.1:${listening.address().port}/v1`;
  return counted;
}

test('without a configuration there is no model, whatever keys lie around', async t => {
  const { llm, text } = await started(t, { env: { OPENAI_API_KEY: 'sk-1', ANTHROPIC_API_KEY: 'sk-2' } });
  assert.deepEqual(llm, { configured: false });
  assert.match(text, /^Language model: none configured$/m);
});

test('an endpoint by environment or by options is told by status, without its key and without a connection', async t => {
  const at = await endpoint(t);
  for (const how of [{ env: { ...LLM, CONTEXT_TREE_LLM_URL: at.url } }, { args: ['--llm', at.url, '--llm-model', 'llama3.2'] }]) {
    const { server, llm, text } = await started(t, how);
    assert.deepEqual(llm, { configured: true, dialect: 'openai', model: 'llama3.2', host: new URL(at.url).host });
    assert.match(text, /^Language model: llama3\.2 at 127\.0\.0\.1:\d+ \(openai\)$/m);
    await ok(server, 'search_knowledge', { query: 'anything' });
    await finish(server);
    assert.ok(!JSON.stringify(server.received).includes('very-secret') && !server.stderr.includes('very-secret'));
  }
  assert.equal(at.connections, 0);
});

test('a configuration that cannot be used is told on stderr and by status, and the server serves on', async t => {
  for (const [env, said] of [
    [{ ...LLM, CONTEXT_TREE_LLM_URL: 'http://example.com/v1' }, /CONTEXT_TREE_LLM_URL \(http:\/\/example\.com\/v1\): .*https:\/\//],
    [{ ...LLM, CONTEXT_TREE_LLM_URL: 'https://user:hunter2@example.com' }, /CONTEXT_TREE_LLM_URL: .*user name/],
    [{ CONTEXT_TREE_LLM_URL: 'http://localhost:1' }, /CONTEXT_TREE_LLM_MODEL: /],
  ]) {
    const { server, llm, text } = await started(t, { env });
    assert.equal(llm.configured, false);
    assert.match(llm.problem, said);
    assert.match(text, said);
    assert.match(server.stderr, said);
    for (const words of [JSON.stringify(server.received), server.stderr]) assert.ok(!/very-secret|hunter2/.test(words));
    await finish(server);
  }
});

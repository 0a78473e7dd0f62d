// A tool asks the client's own model: the official SDK as a client that offers one, and the raw stream in every
// revision, judged by the official schemas. The binary is `sampling_server` of the build, not context-tree.
import assert from 'node:assert/strict';
import test from 'node:test';
import { BINARY, MODERN } from './support/server.mjs';
import { needPackages, serve, skipAll, textOf } from './support/testing.mjs';

if (!BINARY.endsWith('sampling_server')) skipAll('set CONTEXT_TREE_BINARY to sampling_server of the build folder');
needPackages('@modelcontextprotocol/sdk/client/index.js');
const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
const { CreateMessageRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');

const said = text => ({ role: 'assistant', model: 'a-model', content: { type: 'text', text }, stopReason: 'endTurn' });

async function connect(t, answer) {
  const client = new Client({ name: 'sampling-test', version: '1.0.0' }, { capabilities: answer ? { sampling: {} } : {} });
  if (answer) client.setRequestHandler(CreateMessageRequestSchema, answer);
  await client.connect(new StdioClientTransport({ command: BINARY, stderr: 'ignore' }));
  t.after(() => client.close());
  return question => client.callTool({ name: 'ask', arguments: { question } });
}

test('the SDK is asked by a call and its answer is the call\'s', async t => {
  const asked = [];
  const ask = await connect(t, ({ params }) => (asked.push(params), said(`${params.messages[0].content.text} Yes.`)));
  const results = await Promise.all(['One?', 'Two?', 'Three?'].map(ask));
  assert.deepEqual(results.map(textOf), ['One? Yes.', 'Two? Yes.', 'Three? Yes.']);
  assert.equal(asked[0].systemPrompt, 'Answer in one word.');
  assert.equal(asked[0].maxTokens, 1024);
});

test('the SDK\'s user may refuse, and a client without a model is never asked', async t => {
  const refusing = await connect(t, () => { throw new Error('User rejected sampling request'); });
  const refused = await refusing('One?');
  assert.equal(refused.isError, true);
  assert.match(textOf(refused), /User rejected sampling request/);
  const without = await connect(t);
  assert.match(textOf(await without('One?')), /offers no model/);
});

for (const revision of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
  test(`${revision}: a request of the server, answered on the same stream`, async t => {
    const server = await serve(t, undefined, { initialize: false });
    await server.request('initialize', { protocolVersion: revision, capabilities: { sampling: {} }, clientInfo: server.client }, { revision });
    server.revision = revision;
    const request = server.next(message => message.method === 'sampling/createMessage');
    const answer = server.call('ask', { question: 'One?' });
    const { id, params } = await request;
    assert.equal(params.messages[0].content.text, 'One?');
    server.send({ jsonrpc: '2.0', id, result: said('Yes.') });
    assert.equal(textOf(await answer), 'Yes.');
  });
}

test(`${MODERN}: the call is made again with the answer, and the server sends no request`, async t => {
  const server = await serve(t, undefined, { initialize: false });
  const offering = { name: 'ask', arguments: { question: 'One?' }, _meta: { 'io.modelcontextprotocol/clientCapabilities': { sampling: {} } } };
  const { result: needs } = await server.modern('tools/call', offering);
  assert.equal(needs.resultType, 'input_required');
  const [[key, request]] = Object.entries(needs.inputRequests);
  assert.equal(request.method, 'sampling/createMessage');
  const again = { ...offering, requestState: needs.requestState, inputResponses: { [key]: said('Yes.') } };
  const { result } = await server.modern('tools/call', again);
  assert.equal(result.resultType, 'complete');
  assert.equal(textOf(result), 'Yes.');
  const other = await server.modern('tools/call', { ...again, arguments: { question: 'Two?' } });
  assert.equal(other.error.code, -32602);
  assert.ok(server.received.every(({ message }) => message.method === undefined));
});

// Entries as resources, through the official TypeScript SDK.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { connect, fill, ok } from './support/sdk.mjs';

test('resources: every entry in pages of 100, readable by its address', async t => {
  const { client, root } = await connect(t);
  await fill(client);
  const many = Array.from({ length: 130 }, (_, i) => ({ type: 'ADD', path: `catalogue/part_${i % 7}`, title: `Part ${i}`, content: `Part number ${i} weighs ${i * 3} grams.` }));
  await ok(client, 'curate', { reason: 'a long list', operations: many });
  const listed = [];
  const pages = [];
  for (let cursor; ;) {
    const answer = await client.listResources(cursor ? { cursor } : {});
    assert.ok(answer.resources.length <= 100);
    pages.push(answer.resources.length);
    listed.push(...answer.resources);
    if (!(cursor = answer.nextCursor)) break;
  }
  assert.ok(pages.length >= 2, `pages of ${pages}`);
  assert.equal(new Set(listed.map(resource => resource.uri)).size, listed.length, 'nothing twice');
  const files = listed.filter(resource => resource.uri !== 'context-tree:///' && !resource.uri.endsWith('/context.md'));
  assert.equal(files.length, 142);
  assert.ok(listed.every(resource => resource.mimeType === 'text/markdown' && resource.name));
  for (const resource of [files[0], files.find(one => /%/.test(one.uri)), files.at(-1)]) {
    const { contents } = await client.readResource({ uri: resource.uri });
    const name = decodeURIComponent(resource.uri.replace('context-tree:///', ''));
    assert.equal(contents[0].text, readFileSync(path.join(root, name), 'utf8'), resource.uri);
    assert.equal(contents[0].mimeType, 'text/markdown');
    assert.equal(resource.size, Buffer.byteLength(contents[0].text));
    assert.ok(!Number.isNaN(Date.parse(resource.annotations.lastModified)), 'lastModified');
    assert.ok(resource.annotations.priority >= 0 && resource.annotations.priority <= 1, 'priority');
  }
  const outline = await client.readResource({ uri: 'context-tree:///' });
  for (const domain of ['backend', 'catalogue', 'team']) assert.ok(outline.contents[0].text.includes(domain), domain);
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.deepEqual(resourceTemplates.map(template => template.uriTemplate), ['context-tree:///{+path}']);
});

test('resources: wrong addresses and cursors are protocol errors', async t => {
  const { client } = await connect(t);
  await fill(client);
  const missing = ['context-tree:///backend/payments/nothing.md', 'context-tree:///../../etc/passwd', 'context-tree:///%2e%2e/%2e%2e/etc/passwd', 'context-tree:////etc/passwd', 'file:///etc/passwd', 'nonsense'];
  for (const uri of missing) await assert.rejects(client.readResource({ uri }), error => [-32002, -32602].includes(error.code), uri);
  await assert.rejects(client.readResource({ uri: missing[0] }), { code: -32002 });
  await assert.rejects(client.listResources({ cursor: 'no such page' }), { code: -32602 });
  await assert.rejects(client.listTools({ cursor: 'no such page' }), { code: -32602 });
});

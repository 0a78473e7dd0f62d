// Questions and the tiers that answer them (a cache, a direct search, passages, the host's own loop): a repeated
// question costs nothing, one that means the same next to nothing, and one that only looks the same is never
// answered from the cache.
import assert from 'node:assert/strict';
import test from 'node:test';
import { ok, serve, tree } from './support/testing.mjs';

const SERVICES = ['auth', 'billing', 'search', 'mail', 'payment', 'report'];
const PEOPLE = ['Melanie', 'Caroline', 'Gina', 'Jon', 'Maria', 'Nate'];

const entries = SERVICES.flatMap((service, i) => [
  { path: `ops/${service}`, title: `${service} service`, content: `The ${service} service listens on port ${8000 + i} in staging and on port ${9000 + i} in production. Version v${i}.2.0 was deployed on 2026-0${i + 1}-03 by ${PEOPLE[i]}. Root login is not allowed on its servers.` },
  { path: `people/${PEOPLE[i].toLowerCase()}`, title: PEOPLE[i], content: `${PEOPLE[i]} visited the lake house in ${2015 + i} and paid for ${i + 2} concert tickets.` },
]);

// [a question, one that differs in what matters]
function nearMisses() {
  const pairs = [];
  for (let i = 0; i < SERVICES.length; i++) {
    const [service, other] = [SERVICES[i], SERVICES[(i + 1) % SERVICES.length]];
    const [person, friend] = [PEOPLE[i], PEOPLE[(i + 1) % PEOPLE.length]];
    for (const [a, b] of [
      [`Which port does the ${service} service use in staging?`, `Which port does the ${service} service use in production?`],
      [`Which port does the ${service} service use in staging?`, `Which port does the ${other} service use in staging?`],
      [`Which port does the ${service} service use?`, `Which port does the ${service} service use in staging?`],
      [`What changed in version v${i}.2.0 of the ${service} service?`, `What changed in version v${i}.2.1 of the ${service} service?`],
      [`Who deployed the ${service} service on 2026-0${i + 1}-03?`, `Who deployed the ${service} service on 2026-0${i + 1}-04?`],
      [`Is root login allowed on the servers of the ${service} service?`, `Is root login not allowed on the servers of the ${service} service?`],
      [`Is root login allowed on ${service} servers?`, `Is root login forbidden on ${service} servers?`],
      [`When did ${person} visit the lake house?`, `When did ${friend} visit the lake house?`],
      [`when did ${person.toLowerCase()} visit the lake house`, `when did ${friend.toLowerCase()} visit the lake house`],
      [`Did ${person} pay for the tickets of ${friend}?`, `Did ${friend} pay for the tickets of ${person}?`],
      [`How many tickets did ${person} buy for ${i + 2} concerts?`, `How many tickets did ${person} buy for ${i + 3} concerts?`],
      [`Why does ${person} like the lake house?`, `Why does ${person} never like the lake house?`],
    ]) pairs.push([a, b], [b, a]);
  }
  return pairs;
}

async function filled(t) {
  const server = await serve(t, tree());
  const data = await ok(server, 'curate', { reason: 'a test', operations: entries.map(entry => ({ type: 'ADD', ...entry })) });
  assert.equal(data.summary.failed, 0);
  return server;
}
const ask = async (server, query) => ok(server, 'query_knowledge', { query });

test('a question that differs in a number, version, date, name, negation or place is never answered from the cache', async t => {
  const server = await filled(t);
  for (const [i, [first, second]] of nearMisses().entries()) {
    // Something changes between two pairs, so that each starts with an empty cache.
    await ok(server, 'curate', { reason: 'a test', operations: [{ type: 'UPSERT', path: 'ops/pairs', title: 'Counter', content: `Pair ${i}.` }] });
    assert.ok((await ask(server, first)).tier >= 2, first);
    assert.ok((await ask(server, second)).tier >= 2, `${first} | ${second}`);
  }
});

test('a repeated question costs tier 0, one in other words that only ask tier 1, with the same passages', async t => {
  const server = await filled(t);
  for (const service of SERVICES) {
    const first = await ask(server, `Which port does the ${service} service use in staging?`);
    const again = await ask(server, `which port does the ${service} service use in  staging`);
    const reworded = await ask(server, `Please tell me which port the ${service} service uses in staging`);
    assert.deepEqual([first.tier >= 2, again.tier, reworded.tier], [true, 0, 1], service);
    for (const one of [again, reworded]) assert.deepEqual(one.hits, first.hits);
  }
  const { tiers } = await ok(server, 'status', {});
  assert.deepEqual([tiers.exact_cache, tiers.fuzzy_cache], [SERVICES.length, SERVICES.length]);
});

test('that nothing is known ends at the tier that decided it, with nothing planned', async t => {
  const server = await filled(t);
  for (const tier of [2, 0]) {
    const none = await ask(server, 'What is the best hydration for a sourdough bread?');
    assert.deepEqual([none.verdict, none.tier, none.answer_with, none.next], ['none', tier, 'none', undefined]);
  }
});

test('any change makes what was cached invalid at once', async t => {
  const server = await filled(t);
  const question = 'Which port does the auth service use in staging?';
  await ask(server, question);
  assert.equal((await ask(server, question)).tier, 0);
  await ok(server, 'curate', { reason: 'moved', type: 'UPDATE', path: 'ops/auth/auth_service', edits: [{ find: 'port 8000', replace: 'port 8100' }] });
  const after = await ask(server, question);
  assert.ok(after.tier >= 2);
  assert.match(after.hits[0].text, /port 8100/);
});

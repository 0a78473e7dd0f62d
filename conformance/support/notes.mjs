// A dozen notes as a developer's agent would keep them: several domains, facts, relations, snippets, one note
// in another language. `curate` operations, in three calls as they would come in a working week.
export const WEEKS_NOTES = [
  {
    reason: 'Findings of the checkout outage review',
    operations: [
      {
        type: 'ADD', path: 'backend/payments', title: 'Checkout double charge of March 2026',
        domain_context: 'Services of the shop: what they do, why they are built so, what broke and what we learned.',
        topic_context: 'Taking money: checkout, providers, refunds, reconciliation.',
        content: {
          summary: 'A retried POST charged 41 customers twice; idempotency keys now span the retry',
          body: 'On 2026-03-12 the checkout charged 41 customers twice. The gateway answered after 31 s, the client gave up at 30 s and retried with a fresh idempotency key, so the provider saw two orders. The key is now made from the cart id and survives retries. All 41 payments were refunded the same day.',
          tags: ['incident', 'idempotency'], keywords: ['double charge', 'retry', 'refund'],
          questions: ['Why were customers charged twice?'],
          facts: [
            { statement: 'The payment client gives up after 45 seconds', subject: 'payment client timeout', value: '45 s', category: 'configuration', valid_from: '2026-03-13' },
            { statement: 'Idempotency keys are kept for 24 hours by the provider', subject: 'idempotency key lifetime', value: '24 h' },
          ],
          relations: [{ target: 'backend/payments/payment_provider_choice', type: 'caused_by', why: 'the provider answers slowly on month ends' }],
          snippets: ['```ts\nconst key = `cart-${cart.id}-${cart.version}`;\nawait provider.charge({ amount, idempotencyKey: key });\n```'],
        },
      },
      {
        type: 'ADD', path: 'backend/payments', title: 'Payment provider choice',
        content: {
          summary: 'Adyen over Stripe: local payment methods in the Netherlands and Poland decided',
          body: 'We compared Adyen and Stripe in November 2025. Adyen won because iDEAL and BLIK are native there and settle daily; Stripe had the better documentation and the simpler webhooks. To be looked at again when volume passes 2 million euros a month.',
          tags: ['decision'], aliases: ['ADR-0021'],
          raw_concept: { task: 'Choose a payment provider for the EU launch', files: ['docs/adr/0021-payment-provider.md'], timestamp: '2025-11-18' },
        },
      },
      {
        type: 'ADD', path: 'backend/database', title: 'PostgreSQL connection pool',
        topic_context: 'PostgreSQL: settings, migrations, queries that hurt.',
        content: {
          summary: 'PgBouncer in transaction mode, 20 server connections a pod; no session features',
          body: 'PgBouncer runs in transaction mode with 20 server connections a pod. Prepared statements, `LISTEN` and advisory session locks therefore do not work through it; workers that need them connect to port 5432 directly.',
          facts: [{ statement: 'Server connections a pod: 20', subject: 'pool size', value: '20', category: 'configuration' }],
          narrative: { rules: 'Never hold a transaction open across an HTTP call: 20 of them stall the pod.' },
          relations: [{ target: 'Checkout double charge of March 2026', why: 'the stalled pool made the gateway slow that day' }],
        },
      },
    ],
  },
  {
    reason: 'Onboarding notes, asked for by the team',
    operations: [
      {
        type: 'ADD', path: 'infrastructure/deployment', title: 'Blue-green deploys',
        domain_context: 'Clusters, delivery, observability.',
        content: {
          summary: 'Two colours, ten minutes of overlap, rollback by switching the load balancer back',
          body: 'Each release starts beside the running one. Traffic moves after five green health checks; the old colour stays for ten minutes. Rollback: `make switch COLOUR=blue`. Database migrations must be readable by both versions, so columns are dropped one release later.',
          narrative: { diagrams: [{ type: 'mermaid', title: 'Release', content: 'flowchart LR\n  build --> green --> switch --> drain-blue' }] },
          relations: [{ target: 'backend/database/postgresql_connection_pool', type: 'depends_on', why: 'both colours share the pool' }],
        },
      },
      {
        type: 'ADD', path: 'infrastructure/observability', title: 'Alerts that page at night',
        content: {
          summary: 'Only four alerts page: checkout errors, login errors, disk, certificate',
          body: 'Paging alerts: checkout error rate above 2 % for 5 minutes, login error rate above 5 %, disk above 90 % on a database node, a certificate with fewer than 7 days left. Everything else opens a ticket.',
          tags: ['on-call'],
        },
      },
      {
        type: 'ADD', path: 'frontend/build', title: 'Why we left webpack',
        domain_context: 'The web shop: build, components, accessibility.',
        content: {
          summary: 'Vite cut the cold start from 94 s to 3 s',
          body: 'The move from webpack 5 to Vite 6 took two weeks in January 2026. Cold start fell from 94 s to 3 s, hot reload from 4 s to 80 ms. What needed work: `require.context` became `import.meta.glob`, and the SVG loader was replaced.',
          tags: ['decision', 'tooling'],
        },
      },
      {
        type: 'ADD', path: 'frontend/accessibility', title: 'Focus trap in dialogs',
        content: 'Dialogs use the native `<dialog>` element with `showModal()`: focus stays inside, Escape closes, the page behind is inert. The old `FocusTrap` component is only for the date picker, which Safari 15 users still need.',
      },
      {
        type: 'ADD', path: 'team/conventions', title: 'Commit messages',
        domain_context: 'How we work: conventions, people, meetings.',
        content: { body: 'A commit message says why, in a plain sentence, present tense. The ticket goes into the last line (`Refs: SHOP-1234`). Squash only fix-ups.', tags: ['convention'] },
      },
    ],
  },
  {
    reason: 'Said by the user this week',
    operations: [
      { type: 'ADD', path: 'team/preferences', title: 'Code review wishes of Dana', content: { body: 'Dana prefers small pull requests (under 300 lines), reviews in the morning, and wants the tests read first.', tags: ['people'] } },
      {
        type: 'ADD', path: 'backend/search', title: 'Elasticsearch reindex procedure',
        content: {
          summary: 'Reindex into a new index, then move the alias; 38 minutes for 2.1 million products',
          body: 'Create `products_v8`, run `_reindex` with `slices=auto`, compare the counts, move the alias `products`. Took 38 minutes for 2.1 million products on 2026-02-20. Never delete the old index before the next day.',
          relations: [{ target: 'infrastructure/deployment/blue-green_deploys', type: 'similar_to' }],
        },
      },
      { type: 'ADD', path: 'backend/authentication', title: '令牌轮换', content: { summary: '刷新令牌每次使用后轮换', body: '刷新令牌每次使用后都会轮换,旧令牌立即失效。访问令牌有效期为十五分钟。检测到重复使用时,整个会话被吊销。', tags: ['security'] } },
      {
        type: 'ADD', path: 'backend/authentication', title: 'Login rate limits',
        content: { body: 'Five wrong passwords in ten minutes lock the account for fifteen; the counter lives in Redis under `login:<user>`. Support can lift the lock with `shopctl unlock <user>`.', tags: ['security'], relations: [{ target: '令牌轮换' }] },
      },
    ],
  },
];

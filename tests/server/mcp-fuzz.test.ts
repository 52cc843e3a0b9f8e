import type { TokenScope } from '@quartermaster/contract/access.ts';
import { beforeEach, expect, it } from 'vitest';
import { shows } from '../specification/shows.ts';
import { diceOf } from '../support/dice.ts';
import { spoil } from '../support/fuzzed-input.ts';
import { isLong } from '../support/long.ts';
import { dataOf, makeToken, sendMessage, unchangedByTools } from '../support/mcp.ts';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { holdJobs } from '../support/server-jobs.ts';
import { timeout } from '../support/timeout.ts';

/** MCP_FUZZ=20000 makes as many calls, FUZZ_SEED=2 others. */
const calls = Number(process.env.MCP_FUZZ ?? (isLong ? 800 : 250));
const seed = Number(process.env.FUZZ_SEED ?? 1);

const fields = inOrder([
  field('sku', 'text', { unique: true, required: true }),
  field('price', 'integer', { minimum: 0 }),
  field('parent', 'item-link', { templateId: 'weapon' }),
  field('loot', 'dynamic-group'),
  field('what', 'text', { parentId: 'loot' }),
  field('odds', 'weight', { parentId: 'loot' }),
]);

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

/** Valid arguments of each tool, with everything that it takes. */
function argumentsOf(id: number): Record<string, object> {
  const template = 'weapon';
  const changes = [
    {
      template,
      match: 'id',
      items: [{ _id: id, _version: 1, _label: 'Fuzzed', price: 3, loot: [{ what: 'x', odds: 1 }] }],
    },
  ];
  const paged = { limit: 2, cursor: '1' };
  return {
    describe: { environment: 'Dev', templates: [template], ...paged },
    find: {
      template,
      text: 'w',
      filters: [{ field: 'price', op: 'between', value: [1, 9] }],
      sort: { field: 'price', direction: 'asc' },
      fields: ['price', 'loot'],
      limit: 2,
    },
    get: { template, items: [id, 'w2'], fields: ['price'] },
    used_by: { template, item: id, limit: 2 },
    history: { template, item: 'w1', field: 'price', ...paged },
    validate: { changes },
    propose: { title: 'Fuzzed', note: 'A note', changes, idempotency_key: '00000000-0000-4000-8000-000000000000' },
    get_proposal: { proposal: 1, outcome: 'changed', ...paged },
    compare: { template, item: id, from: 1, to: 1, ...paged },
    roll: {
      ...{ template, item: 'w1', field: 'odds', rolls: 10, seed: 'a' },
      ...{ tries: 5, target: ['a'], guarantee: 3, ...paged },
    },
  };
}

it(`${calls} calls of tools with bad values are answered, and change nothing but proposals`, {
  timeout: timeout + 50 * calls,
}, async () => {
  shows('4.mcp.fuzz');
  await saveTemplate(server, 'weapon', fields, { label: 'Weapons' });
  const saved = await saveAll(
    server,
    [1, 2, 3].map((n) => saveBody('weapon', fields, { sku: `w${n}`, price: n, loot: [{ what: 'a', odds: n }] })),
  );
  const scopes: TokenScope[][] = [
    ['read'],
    ['propose'],
    ['write:dev'],
    ['deliver'],
    ['read', 'propose', 'write:dev', 'deliver'],
  ];
  const secrets: string[] = [];
  for (const own of scopes) secrets.push((await makeToken(server, own, ['Dev', 'Stage', 'Prod'])).secret);
  secrets.push((await makeToken(server, ['read', 'propose'], ['Dev'], 'admin')).secret);
  const dice = diceOf(seed);
  const samples = argumentsOf(saved[0]?.id ?? 0);
  const names = Object.keys(samples);
  const failed: string[] = [];
  const statuses = new Map<string, number>();

  const send = async (secret: string, message: unknown) => {
    const { status, text } = await sendMessage(server, secret, message as object);
    const { result, error } = (text === '' ? {} : JSON.parse(text)) as {
      result?: { content?: { text: string }[]; isError?: boolean };
      error?: { code?: number } | string;
    };
    const said = result?.content?.[0]?.text ?? '';
    const outcome = result?.isError ? (/^Refused \((\d+ \w+)\)/.exec(said)?.[1] ?? said) : String(status);
    statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
    const isOwnFault = status >= 500 || /^5/.test(outcome) || (typeof error === 'object' && error.code === -32_603);
    const isMarked = said === '' || !said.includes('<game-data>') || Object.keys(dataOf(said)).length > 0;
    if (isOwnFault || !isMarked || said.length > 20_000 || (result?.isError && !/^Refused/.test(said)))
      failed.push(`${JSON.stringify(message)}: ${status} ${text}`);
  };
  const messageOf = (name: string, given: unknown) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: given },
  });

  await holdJobs(server.app.deps);
  const before = await unchangedByTools(server);
  // Each tool by each token with arguments that are right.
  for (const name of names) for (const secret of secrets) await send(secret, messageOf(name, samples[name]));
  for (let left = calls; left > 0; left -= 1) {
    const name = dice.oneOf(names);
    const message = messageOf(name, spoil(dice, samples[name]));
    await send(dice.oneOf(secrets), dice.percent(5) ? spoil(dice, message) : message);
  }
  expect(await unchangedByTools(server)).toEqual(before);
  process.stdout.write(`Answers: ${JSON.stringify(Object.fromEntries([...statuses].toSorted()))}\n`);
  expect(failed).toEqual([]);
  const [stored] = await server.app.deps.database.query<{ count: number }>(
    'select count(*)::int as count from proposals',
    [],
  );
  expect(stored?.count).toBeGreaterThan(0);
});

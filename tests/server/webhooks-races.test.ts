import { webhooks } from '@quartermaster/contract/endpoints/webhooks.ts';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { insertEvent } from '../../server/core/events/event-repository.ts';
import { shows } from '../specification/shows.ts';
import { type Arena, beginArena, race } from '../support/arena.ts';
import { eventually } from '../support/eventually.ts';
import { isLong } from '../support/long.ts';
import { startReceiver } from '../support/receiver.ts';
import { timeout } from '../support/timeout.ts';
import { allowPrivate, exported } from '../support/webhooks.ts';

let arena: Arena;
beginArena(
  (opened) => {
    arena = opened;
  },
  { WEBHOOK_PRIVATE: '1' },
);

const messages = isLong ? 50 : 15;

test('two servers send each message of a webhook in order, and never two at the same time', async () => {
  shows('4.webhooks.two-servers', '4.webhooks.one-at-a-time');
  if (arena.app) allowPrivate(arena.app.deps);
  const receiver = await startReceiver();
  let open = 0;
  let most = 0;
  receiver.answer = (response) => {
    most = Math.max(most, ++open);
    setTimeout(() => {
      open -= 1;
      response.writeHead(204).end();
    }, 3);
  };
  const params = { instanceId: arena.studio.dev };
  const body = { url: receiver.url, events: ['export.completed'] };
  const { status, body: made } = await arena.send(0, 'owner', webhooks.create, { params, body });
  expect(status, JSON.stringify(made)).toBe(200);
  const { id, secret } = made as { id: number; secret: string };
  for (let report = 1; report <= messages; report++)
    await insertEvent(arena.database.query, exported({ studio: arena.studio }, report));
  // Both servers now have a job that sends the messages of this webhook, again and again.
  const test_ = (server: 0 | 1) =>
    arena.ask(server, 'owner', webhooks.test, { params: { ...params, webhookId: id }, body: {} });
  const ids = () =>
    receiver.received
      .map(({ body: sent, headers }) => new Webhook(secret).verify(sent, headers as Record<string, string>))
      .flatMap((message) => (message as { data: { report_id?: number } }).data.report_id ?? []);
  let turn = 0;
  await eventually(
    async () => {
      await race(turn++, test_, test_);
      expect(ids().length).toBeGreaterThanOrEqual(messages);
    },
    { timeout: 2 * timeout, interval: 200 },
  );
  expect(ids()).toEqual(Array.from({ length: messages }, (_, index) => index + 1));
  expect(most).toBe(1);
});

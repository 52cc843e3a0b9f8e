import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { accessLog } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { webhooks } from '@quartermaster/contract/endpoints/webhooks.ts';
import { mostWebhooks } from '@quartermaster/contract/shapes/webhooks.ts';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { buildServer } from '../../server/build-server.ts';
import { createEgress } from '../../server/core/egress/call-out.ts';
import { createSecrets } from '../../server/core/environment/secrets.ts';
import { mostWaiting, webhooksJob } from '../../server/modules/webhooks/record-service.ts';
import { sendDue } from '../../server/modules/webhooks/send-service.ts';
import { keptDeliveries, removeOldDeliveries } from '../../server/modules/webhooks/upkeep-service.ts';
import { shows } from '../specification/shows.ts';
import { makeBuild } from '../support/builds.ts';
import { eventually } from '../support/eventually.ts';
import { type Received, startReceiver } from '../support/receiver.ts';
import { field, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { type Person, startTestServer, type TestServer, testEnvironment } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';
import { holdJob } from '../support/server-jobs.ts';
import { setSubscription } from '../support/subscription.ts';
import { allowPrivate, privateEgress, webhooksOf } from '../support/webhooks.ts';

let server: TestServer;
let of: ReturnType<typeof webhooksOf>;
beforeEach(async () => {
  server = await startTestServer();
  of = webhooksOf(server);
  allowPrivate(server.app.deps);
  // An earlier test of this worker may have started the jobs.
  await holdJob(server.app.deps, webhooksJob);
});

const owner = { as: 'owner' } as const;
const hour = 60 * 60;

const answering =
  (status: number, text = '') =>
  (response: Parameters<Awaited<ReturnType<typeof startReceiver>>['answer']>[0]) =>
    response.writeHead(status).end(text);

/** Verifies a message as its receivers do, and returns its content. */
const verify = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as Record<string, unknown> & {
    data: Record<string, unknown>;
  };

/** Whether a message is signed with the secret, whatever its time. */
const isSigned = (secret: string, { body, headers }: Received) => {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = new Webhook(secret).sign(String(headers['webhook-id']), at, body);
  return String(headers['webhook-signature']).split(' ').includes(signature);
};

const exportIds = (received: readonly Received[]) => received.map(({ body }) => JSON.parse(body).data.report_id);

const sendDueWith = (deps: typeof of.deps, id: number, signal = new AbortController().signal) =>
  sendDue(deps, id, signal);

describe('a message', () => {
  test('tells of single saves and deletions, and of a change set once', async () => {
    shows('5.check.saved');
    const receiver = await startReceiver();
    const fields = [field('price', 'integer')];
    await saveTemplate(server, 'sword', fields);
    await of.create(receiver.url, ['item.saved', 'template.saved', 'change_set.applied']);
    const params = { instanceId: server.studio.dev };
    const { id } = await saveOne(server, saveBody('sword', fields, { price: 77_001 }));
    const others = await saveAll(
      server,
      [77_002, 77_003].map((price) => saveBody('sword', fields, { price })),
    );
    const ids = others.map((one) => one.id);
    const operations = [{ field_id: 'price', op: 'add' as const, value: 1 }];
    const body = { selection: { template_id: 'sword', ids: [id, ...ids] }, action: { operations } };
    await server.call(bulkEdits.apply, { params, body }, owner);
    await server.call(items.delete, { params: { ...params, templateId: 'sword', id } }, owner);
    await saveTemplate(server, 'sword', fields, { label: 'Blades', version: 1 });
    await of.run();
    const sent = receiver.received.map((message) => JSON.parse(message.body));
    const place = { project_id: server.studio.projectId, instance_id: server.studio.dev, env: 'Dev', origin: 'form' };
    const saved = { ...place, template_id: 'sword' };
    expect(sent.map(({ type, data }) => [type, data])).toEqual([
      ['item.saved', { ...saved, action: 'create', count: 1, ids: [id] }],
      ['item.saved', { ...saved, action: 'create', count: 2, ids }],
      ['change_set.applied', expect.objectContaining({ updated: 3 })],
      ['item.saved', { ...saved, action: 'delete', count: 1, ids: [id] }],
      ['template.saved', { ...saved, action: 'update', version: 2 }],
    ]);
    expect(JSON.stringify(sent)).not.toContain('7700');
  });

  test('is verified by the published library, and tells of each of the events', async () => {
    shows('4.webhooks.signed', '4.webhooks.events');
    const receiver = await startReceiver();
    const { secret } = await of.create(`${receiver.url}/hook?x=1`, [
      'channel.changed',
      'export.completed',
      'change_set.applied',
    ]);
    await insertItems(server.app.deps.database, server.studio.dev, 'hero', 1);
    const build = await makeBuild(server);
    await of.deps.unit(({ emit }) =>
      emit({
        kind: 'change_set.applied',
        instanceId: server.studio.dev,
        author: { actor: { kind: 'system' }, origin: 'sync' },
        change_set_id: 7,
        undoes_id: null,
        added: 1,
        updated: 2,
        removed: 3,
        templates: 0,
        has_menu: false,
      }),
    );
    await of.run();
    const place = { project_id: server.studio.projectId, instance_id: server.studio.dev, env: 'Dev' };
    const messages = receiver.received.map((received) => verify(secret, received));
    expect(messages.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'export.completed', data: { ...place, origin: 'form', report_id: build } },
      {
        type: 'channel.changed',
        data: { ...place, origin: 'form', channel: 'live', build_id: build, previous_build_id: null, by_hand: false },
      },
      {
        type: 'change_set.applied',
        data: {
          ...place,
          origin: 'sync',
          change_set_id: 7,
          undoes_id: null,
          added: 1,
          updated: 2,
          removed: 3,
          templates: 0,
          has_menu: false,
        },
      },
    ]);
    for (const { timestamp } of messages)
      expect(Math.abs(Date.now() - Date.parse(String(timestamp)))).toBeLessThan(60_000);
    expect(receiver.received[0]?.url).toBe('/hook?x=1');
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
    expect(() => verify('whsec_c2VjcmV0', receiver.received[0] as Received)).toThrow('No matching signature');
  });

  test('is sent for the events that were chosen, of its instance, after the webhook was made or turned on', async () => {
    shows('4.webhooks.events', '4.webhooks.turned-off');
    const receiver = await startReceiver();
    await of.emit(1);
    const { id } = await of.create(receiver.url);
    await of.create(`${receiver.url}/other`, ['channel.changed']);
    await of.emit(2);
    await webhooksOf(server, server.studio.stage).emit(3);
    await of.deps.unit(({ emit }) =>
      emit({
        kind: 'menu.changed',
        instanceId: server.studio.dev,
        author: { actor: { kind: 'system' }, origin: 'form' },
      }),
    );
    await of.run();
    expect(exportIds(receiver.received)).toEqual([2]);
    const settings = { url: receiver.url, events: ['export.completed' as const] };
    receiver.answer = answering(500);
    await of.emit(4);
    await of.run();
    await of.update(id, { ...settings, is_active: false });
    await of.emit(5);
    await of.run();
    await of.update(id, { ...settings, is_active: true });
    receiver.answer = answering(204);
    await of.emit(6);
    server.clock.advance(hour);
    await of.run();
    expect(exportIds(receiver.received)).toEqual([2, 4, 6]);
    expect((await of.deliveries(id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['delivered', null],
      ['failed', 'turned-off'],
      ['delivered', null],
    ]);
  });

  test('is stored once, also if the events are read by two servers or the reading is repeated', async () => {
    shows('4.webhooks.once-stored');
    const receiver = await startReceiver();
    const { id } = await of.create(receiver.url);
    await of.emit(1, 2, 3);
    await Promise.all([of.record(), of.record()]);
    await of.deps.database.query(`update event_consumers set position = 0 where name = 'webhooks'`, []);
    await of.record();
    expect(await of.deliveries(id)).toHaveLength(3);
  });

  test('is not sent for a plan without webhooks, nor for a project that is being deleted', async () => {
    shows('4.webhooks.plan');
    const receiver = await startReceiver();
    const { id } = await of.create(receiver.url);
    await setSubscription(server, { plan: 'free', status: 'active' });
    await of.emit(1);
    await of.run();
    expect(receiver.received).toEqual([]);
    expect(await of.deliveries(id)).toEqual([]);
    await setSubscription(server, { plan: 'starter', status: 'active' });
    const setStatus = (status: string) =>
      of.deps.database.query('update projects set status = $1 where id = $2', [status, server.studio.projectId]);
    await setStatus('DeleteInProgress');
    await of.emit(2);
    await of.run();
    await setStatus('Active');
    await of.emit(3);
    await of.run();
    expect(exportIds(receiver.received)).toEqual([3]);
  });
});

describe('a receiver', () => {
  test('that fails for a day holds later messages back, and then loses one message after the other, in order', async () => {
    shows('4.webhooks.retries', '4.webhooks.order', '4.webhooks.given-up');
    const receiver = await startReceiver();
    const { id, secret } = await of.create(receiver.url);
    receiver.answer = answering(500, 'out of order\0');
    server.clock.stop();
    await of.emit(1);
    await of.run();
    server.clock.advance(2 * hour);
    await of.emit(2);
    const spent: number[] = [0];
    for (let seconds = 0; seconds < 24 * hour; seconds += 10) {
      const before = receiver.received.length;
      // Only moments at which something can be due are tried: the others have no query to show.
      const [next] = await of.deps.database.query<{ due: Date }>(
        `select next_attempt_at as due from webhook_deliveries where state = 'waiting' order by id limit 1`,
        [],
      );
      const wait = Math.ceil((next ? next.due.getTime() - server.clock.now().getTime() : 0) / 1000);
      server.clock.advance(wait);
      seconds += wait;
      await of.run();
      if (receiver.received.length > before) spent.push(seconds);
      const log = await of.deliveries(id);
      if (log.at(-1)?.state === 'failed') break;
    }
    const first = receiver.received.filter(({ body }) => JSON.parse(body).data.report_id === 1);
    // Growing delays, an hour at most, and nothing but the first message until its day is over.
    expect(first.length).toBeGreaterThan(20);
    expect(first.length).toBeLessThan(35);
    expect(exportIds(receiver.received).slice(0, first.length)).toEqual(first.map(() => 1));
    expect(new Set(first.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(first.every((received) => isSigned(secret, received))).toBe(true);
    expect(await of.deliveries(id)).toMatchObject([
      { state: 'waiting', reason: null },
      { state: 'failed', reason: 'expired', attempts: first.length, next_attempt_at: null },
    ]);
    expect(await of.list()).toMatchObject([
      { waiting: 1, failing_since: expect.any(String), last_attempt: { is_success: false, status: 500, error: null } },
    ]);
    const [, expired] = await of.deliveries(id);
    const { attempts, body } = await of.delivery(id, expired?.id ?? 0);
    expect(attempts).toHaveLength(first.length);
    expect(attempts[0]).toMatchObject({ status: 500, answer: 'out of order', error: null });
    expect(body).toBe(first[0]?.body);
    receiver.answer = answering(200);
    server.clock.advance(hour + 600);
    await of.run();
    expect(exportIds(receiver.received).at(-1)).toBe(2);
    expect(await of.list()).toMatchObject([{ waiting: 0, failing_since: null, last_attempt: { is_success: true } }]);
  });

  test('that is up again gets all that it has missed, in the order of the events', async () => {
    shows('4.webhooks.order', '4.webhooks.retries');
    const port = await freePort();
    const { id } = await of.create(`http://127.0.0.1:${port}/`);
    await of.emit(1, 2, 3);
    await of.run();
    const log = await of.deliveries(id);
    expect(log.map(({ attempts }) => attempts)).toEqual([0, 0, 1]);
    const first = log.at(-1);
    expect((await of.delivery(id, first?.id ?? 0)).attempts).toMatchObject([
      { status: null, answer: null, error: 'Nothing accepts connections at this address.' },
    ]);
    const receiver = await startReceiver(port);
    await of.run();
    expect(receiver.received).toEqual([]);
    server.clock.advance(12);
    await of.run();
    expect(exportIds(receiver.received)).toEqual([1, 2, 3]);
    await of.run();
    expect(receiver.received).toHaveLength(3);
  });

  test('that answers with a redirect has not taken the message', async () => {
    shows('4.webhooks.guard-redirect');
    const [receiver, other] = [await startReceiver(), await startReceiver()];
    const { id } = await of.create(receiver.url);
    receiver.answer = (response) => response.writeHead(307, { location: other.url }).end();
    await of.emit(1);
    await of.run();
    expect(other.connections()).toBe(0);
    expect(await of.deliveries(id)).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    expect(await of.list()).toMatchObject([{ last_attempt: { is_success: false, status: 307 } }]);
  });

  test('that does not answer in time is called again, and others do not wait for it', async () => {
    shows('4.webhooks.slow');
    const [slow, quick] = [await startReceiver(), await startReceiver()];
    slow.answer = () => {};
    const { id } = await of.create(slow.url);
    const other = await of.create(quick.url);
    await of.emit(1);
    await of.record();
    const short = {
      ...of.deps,
      egress: {
        ...privateEgress,
        call: (url: string, call: Parameters<typeof privateEgress.call>[1]) => {
          expect(call.timeout).toBe(15_000);
          return privateEgress.call(url, { ...call, timeout: 100 });
        },
      },
    };
    const hanging = sendDueWith(short, id);
    await of.send(other.id);
    expect(quick.received).toHaveLength(1);
    await hanging;
    const [delivery] = await of.deliveries(id);
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 1 });
    expect((await of.delivery(id, delivery?.id ?? 0)).attempts).toMatchObject([
      { error: 'There was no answer within 15 seconds.', milliseconds: expect.any(Number) },
    ]);
  });

  test('is called by one server at a time, and by another one once the first is gone', async () => {
    shows('4.webhooks.one-at-a-time');
    const receiver = await startReceiver();
    let open = 0;
    let most = 0;
    receiver.answer = async (response) => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 20));
      open -= 1;
      response.writeHead(204).end();
    };
    const { id } = await of.create(receiver.url);
    await of.emit(1, 2, 3, 4, 5);
    await of.record();
    await Promise.all([of.send(id), of.send(id), of.send(id)]);
    expect([most, exportIds(receiver.received)]).toEqual([1, [1, 2, 3, 4, 5]]);
    await of.emit(6);
    await of.record();
    const claim = (seconds: number) =>
      of.deps.database.query(
        `update webhooks set claimed_by = 'gone', claimed_until = clock_timestamp() + $1 * interval '1 second'`,
        [seconds],
      );
    await claim(30);
    await of.run();
    await of.send(id);
    expect(receiver.received).toHaveLength(5);
    await claim(-1);
    await of.run();
    expect(exportIds(receiver.received)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('gets a message again if the server stops while it is sent', async () => {
    shows('4.webhooks.at-least-once');
    const receiver = await startReceiver();
    const { id } = await of.create(receiver.url);
    await of.emit(1);
    await of.record();
    const stopping = new AbortController();
    receiver.answer = () => stopping.abort(new Error('The server is stopping.'));
    await expect(sendDueWith(of.deps, id, stopping.signal)).rejects.toThrow('The server is stopping.');
    receiver.answer = answering(204);
    await of.run();
    expect(exportIds(receiver.received)).toEqual([1, 1]);
    expect(await of.deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });
});

test('private addresses are refused when a webhook is made, changed and called, unless the server allows them', async () => {
  shows('4.webhooks.guard', '4.webhooks.guard-private', '4.webhooks.guard-second-look-up');
  const receiver = await startReceiver();
  const params = { instanceId: server.studio.dev };
  vi.restoreAllMocks();
  const events = ['export.completed'] as const;
  const create = (url: string) => server.send(webhooks.create, { params, body: { url, events } }, owner);
  for (const url of [
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'https://10.1.2.3',
  ])
    expect(await create(url)).toMatchObject({
      status: 422,
      body: {
        fields: {
          url: 'This address leads into a private network. Use one that can be reached from the internet. Whoever runs this server can allow private ones: WEBHOOK_PRIVATE=1.',
        },
      },
    });
  expect(await create('http://8.8.8.8/')).toMatchObject({
    status: 422,
    body: {
      fields: {
        url: 'Use an address that begins with https://. Whoever runs this server can allow others: WEBHOOK_PRIVATE=1.',
      },
    },
  });
  for (const url of ['', 'x', 'ftp://8.8.8.8', 'https://user:password@8.8.8.8'])
    expect((await create(url)).status).toBe(422);
  const { id } = (await create('https://8.8.8.8/')).body as { id: number };
  const changed = { params: { ...params, webhookId: id }, body: { url: receiver.url, events, is_active: true } };
  expect((await server.send(webhooks.update, changed, owner)).status).toBe(422);
  // An address whose name has led elsewhere when it was checked.
  await of.deps.database.query('update webhooks set url = $1', [`https://localhost:${receiver.port}/`]);
  await of.emit(1);
  await of.record();
  await sendDueWith({ ...of.deps, egress: createEgress({ allowsPrivate: false }) }, id);
  expect(receiver.connections()).toBe(0);
  expect((await of.list())[0]?.last_attempt?.error).toMatch(/^This address leads into a private network/);
  const { database, clock } = server.app.deps;
  const allowing = await buildServer({ database, clock, config: testEnvironment({ WEBHOOK_PRIVATE: '1' }) });
  await allowing.deps.egress.check(receiver.url);
  await allowing.close();
});

describe('a secret', () => {
  test('signs with the previous one for a day after it was replaced, or not any more', async () => {
    shows('4.webhooks.rotation');
    const receiver = await startReceiver();
    const { id, secret: first } = await of.create(receiver.url);
    const signedWith = async (...secrets: string[]) => {
      await of.emit(1);
      await of.run();
      const last = receiver.received.at(-1) as Received;
      return secrets.map((secret) => isSigned(secret, last));
    };
    const { secret: second } = await of.rotate(id, true);
    expect(await signedWith(first, second)).toEqual([true, true]);
    expect(verify(first, receiver.received[0] as Received)).toEqual(verify(second, receiver.received[0] as Received));
    expect((await of.list())[0]?.previous_secret_until).not.toBeNull();
    server.clock.advance(24 * hour + 1);
    expect(await signedWith(first, second)).toEqual([false, true]);
    const { secret: third } = await of.rotate(id, false);
    expect(await signedWith(second, third)).toEqual([false, true]);
    expect((await of.list())[0]?.previous_secret_until).toBeNull();
  });

  test('is in no answer after its creation, in no log, and not readable in the database', async () => {
    shows('4.webhooks.secrets');
    const receiver = await startReceiver();
    const written: string[] = [];
    const log = { ...of.deps.log, warn: (...given: unknown[]) => written.push(JSON.stringify(given)) } as never;
    const { id, secret } = await of.create(`${receiver.url}/T0/secret-path`);
    receiver.answer = answering(500, 'no');
    await of.emit(1);
    await of.record();
    await sendDueWith({ ...of.deps, log }, id);
    const { secret: second } = await of.rotate(id, true);
    await sendDueWith({ ...of.deps, log, secrets: createSecrets('another secret key, another secret key') }, id);
    server.clock.advance(60);
    await sendDueWith({ ...of.deps, log, secrets: createSecrets('another secret key, another secret key') }, id);
    const [delivery] = await of.deliveries(id);
    const read = [
      await of.list(),
      delivery,
      await of.delivery(id, delivery?.id ?? 0),
      await server.call(accessLog.list, { params: { workspaceId: server.studio.workspaceId }, query: {} }, owner),
      await of.deps.database.query('select * from webhooks', []),
      written,
    ];
    const text = JSON.stringify(read);
    for (const hidden of [secret, second]) expect(text).not.toContain(hidden.slice('whsec_'.length));
    expect(JSON.stringify(read[3])).not.toContain('secret-path');
    expect(written).toEqual([expect.stringContaining('cannot be read'), expect.stringContaining('cannot be read')]);
    expect((await of.delivery(id, delivery?.id ?? 0)).attempts[0]?.error).toBe(
      'The secret cannot be read, as the secret key of the server has changed. Make a new secret.',
    );
    expect(receiver.received).toHaveLength(1);
  });
});

describe('by hand', () => {
  const test_ = (id: number, as: Person = 'owner') =>
    server.send(webhooks.test, { params: { instanceId: server.studio.dev, webhookId: id }, body: {} }, { as });
  const resend = (webhookId: number, deliveryId: number) =>
    server.send(webhooks.resend, { params: { instanceId: server.studio.dev, webhookId, deliveryId }, body: {} }, owner);

  test('a test is sent at once by a job, also if others are held back or the webhook is off, and is tried once', async () => {
    shows('4.webhooks.test');
    const receiver = await startReceiver();
    const { id, secret } = await of.create(receiver.url);
    receiver.answer = answering(503);
    await of.emit(1);
    await of.run();
    await of.update(id, { url: receiver.url, events: ['export.completed'], is_active: false });
    receiver.received.length = 0;
    expect((await test_(id)).status).toBe(200);
    await eventually(async () =>
      expect((await of.deliveries(id))[0]).toMatchObject({ state: 'failed', reason: 'by-hand', attempts: 1 }),
    );
    expect(verify(secret, receiver.received[0] as Received)).toMatchObject({
      type: 'webhook.test',
      data: { env: 'Dev' },
    });
    receiver.answer = answering(204);
    expect((await test_(id)).status).toBe(200);
    await eventually(async () =>
      expect((await of.deliveries(id))[0]).toMatchObject({ state: 'delivered', event: 'webhook.test' }),
    );
    expect(receiver.received).toHaveLength(2);
  });

  test('a message of the log is sent again as the same one, and one that waits is not', async () => {
    shows('4.webhooks.resend');
    const receiver = await startReceiver();
    const { id, secret } = await of.create(receiver.url);
    // So that the message that waits is not due during the test.
    server.clock.stop();
    await of.emit(1);
    await of.run();
    const [first] = await of.deliveries(id);
    receiver.answer = answering(500);
    await of.emit(2);
    await of.run();
    const [waiting] = await of.deliveries(id);
    expect(await resend(id, waiting?.id ?? 0)).toMatchObject({ status: 409, body: { error: 'changed' } });
    receiver.answer = answering(204);
    expect((await resend(id, first?.id ?? 0)).status).toBe(200);
    await eventually(() => expect(exportIds(receiver.received)).toEqual([1, 2, 1]));
    await eventually(async () =>
      expect((await of.deliveries(id))[1]).toMatchObject({ state: 'delivered', attempts: 2 }),
    );
    expect(receiver.received[2]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id']);
    expect(verify(secret, receiver.received[2] as Received)).toEqual(verify(secret, receiver.received[0] as Received));
    expect((await resend(id, 999_999)).status).toBe(404);
  });

  test('few tests wait at a time', async () => {
    const { id } = await of.create('http://127.0.0.1:9/');
    await of.deps.database.query(
      `update webhooks set claimed_by = 'another server', claimed_until = clock_timestamp() + interval '1 hour'`,
      [],
    );
    for (let sent = 0; sent < 10; sent++) expect((await test_(id)).status).toBe(200);
    expect(await test_(id)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Wait until they are') },
    });
  });
});

test('webhooks are limited in number, logged, deleted with their log, and belong to their instance', async () => {
  shows('4.webhooks.managed');
  const ids: number[] = [];
  for (let made = 0; made < mostWebhooks; made++) ids.push((await of.create(`https://8.8.8.8/${made}`)).id);
  await expect(of.create('https://8.8.8.8/')).rejects.toThrow('at most 10 webhooks');
  const [id = 0] = ids;
  const stage = { instanceId: server.studio.stage, webhookId: id };
  for (const endpoint of [webhooks.delete, webhooks.deliveries, webhooks.test])
    expect((await server.send(endpoint, { params: stage }, owner)).status).toBe(404);
  await of.update(id, { url: 'https://8.8.4.4/', events: ['channel.changed', 'channel.changed'], is_active: false });
  expect((await of.list())[0]).toMatchObject({
    url: 'https://8.8.4.4/',
    events: ['channel.changed'],
    is_active: false,
  });
  await of.rotate(id, false);
  await server.call(webhooks.delete, { params: { instanceId: server.studio.dev, webhookId: id } }, owner);
  expect((await of.list()).map((one) => one.id)).toEqual(ids.slice(1));
  const { entries } = await server.call(
    accessLog.list,
    { params: { workspaceId: server.studio.workspaceId }, query: {} },
    owner,
  );
  const place = { project_name: 'Studio game', env: 'Dev', webhook_host: '8.8.4.4' };
  expect(entries.slice(0, 4).map(({ action, details }) => ({ action, details }))).toEqual([
    { action: 'webhook_deleted', details: place },
    { action: 'webhook_secret_rotated', details: place },
    { action: 'webhook_changed', details: place },
    { action: 'webhook_created', details: { ...place, webhook_host: '8.8.8.8' } },
  ]);
  for (const endpoint of [webhooks.create, webhooks.update])
    expect(
      (
        await server.send(
          endpoint,
          {
            params: { instanceId: server.studio.dev, webhookId: ids[1] ?? 0 },
            body: { url: 'https://8.8.8.8', events: [], ...(endpoint === webhooks.update && { is_active: true }) },
          },
          owner,
        )
      ).body,
    ).toMatchObject({ fields: { events: 'Choose at least one event' } });
});

test('queue and log are bounded, and what is over them is in the log', async () => {
  shows('4.webhooks.bounded');
  const { id } = await of.create('http://127.0.0.1:9/');
  const { query } = of.deps.database;
  await query(
    `insert into webhook_deliveries (webhook_id, message_id, event, position, body, state, created_at, next_attempt_at)
      select $1, 'msg_' || n, 'export.completed', -n, '{}', 'waiting', $2::timestamptz, $2::timestamptz from generate_series(1, $3::int) n`,
    [id, server.clock.now().toISOString(), mostWaiting - 1],
  );
  await of.emit(1, 2);
  await of.record();
  expect((await of.deliveries(id)).slice(0, 2)).toMatchObject([
    { state: 'failed', reason: 'queue-full' },
    { state: 'waiting', reason: null },
  ]);
  await query(`update webhook_deliveries set state = 'delivered', next_attempt_at = null where position < 0`, []);
  await query(
    `insert into webhook_deliveries (webhook_id, message_id, event, position, body, state, created_at)
      select $1, 'msg_' || n, 'export.completed', -n, '{}', 'delivered', $2::timestamptz from generate_series(2000, 2500) n`,
    [id, server.clock.now().toISOString()],
  );
  const stored = async () => {
    const [row] = await query<{ count: number; waiting: number }>(
      `select count(*)::int as count, count(*) filter (where state = 'waiting')::int as waiting from webhook_deliveries`,
      [],
    );
    return [row?.count, row?.waiting];
  };
  const signal = new AbortController().signal;
  await removeOldDeliveries(of.deps, signal);
  expect(await stored()).toEqual([keptDeliveries, 1]);
  // What it was asked before saves takes no place of events.
  await query(
    `insert into webhook_deliveries (webhook_id, message_id, event, body, state, created_at)
      select $1, 'asked_' || n, 'check.requested', '{}', 'delivered', $2::timestamptz from generate_series(1, $3::int) n`,
    [id, server.clock.now().toISOString(), keptDeliveries + 5],
  );
  await removeOldDeliveries(of.deps, signal);
  expect(await stored()).toEqual([2 * keptDeliveries, 1]);
  server.clock.advance(31 * 24 * hour);
  await removeOldDeliveries(of.deps, signal);
  expect(await stored()).toEqual([1, 1]);
});

test('webhooks are in no plan without them, and can then only be read and deleted', async () => {
  shows('4.webhooks.plan', '4.webhooks.access');
  const { id } = await of.create('https://8.8.8.8/');
  await setSubscription(server, { plan: 'free', status: 'active' });
  const params = { instanceId: server.studio.dev, webhookId: id };
  const settings = { url: 'https://8.8.8.8/', events: ['export.completed'] };
  const statuses = [];
  for (const [endpoint, body] of [
    [webhooks.create, settings],
    [webhooks.update, { ...settings, is_active: false }],
    [webhooks.rotateSecret, { keeps_previous: false }],
    [webhooks.test, {}],
  ] as const)
    statuses.push((await server.send(endpoint, { params, body }, owner)).status);
  expect(statuses).toEqual([402, 402, 402, 402]);
  expect(await of.list()).toHaveLength(1);
  expect((await server.send(webhooks.list, { params }, { as: 'member' })).status).toBe(403);
  expect((await server.send(webhooks.delete, { params }, owner)).status).toBe(200);
});

import { AsyncLocalStorage } from 'node:async_hooks';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { webhooks } from '@quartermaster/contract/endpoints/webhooks.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { checkLimits, type FailureMode } from '@quartermaster/contract/webhook-events.ts';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { webhooksJob } from '../../server/modules/webhooks/record-service.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { importFile, jsonLines } from '../support/import-file.ts';
import type { Receiver } from '../support/receiver.ts';
import { saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { sentItems, startCheck } from '../support/save-checks.ts';
import { holdJob } from '../support/server-jobs.ts';
import { setSubscription } from '../support/subscription.ts';
import { as, beginSwordEdits, byIds, create, dev, fields, operate, read, server } from '../support/sword-edits.ts';
import { timeout } from '../support/timeout.ts';
import { privateEgress, webhooksOf } from '../support/webhooks.ts';

beginSwordEdits();
beforeEach(async () => {
  // A save that is prepared with an outdated template, here one of an earlier test, asks again with the current one.
  await create({ label: 'First', price: 1 });
});

/** A save of a new sword, or of one in a version. */
const trySave = async (values: ItemValues, more: { id?: number; version?: number; before?: ItemValues } = {}) => {
  const body = saveBody('sword', fields, values, { label: 'Sword', ...more });
  const answer = await server.send(items.save, { params: dev(), body }, as);
  return { status: answer.status, ...(answer.body as ErrorBody & { id: number; version: number }) };
};

const deliveries = (id: number) => webhooksOf(server).deliveries(id);
const swords = async () => [...(await read()).items.values()].filter(({ label }) => label !== 'First');

describe('a message before a save', () => {
  test('is signed, has the item as it is then written, and is logged without its content', async () => {
    shows('5.check.signed');
    const { receiver, secret, id } = await startCheck(server);
    const [parent = 0] = await create({ price: 1 });
    receiver.received.length = 0;
    const saved = await trySave({ title: 'Excalibur', price: 7, parent, bonuses: [{ stat: 'luck', amount: 2 }] });
    expect(saved.status).toBe(200);
    const [message] = receiver.received;
    const { body = '', headers } = message ?? {};
    const read_ = new Webhook(secret).verify(body, headers as Record<string, string>) as Record<string, unknown>;
    const place = { project_id: server.studio.projectId, instance_id: server.studio.dev, env: 'Dev' };
    const item = {
      ...{ id: null, title: 'Excalibur', price: 7, weight: null, shiny: null, parent, parts: [] },
      bonuses: [{ stat: 'luck', amount: 2 }],
    };
    expect(read_).toMatchObject({
      type: 'check.requested',
      data: { ...place, items: [{ index: 0, template_id: 'sword', label: 'Sword', item }] },
    });
    const [logged] = await deliveries(id);
    expect(logged).toMatchObject({ event: 'check.requested', state: 'delivered', reason: null, attempts: 1 });
    const log = await webhooksOf(server).delivery(id, logged?.id ?? 0);
    expect(JSON.parse(log.body).data).toEqual({
      ...place,
      items: [{ index: 0, template_id: 'sword', item: { id: null } }],
    });
    expect(JSON.stringify(log)).not.toContain('Excalibur');
    expect(log.attempts).toMatchObject([{ status: 204, error: null, answer: '' }]);
    const resend = { params: { ...dev(), webhookId: id, deliveryId: logged?.id ?? 0 }, body: {} };
    expect((await server.send(webhooks.resend, resend, as)).status).toBe(422);
  });

  test('is signed with both secrets after a rotation', async () => {
    shows('5.check.signed');
    const { receiver, secret, id } = await startCheck(server);
    const { secret: next } = await webhooksOf(server).rotate(id, true);
    expect((await trySave({ price: 1 })).status).toBe(200);
    const [message] = receiver.received;
    for (const one of [secret, next])
      expect(() =>
        new Webhook(one).verify(message?.body ?? '', message?.headers as Record<string, string>),
      ).not.toThrow();
  });

  test('refuses at the paths of fields, of rows, of the label and of the item; unknown paths are about the item', async () => {
    shows('5.check.places');
    const { refuse, receiver } = await startCheck(server);
    const fieldsFor = async (...refusals: [field: string | null | undefined, reason: string][]) => {
      receiver.answer = (response) =>
        response.end(JSON.stringify({ refusals: refusals.map(([field, reason]) => ({ index: 0, field, reason })) }));
      const values = { price: 1, bonuses: [{ amount: 1 }, { amount: 2 }] };
      const { status, error, fields: wrong } = await trySave(values);
      expect([status, error]).toEqual([422, 'invalid']);
      return wrong;
    };
    expect(
      await fieldsFor(
        ['price', 'is too low'],
        ['bonuses.2.amount', 'is odd'],
        ['bonuses.#', 'are many'],
        ['_label', 'is dull'],
      ),
    ).toEqual({
      'fields.price': 'is too low',
      'fields.amount.1': 'is odd',
      'fields.bonuses': 'are many',
      internal_label: 'is dull',
    });
    expect(await fieldsFor([null, 'is not allowed'])).toEqual({ fields: 'is not allowed' });
    expect(await fieldsFor([undefined, 'is not allowed'])).toEqual({ fields: 'is not allowed' });
    for (const path of ['colour', 'bonuses.3.amount', 'bonuses.amount', 'price.1'])
      expect(await fieldsFor([path, 'is wrong'])).toEqual({ fields: `${path}: is wrong` });
    expect(await fieldsFor(['price', `a\u0000b\nc\ud800${'x'.repeat(400)}`])).toEqual({
      'fields.price': `a b c\ufffd${'x'.repeat(checkLimits.reasonLength - 7)}…`,
    });
    expect(await swords()).toEqual([]);
    refuse(({ item }) => (item.price === 2 ? { field: 'price', reason: 'is two' } : undefined));
    const bodies = [1, 2, 3].map((price) => saveBody('sword', fields, { price }));
    const batch = await server.send(items.saveMany, { params: dev(), body: { items: bodies } }, as);
    expect([batch.status, (batch.body as ErrorBody).fields]).toEqual([422, { 'items.1.fields.price': 'is two' }]);
    expect(await swords()).toEqual([]);
  });

  test('asks about what is then written, again if that has changed meanwhile', async () => {
    shows('5.check.again');
    const { receiver, asked } = await startCheck(server);
    const [id = 0] = await create({ price: 1, title: 'One' });
    const before = { price: 1, title: 'One' };
    const other = { price: 1, title: 'Other' };
    const change = (version: number) => {
      let isFirst = true;
      receiver.received.length = 0;
      receiver.answer = async (response) => {
        if (isFirst) {
          isFirst = false;
          await saveOne(
            server,
            saveBody('sword', fields, { ...other, weight: version }, { id, version, before: other, label: 'Sword 0' }),
          );
        }
        response.writeHead(204).end();
      };
    };
    await saveOne(server, saveBody('sword', fields, other, { id, version: 1, before, label: 'Sword 0' }));
    change(2);
    const mine = saveBody('sword', fields, { ...before, price: 5 }, { id, version: 1, before, label: 'Sword 0' });
    const merged = await server.send(items.save, { params: dev(), body: { ...mine, merge: true } }, as);
    expect(merged.status).toBe(200);
    // That of the other save, which was made while this one was asked about, and then this one again.
    expect(asked().map(({ item: { price, title, weight } }) => [price, title, weight])).toEqual([
      [5, 'Other', null],
      [1, 'Other', 2],
      [5, 'Other', 2],
    ]);
    const now = (await read()).items.get(id);
    expect(now?.values).toMatchObject({ price: 5, title: 'Other', weight: 2 });
    change(now?.version ?? 0);
    const stale = saveBody(
      'sword',
      fields,
      { ...other, weight: 2, price: 9 },
      { id, version: now?.version ?? 0, before: { ...other, weight: 2 }, label: 'Sword 0' },
    );
    expect((await server.send(items.save, { params: dev(), body: stale }, as)).status).toBe(409);
    expect((await read()).items.get(id)?.values).toMatchObject({ price: 5 });
  });

  test('costs 10 calls or fewer for 1,000 imported rows', async () => {
    shows('5.check.batched');
    const { receiver, asked, refuse } = await startCheck(server);
    const rows = Array.from({ length: 1000 }, (_, at) => ({ _label: `Sword ${at}`, price: at % 1000 }));
    refuse(({ item }) => (item.price === 777 ? { field: 'price', reason: 'is unlucky' } : undefined));
    const refused = await importFile(server, jsonLines(rows));
    expect([refused.status, refused.import.counts.refused]).toEqual([422, 1]);
    expect(refused.rows[0]).toMatchObject({ line: 778, refusal: { field_id: 'price', reason: 'is unlucky' } });
    expect(receiver.received.length).toBeLessThanOrEqual(5);
    refuse();
    receiver.received.length = 0;
    const { status, import: applied } = await importFile(server, jsonLines(rows));
    expect([status, applied.state, applied.counts.added]).toEqual([200, 'applied', 1000]);
    expect(receiver.received.length).toBeLessThanOrEqual(10);
    // In the check, and before they are written.
    expect(asked()).toHaveLength(2000);
    for (const message of receiver.received) {
      expect(sentItems(message).length).toBeLessThanOrEqual(checkLimits.items);
      expect(sentItems(message).map(({ index }) => index)).toEqual([...sentItems(message).keys()]);
    }
  });

  test('is bounded in bytes, and an item that is too large for it is a failure', async () => {
    shows('5.check.batched');
    const long = Array.from({ length: 9 }, (_, at) => ({
      title: `T${at}`,
      price: at,
      bonuses: [{ stat: 'x'.repeat(200_000) }],
    }));
    const { receiver } = await startCheck(server);
    const bodies = long.map((values) => saveBody('sword', fields, values));
    await server.call(items.saveMany, { params: dev(), body: { items: bodies } }, as);
    expect(receiver.received).toHaveLength(2);
    for (const { body } of receiver.received) expect(Buffer.byteLength(body)).toBeLessThan(checkLimits.bytes + 1000);
    // A row has all of its fields in the message, whatever it stores.
    const names = Array.from({ length: 100 }, (_, at) => `a_field_with_a_name_of_some_length_${at}`);
    const wide = [...fields, ...names.map((name) => ({ ...(fields[7] as (typeof fields)[number]), id: name }))].map(
      (one, order) => ({ ...one, order, settings: { ...one.settings, name: one.id } }),
    );
    await saveTemplate(server, 'sword', wide, { version: 1, label: 'Swords' });
    expect((await trySave({ price: 1 })).status).toBe(200);
    receiver.received.length = 0;
    const bonuses = Array.from({ length: 1900 }, (_, at) => ({ stat: String(at) }));
    const { status, fields: wrong } = await trySave({ price: 1, bonuses });
    expect([status, wrong]).toEqual([422, { fields: expect.stringContaining('larger than 8 MiB') }]);
    expect(receiver.received).toEqual([]);
  });
});

type Answer = Receiver['answer'];
const replying =
  (status: number, text = ''): Answer =>
  (response) =>
    response.writeHead(status).end(text);
const refusals = (list: unknown) => replying(200, JSON.stringify({ refusals: list }));

const failures: [name: string, answer: Answer, failure: string][] = [
  ['slow', () => {}, 'There was no answer within 3 seconds.'],
  ['an error', replying(500, 'down'), 'The answer has the status 500.'],
  ['a redirect', (response) => response.writeHead(302, { location: '/' }).end(), 'The answer has the status 302.'],
  ['closed', (response) => response.destroy(), 'The receiver has closed the connection without an answer.'],
  ['not JSON', replying(200, '<html>'), 'The answer is not JSON.'],
  [
    'in Latin-1',
    (response) => response.end(Buffer.from('{"refusals":[{"index":0,"reason":"Épée"}]}', 'latin1')),
    'The answer is not UTF-8.',
  ],
  ['in UTF-16', (response) => response.end(Buffer.from('\ufeff{}', 'utf16le')), 'The answer is in UTF-16.'],
  ['another answer', replying(200, '{"ok":true}'), 'The answer has no list of refusals.'],
  ['no object', replying(200, 'null'), 'The answer has no list of refusals.'],
  ['oversized', replying(200, ' '.repeat(checkLimits.answerBytes + 1)), 'The answer is longer than 256 KiB.'],
  [
    'too many refusals',
    refusals(Array.from({ length: 1001 }, () => ({ index: 0, reason: 'no' }))),
    'The answer has more than 1,000 refusals.',
  ],
  ['another item', refusals([{ index: 1, reason: 'no' }]), 'The answer refuses an item that it was not asked about.'],
  ['no item', refusals([{ reason: 'no' }]), 'The answer refuses an item that it was not asked about.'],
  [
    'a strange item',
    refusals([{ index: '0', reason: 'no' }]),
    'The answer refuses an item that it was not asked about.',
  ],
  ['no reason', refusals([{ index: 0, field: 'price' }]), 'The answer refuses an item without a reason.'],
  ['a strange field', refusals([{ index: 0, field: 7, reason: 'no' }]), 'The answer has a field that is no text.'],
  ['no refusal', refusals([null]), 'The answer refuses an item that it was not asked about.'],
];

describe.each(failures)('an answer that is: %s', (_, answer, failure) => {
  test.each<FailureMode>(['open', 'closed'])('fails, and the save goes through or is refused: %s', async (mode) => {
    shows('5.check.fails');
    const { receiver, id, refuse } = await startCheck(server, { mode });
    const { egress } = server.app.deps;
    const timeouts: number[] = [];
    // So that the test does not take as long as the product waits.
    vi.mocked(egress.call).mockImplementationOnce((address, call) => {
      timeouts.push(call.timeout);
      return privateEgress.call(address, { ...call, timeout: failure.includes('3 seconds') ? 50 : call.timeout });
    });
    receiver.answer = answer;
    const { status, fields: wrong } = await trySave({ price: 1 });
    if (mode === 'open') expect(status).toBe(200);
    else {
      const host = new URL(receiver.url).host;
      expect([status, wrong]).toEqual([422, { fields: `could not be checked by ${host}: ${failure.slice(0, -1)}` }]);
    }
    expect(await swords()).toHaveLength(mode === 'open' ? 1 : 0);
    expect(timeouts).toEqual([3000]);
    const [logged] = await deliveries(id);
    expect(logged).toMatchObject({
      event: 'check.requested',
      state: 'failed',
      reason: 'asked-once',
      next_attempt_at: null,
    });
    const { attempts } = await webhooksOf(server).delivery(id, logged?.id ?? 0);
    expect(attempts).toMatchObject([{ error: failure }]);
    expect((await webhooksOf(server).list())[0]?.last_attempt).toMatchObject({ is_success: false, error: failure });
    refuse();
    expect((await trySave({ price: 2 })).status).toBe(200);
  });
});

describe('a webhook that fails', () => {
  test('keeps out each of several items, if they may not be saved without its answer', async () => {
    shows('5.check.fails');
    const { receiver } = await startCheck(server, { mode: 'closed' });
    receiver.answer = replying(503);
    const { status, import: checked } = await importFile(server, jsonLines([{ price: 1 }, { price: 2 }]));
    expect([status, checked.counts.refused]).toEqual([422, 2]);
    expect(await swords()).toHaveLength(0);
  });

  test.each<FailureMode>(['open', 'closed'])(
    'is not asked for a minute after 5 failures in a row: %s',
    async (mode) => {
      shows('5.check.breaker');
      server.clock.stop();
      const { receiver, refuse } = await startCheck(server, { mode });
      const paused = async () => (await webhooksOf(server).list())[0]?.checks_paused_until;
      const expected = mode === 'open' ? 200 : 422;
      const fail = async (times: number) => {
        receiver.answer = replying(503);
        for (let time = 0; time < times; time += 1) expect((await trySave({ price: 1 })).status).toBe(expected);
      };
      await fail(4);
      refuse();
      expect((await trySave({ price: 1 })).status).toBe(200);
      // Only those in a row count.
      await fail(4);
      expect(await paused()).toBeNull();
      await fail(1);
      expect(await paused()).not.toBeNull();
      const calls = receiver.received.length;
      expect(calls).toBe(10);
      refuse();
      const { status, fields: wrong } = await trySave({ price: 1 });
      expect(status).toBe(expected);
      if (mode === 'closed') expect(wrong?.fields).toContain('It is paused, as 5 calls in a row have failed');
      expect(receiver.received).toHaveLength(calls);
      server.clock.advance(checkLimits.pauseSeconds + 5);
      expect(await paused()).toBeNull();
      // One more failure pauses it at once.
      await fail(1);
      expect(await paused()).not.toBeNull();
      server.clock.advance(checkLimits.pauseSeconds + 5);
      refuse();
      expect((await trySave({ price: 1 })).status).toBe(200);
      await fail(4);
      expect(await paused()).toBeNull();
    },
  );

  test.each<FailureMode>(['open', 'closed'])(
    'that saves before it answers has a bounded number of open messages, and its chain ends: %s',
    async (mode) => {
      shows('5.check.chain');
      const { receiver } = await startCheck(server, { mode });
      const { egress } = server.app.deps;
      let [open, most, saving, asking] = [0, 0, 0, 0];
      // Resolved once a message has to wait.
      const full = Promise.withResolvers<void>();
      const { checkTurns } = server.app.deps;
      const spy = vi.spyOn(server.app.deps, 'checkTurns').mockImplementation((key, work) => {
        asking += 1;
        if (asking > checkLimits.atOnce) full.resolve();
        return checkTurns(key, work);
      });
      onTestFinished(() => spy.mockRestore());
      vi.mocked(egress.call).mockImplementation(async (address, call) => {
        open += 1;
        most = Math.max(most, open);
        // Longer than a busy machine takes.
        return privateEgress.call(address, { ...call, timeout: 10 * timeout }).finally(() => {
          open -= 1;
        });
      });
      receiver.answer = async (response) => {
        saving += 1;
        const saved = trySave({ price: receiver.received.length }).finally(() => {
          saving -= 1;
        });
        await Promise.race([saved, full.promise]);
        response.writeHead(503).end();
      };
      await trySave({ price: 1 });
      await eventually(() => expect(saving).toBe(0));
      expect(most).toBe(checkLimits.atOnce);
      receiver.answer = replying(204);
      server.clock.advance(checkLimits.pauseSeconds + 5);
      expect((await trySave({ price: 2 })).status).toBe(200);
    },
  );

  test('is asked at once after it was changed', async () => {
    shows('5.check.breaker');
    const { receiver, id, refuse, asked } = await startCheck(server);
    receiver.answer = replying(503);
    for (let time = 0; time < 5; time += 1) await trySave({ price: 1 });
    refuse();
    await webhooksOf(server).update(id, { url: receiver.url, events: [], is_active: true });
    receiver.received.length = 0;
    expect((await trySave({ price: 2 })).status).toBe(200);
    expect(asked()).toHaveLength(1);
  });
});

test('only active webhooks are asked, in plans that have them, and none that is not to be asked', async () => {
  const { receiver, id, refuse } = await startCheck(server);
  const of = webhooksOf(server);
  refuse(() => ({ reason: 'never' }));
  const [first = 0] = (await read()).items.keys();
  let weight = 0;
  // Change sets look for webhooks themselves, and saves do only if the instance has some.
  const isAsked = async () => {
    const { status } = await trySave({ price: 1 });
    weight += 1;
    const edit = { selection: byIds(first), action: operate({ field_id: 'weight', op: 'set', value: weight }) };
    expect((await server.send(bulkEdits.apply, { params: dev(), body: edit }, as)).status).toBe(status);
    return status === 422;
  };
  expect(await isAsked()).toBe(true);
  await of.update(id, { url: receiver.url, events: [], is_active: false });
  expect(await isAsked()).toBe(false);
  await of.update(id, { url: receiver.url, events: [], is_active: true });
  expect(await isAsked()).toBe(true);
  await setSubscription(server, { plan: 'free', status: 'active' });
  expect(await isAsked()).toBe(false);
  await setSubscription(server, { plan: 'teams', status: 'active' });
  const params = { ...dev(), webhookId: id };
  const settings = { url: receiver.url, events: ['export.completed' as const], is_active: true };
  await server.call(webhooks.update, { params, body: { ...settings, before_saves: null } }, as);
  expect(await isAsked()).toBe(false);
  const without = { ...settings, events: [], before_saves: null };
  expect((await server.send(webhooks.update, { params, body: without }, as)).body).toMatchObject({
    fields: { events: 'Choose at least one event' },
  });
  await server.call(webhooks.update, { params, body: { ...settings, before_saves: 'closed' } }, as);
  expect(await isAsked()).toBe(true);
  await server.call(webhooks.delete, { params }, as);
  expect(await isAsked()).toBe(false);
});

test('a save makes no further query without a webhook to ask', async () => {
  shows('5.check.free');
  await holdJob(server.app.deps, webhooksJob);
  const [id = 0] = await create({ price: 1 });
  const { database } = server.app.deps;
  /** Tells the statements of a save from those of jobs. */
  const ofSave = new AsyncLocalStorage<boolean>();
  let version = 1;
  const saveNext = async () => {
    const before = { price: version };
    const { status } = await trySave({ price: version + 1 }, { id, version, before });
    expect(status).toBe(200);
    version += 1;
  };
  const statementsOfSave = async () => {
    // Fills the caches, which jobs of an earlier test may have emptied.
    await saveNext();
    const texts: string[] = [];
    const { query } = database;
    const spy = vi.spyOn(database, 'query').mockImplementation((text, ...more) => {
      // The notice to other servers, and the turn of the streams, come after all saves of a moment.
      const isOfStreams = text.includes('pg_notify') || text.includes('from events where position is null');
      if (ofSave.getStore() && !isOfStreams) texts.push(text.trim());
      return query(text, ...more);
    });
    await ofSave.run(true, saveNext);
    spy.mockRestore();
    return texts;
  };
  const isOfWebhooks = (text: string) => text.includes('webhooks');
  const plain = await statementsOfSave();
  expect(plain.filter(isOfWebhooks)).toEqual([]);
  const { id: webhookId, receiver } = await startCheck(server);
  const asking = await statementsOfSave();
  expect(asking.filter(isOfWebhooks)).toHaveLength(3);
  // As one text, so that a failure names the statement.
  expect(asking.filter((text) => !isOfWebhooks(text)).join('\n\n')).toBe(plain.join('\n\n'));
  await webhooksOf(server).update(webhookId, { url: receiver.url, events: [], is_active: false });
  expect(await statementsOfSave()).toEqual(plain);
  await webhooksOf(server).update(webhookId, { url: receiver.url, events: [], is_active: true });
  expect(await statementsOfSave()).toEqual(asking);
  await server.call(webhooks.delete, { params: { ...dev(), webhookId } }, as);
  expect(await statementsOfSave()).toEqual(plain);
});

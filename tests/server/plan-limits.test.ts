import { items } from '@quartermaster/contract/endpoints/items.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createProject, createWorkspace } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { drawPortrait } from '../support/draw-portrait.ts';
import { imageBody } from '../support/image-body.ts';
import { saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);
const setPlan = (workspaceId: number, plan: string) =>
  query('update subscriptions set plan = $2 where workspace_id = $1', [workspaceId, plan]);

/** Another project of a workspace, by environment. */
async function addProject(workspaceId: number): Promise<Record<string, number>> {
  const now = server.clock.now();
  const make = (query: Parameters<typeof createProject>[0]) =>
    createProject(query, { workspaceId, name: 'Second', now });
  const { instances } = await server.app.deps.database.transaction(make);
  return Object.fromEntries(instances.map(({ id, env }) => [env, id]));
}

const saveThing = async (instanceId: number, as: 'owner' | 'free') => {
  const { status, body } = await server.send(
    items.save,
    { params: { instanceId }, body: saveBody('thing', [], {}) },
    { as },
  );
  return [status, (body as { error?: string }).error];
};

describe('items', () => {
  test.each(['starter', 'teams'])('are unlimited on %s', async (plan) => {
    shows('1.9.teams.items', '3.plans.items.starter', '3.plans.items.teams');
    const { dev, workspaceId } = server.studio;
    await setPlan(workspaceId, plan);
    await saveTemplate(server, 'thing', []);
    await saveAll(
      server,
      Array.from({ length: 801 }, () => saveBody('thing', [], {})),
    );
    expect(await saveThing(dev, 'owner')).toEqual([200, undefined]);
  });

  test('of other instances do not count on Free', async () => {
    shows('3.settled.free-items.counted-in-dev');
    const { dev, stage, workspaceId } = server.studio;
    await insertItems(server.app.deps.database, stage, 'many', 800);
    await insertItems(server.app.deps.database, dev, 'few', 798, 1000);
    await saveTemplate(server, 'thing', []);
    await setPlan(workspaceId, 'free');
    expect(await saveThing(dev, 'owner')).toEqual([200, undefined]);
    expect(await saveThing(dev, 'owner')).toEqual([200, undefined]);
    expect(await saveThing(dev, 'owner')).toEqual([402, 'item_limit']);
  });

  test('of other projects do not count on Free', async () => {
    shows('3.settled.free-items.per-project');
    const { dev, workspaceId } = server.studio.free;
    const { Dev = 0 } = await addProject(workspaceId);
    await insertItems(server.app.deps.database, Dev, 'many', 800);
    await saveTemplate(server, 'thing', [], { as: 'free', instanceId: dev });
    expect(await saveThing(dev, 'free')).toEqual([200, undefined]);
    await insertItems(server.app.deps.database, dev, 'many', 799, 1000);
    expect(await saveThing(dev, 'free')).toEqual([402, 'item_limit']);
  });
});

test('an image has at most 2 MB on Starter', async () => {
  shows('1.9.image.starter', '3.plans.image.starter', '3.settled.image-size.starter');
  await setPlan(server.studio.workspaceId, 'starter');
  const png = drawPortrait('QM', [10, 20, 30]);
  const send = (size: number) => {
    // Text between the first and the last part of the file makes it as large as needed.
    const text = Buffer.alloc(size - png.length);
    text.writeUInt32BE(text.length - 12, 0);
    text.write('teXt', 4, 'latin1');
    const value = Buffer.concat([png.subarray(0, -12), text, png.subarray(-12)]).toString('base64');
    const params = { instanceId: server.studio.dev };
    return server.send(items.save, { params, body: imageBody(value) }, { as: 'owner' });
  };
  expect((await send(2 * 1024 * 1024)).status).toBe(200);
  const { status, body } = await send(2 * 1024 * 1024 + 1);
  expect([status, (body as { fields?: object }).fields]).toEqual([
    422,
    { 'fields.image-img': 'Please upload an image smaller than 2MB' },
  ]);
});

test('a project on Starter has Dev, Stage and Prod', async () => {
  shows('1.9.starter.instances', '3.plans.instances.starter', '3.settled.instances.starter');
  const { workspaceId } = server.studio.free;
  await setPlan(workspaceId, 'starter');
  await addProject(workspaceId);
  const { workspaces: list } = await server.call(workspaces.list, {}, { as: 'free' });
  expect(list[0]?.projects.map(({ instances }) => instances.map(({ env }) => env))).toEqual([
    ['Dev'],
    ['Dev', 'Stage', 'Prod'],
  ]);
});

describe('a subscription', () => {
  const read = (workspaceId: number, as: 'owner' | 'free') =>
    server.call(workspaces.getSubscription, { params: { workspaceId } }, { as });

  test.each(['free', 'starter', 'teams'])('reports the plan %s', async (plan) => {
    shows('1.3.subscription.type');
    await setPlan(server.studio.workspaceId, plan);
    expect((await read(server.studio.workspaceId, 'owner')).type).toBe(plan);
  });

  test.each(['active', 'trial', 'canceled', 'past_due', 'cancel_requested'])(
    'reports that it is %s',
    async (status) => {
      shows(
        '1.4.subscription.status-cancel-requested',
        '1.4.subscription.status-canceled',
        '1.4.subscription.status-past-due',
        '1.4.subscription.status-trial',
      );
      const { workspaceId } = server.studio;
      await query('update subscriptions set status = $2 where workspace_id = $1', [workspaceId, status]);
      expect((await read(workspaceId, 'owner')).status).toBe(status);
    },
  );

  test('has the next billing date as a timestamp, and payments in cents', async () => {
    shows('1.3.subscription.next-billing-date', '1.3.subscription.next-payment', '1.3.subscription.recurring-payment');
    const { workspaceId } = server.studio;
    await query(
      `update subscriptions set next_billing_date_at = '2026-12-01T10:00:00Z', recurring_payment = 8700, next_payment = 2950
        where workspace_id = $1`,
      [workspaceId],
    );
    expect(await read(workspaceId, 'owner')).toMatchObject({
      next_billing_date_at: '2026-12-01T10:00:00.000Z',
      recurring_payment: 8700,
      next_payment: 2950,
    });
  });

  test('of a new workspace is a trial of Teams for 14 days', async () => {
    const now = server.clock.now();
    const workspaceId = await server.app.deps.database.transaction((query) =>
      createWorkspace(query, { name: 'New', ownerId: server.studio.accounts.owner, now }),
    );
    expect(await read(workspaceId, 'owner')).toMatchObject({
      type: 'teams',
      status: 'trial',
      next_billing_date_at: new Date(now.getTime() + 14 * 24 * 60 * 60 * 1000).toISOString(),
    });
  });
});

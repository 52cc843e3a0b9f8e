import { billing } from '@quartermaster/contract/endpoints/billing.ts';
import { members } from '@quartermaster/contract/endpoints/people/members.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { beforeEach, expect, test } from 'vitest';
import { buy, readSubscription, simulatorOf } from '../support/billing.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const times = Number(process.env.BILLING_RACES ?? 10);

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const as = { as: 'owner' } as const;
const inStudio = () => ({ params: { workspaceId: server.studio.workspaceId } });
const invite = async (name: string) =>
  (await server.send(members.invite, { ...inStudio(), body: { email: `${name}@studio.test`, role_id: 3 } }, as)).status;
const setMembers = async (count: number) =>
  (await server.send(billing.setMembers, { ...inStudio(), body: { new_value: count } }, as)).status;

/** Used seats and projects never exceed the paid ones, here and at the payment provider. */
async function expectRoom() {
  const { members: paid, used_members, projects: paidProjects, used_projects } = await readSubscription(server);
  expect(used_members).toBeLessThanOrEqual(paid);
  expect(used_projects).toBeLessThanOrEqual(paidProjects);
  const [held] = (await simulatorOf(server).look(server.studio.workspaceId)).subscriptions;
  expect(held).toMatchObject({ members: paid, projects: paidProjects });
}

test('two concurrent invitations do not take the same last seat', async () => {
  await buy(server, 'teams', 4);
  const answers = await Promise.all(['a', 'b', 'c'].map(invite));
  expect(answers.toSorted()).toEqual([200, 402, 402]);
  await expectRoom();
});

test('an invitation and a concurrent reduction of seats do not both succeed', async () => {
  await buy(server, 'teams', 4);
  for (let time = 0; time < times; time += 1) {
    await server.app.deps.database.query('delete from invitations', []);
    await setMembers(4);
    const calls = [() => invite(`guest-${time}`), () => setMembers(3)];
    const answers = await Promise.all((time % 2 === 0 ? calls : calls.toReversed()).map((call) => call()));
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    await expectRoom();
  }
});

test('seats and projects that are being reduced at the payment provider cannot be used', async () => {
  await buy(server, 'teams', 5);
  const { payments } = server.app.deps;
  const reached = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const change: typeof payments.change = async (id, items) => {
    reached.resolve();
    await go.promise;
    return payments.change(id, items);
  };
  server.app.deps.payments = { ...payments, change };
  try {
    const fewer = setMembers(3);
    await reached.promise;
    expect(await invite('guest')).toBe(402);
    // No other change begins in the meantime.
    expect(await setMembers(9)).toBe(409);
    go.resolve();
    expect(await fewer).toBe(200);
  } finally {
    server.app.deps.payments = payments;
  }
  await expectRoom();
});

test('a new project and a concurrent reduction of projects do not both succeed', async () => {
  await buy(server, 'teams', 3);
  await server.call(billing.setProjects, { ...inStudio(), body: { new_value: 4 } }, as);
  const create = async (name: string) =>
    (await server.send(projects.create, { body: { project_name: name, workspace_id: server.studio.workspaceId } }, as))
      .status;
  for (const name of ['Two', 'Three']) await create(name);
  const fewer = server.send(billing.setProjects, { ...inStudio(), body: { new_value: 3 } }, as);
  const [made, { status }] = await Promise.all([create('Four'), fewer]);
  expect([made === 200, status === 200].filter(Boolean)).toHaveLength(1);
  await expectRoom();
});

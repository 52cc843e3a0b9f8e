import { billing } from '@quartermaster/contract/endpoints/billing.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { beforeEach, expect, test } from 'vitest';
import { removeCanceledContent } from '../../server/modules/billing/content-removal-service.ts';
import { removeDueProjects } from '../../server/modules/projects/remove-projects.ts';
import { shows } from '../specification/shows.ts';
import { buy, standing } from '../support/billing.ts';
import { eventually } from '../support/eventually.ts';
import { mailsOf } from '../support/mailbox.ts';
import { addProject } from '../support/members.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { emailOf } from '../support/server-studio.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await cancelAt('2026-11-22T10:00:00Z');
});

const as = { as: 'owner' } as const;
const inStudio = () => ({ params: { workspaceId: server.studio.workspaceId } });

const cancelAt = (date: string) =>
  server.app.deps.database.query(
    "update subscriptions set status = 'canceled', next_billing_date_at = $2 where workspace_id = $1",
    [server.studio.workspaceId, date],
  );

/** Runs the jobs at this time. */
async function at(time: string): Promise<void> {
  const clock = { now: () => new Date(time) };
  const signal = AbortSignal.timeout(10_000);
  await removeCanceledContent({ ...server.app.deps, clock }, signal);
  await removeDueProjects({ ...server.app.deps, clock }, signal);
}

const subjects = async () =>
  (await mailsOf(server.app)).map(({ recipient, subject }) => `${recipient}: ${subject}`).toSorted();
const projectCount = async () => (await server.call(workspaces.getSubscription, inStudio(), as)).used_projects;
const mail = (date: string, to: 'owner' | 'admin' = 'owner') =>
  `${emailOf(to)}: The content of Studio is deleted on ${date}`;

test('content is kept for six months after the billing date, with mails 30 and 7 days before', async () => {
  shows('3.settled.canceled.content', '3.settled.canceled.mails', '1.9.retention.canceled');
  const { accounts, elsewhere, free } = server.studio;
  const { query } = server.app.deps.database;
  await query('update workspace_members set role_id = 1 where account_id = $1', [accounts.admin]);
  await addProject(server, 'Second');
  // One is due later, and another one is not canceled.
  await query(
    `update subscriptions set next_billing_date_at = '2027-02-01', status = case when workspace_id = $1 then 'canceled' else status end
      where workspace_id = any($2::int[])`,
    [elsewhere.workspaceId, [elsewhere.workspaceId, free.workspaceId]],
  );
  const toBoth = (date: string) => [mail(date, 'admin'), mail(date)];
  await at('2027-04-22T09:59:00Z');
  await at('2027-04-22T10:01:00Z');
  await at('2027-05-10T10:00:00Z');
  await eventually(async () => expect(await subjects()).toEqual(toBoth('May 22, 2027')));
  expect((await mailsOf(server.app))[0]?.text).toContain('on May 22, 2027 (UTC)');
  expect((await mailsOf(server.app))[0]?.text).toContain(`/settings/billing?workspace=${server.studio.workspaceId}`);
  await at('2027-05-15T10:01:00Z');
  const twice = [...toBoth('May 22, 2027'), ...toBoth('May 22, 2027')].toSorted();
  await eventually(async () => expect(await subjects()).toEqual(twice));
  await at('2027-05-22T10:00:30Z');
  expect(await projectCount()).toBe(2);
  await at('2027-05-22T10:02:00Z');
  expect(await projectCount()).toBe(0);
  await at('2027-06-22T10:02:00Z');
  expect(await subjects()).toHaveLength(4);
  // The workspace itself and its people stay.
  expect(await standing(server)).toBe('canceled teams');
  expect((await server.call(workspaces.list, {}, as)).workspaces).toHaveLength(1);
  const left = await query('select id from projects order by id', []);
  expect(left).toEqual([{ id: elsewhere.projectId }, { id: free.projectId }]);
});

test('nothing is deleted unless its owners were notified a week before', async () => {
  shows('3.settled.canceled.mails');
  await at('2028-01-01T10:00:00Z');
  await eventually(async () => expect(await subjects()).toEqual([mail('January 8, 2028')]));
  await at('2028-01-08T09:59:00Z');
  expect(await projectCount()).toBe(1);
  await at('2028-01-08T10:01:00Z');
  expect(await projectCount()).toBe(0);
});

test('a workspace with a plan again keeps everything, and is warned again after another cancellation', async () => {
  await at('2027-05-20T10:00:00Z');
  await server.call(billing.switchToFree, inStudio(), as);
  await at('2027-07-01T10:00:00Z');
  expect(await projectCount()).toBe(1);
  await buy(server, 'teams');
  await cancelAt('2027-08-01T10:00:00Z');
  await at('2027-08-02T10:00:00Z');
  expect(await projectCount()).toBe(1);
  await at('2028-01-05T10:00:00Z');
  await eventually(async () => expect(await subjects()).toHaveLength(2));
  expect(await projectCount()).toBe(1);
});

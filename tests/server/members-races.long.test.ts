import { randomUUID } from 'node:crypto';
import { workspaceRoles } from '@quartermaster/contract/access.ts';
import type { Endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { invitations, members } from '@quartermaster/contract/endpoints/people/members.ts';
import { projectMembers } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { registration } from '@quartermaster/contract/endpoints/people/registration.ts';
import { roles } from '@quartermaster/contract/endpoints/people/roles.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { describe, expect, test } from 'vitest';
import { issueLink } from '../../server/core/mail/one-time-links.ts';
import { type Arena, beginArena, race } from '../support/arena.ts';
import { saveBody } from '../support/sample-template.ts';
import { emailOf, type Person, password } from '../support/server-studio.ts';

const times = Number(process.env.MEMBER_RACES ?? (process.env.DATABASE_URL ? 20 : 10));

let arena: Arena;
beginArena((opened) => {
  arena = opened;
});

const query = <R>(text: string, values: unknown[] = []) => arena.database.query<R>(text, values);
const idOf = (person: Person) => arena.studio.accounts[person];
const workspace = () => ({ params: { workspaceId: arena.studio.workspaceId } });

/** Sets up the studio's members for a race. */
async function reset(seats = 20): Promise<void> {
  const { workspaceId, projectId, accounts, dev, viewerRoleId } = arena.studio;
  await query('truncate rate_limits');
  await query('delete from invitations where workspace_id = $1', [workspaceId]);
  await query('delete from workspace_members where workspace_id = $1', [workspaceId]);
  await query(
    'insert into workspace_members (workspace_id, account_id, role_id) values ($1, $2, 1), ($1, $3, 2), ($1, $4, 3)',
    [workspaceId, accounts.owner, accounts.admin, accounts.member],
  );
  await query('delete from instance_members where account_id = any($1)', [[accounts.admin, accounts.member]]);
  await query(
    `insert into instance_members (instance_id, account_id, role_id)
      select i.id, $2::int, r.id from instances i, roles r where i.project_id = $1 and r.workspace_id = $3 and r.is_admin
      union all select $4, $5, $6`,
    [projectId, accounts.admin, workspaceId, dev, accounts.member, viewerRoleId],
  );
  await query('update subscriptions set members = $2 where workspace_id = $1', [workspaceId, seats]);
}

/** Invites an address and returns the secret of the link. */
async function invited(email: string): Promise<string> {
  const { workspaceId } = arena.studio;
  const now = new Date();
  const linkId = randomUUID();
  const [row] = await query<{ id: number }>(
    `insert into invitations (workspace_id, email, role_id, invited_by, link_id, sent_at, expires_at)
      values ($1, $2, 3, $3, $4, $5, $5::timestamptz + interval '7 days') returning id`,
    [workspaceId, email, idOf('owner'), linkId, now],
  );
  const link = { id: linkId, purpose: 'invitation', subject: String(row?.id), now, seconds: 3600 } as const;
  return arena.database.transaction(async (query) => (await issueLink(query, link)).text);
}

const { owner: ownerRole, admin: adminRole, member: memberRole } = workspaceRoles;

describe(`in ${times} concurrent attempts`, () => {
  test('two owners remove or demote each other, or both leave: one of them stays an owner', async () => {
    const change =
      (endpoint: Endpoint, as: Person, person: Person, more = {}) =>
      (server: 0 | 1) =>
        arena.ask(server, as, endpoint, { ...workspace(), body: { member_id: idOf(person), ...more } });
    const demoted = { role_id: memberRole };
    const removals = [
      () => [change(members.remove, 'owner', 'admin'), change(members.remove, 'admin', 'owner')] as const,
      () => [change(members.remove, 'owner', 'owner'), change(members.remove, 'admin', 'admin')] as const,
      () =>
        [
          change(members.setRole, 'owner', 'admin', demoted),
          change(members.setRole, 'admin', 'owner', demoted),
        ] as const,
      () => [change(members.setRole, 'owner', 'owner', demoted), change(members.remove, 'admin', 'admin')] as const,
    ];
    for (let turn = 0; turn < times; turn++) {
      await reset();
      await query('update workspace_members set role_id = $3 where workspace_id = $1 and account_id = $2', [
        arena.studio.workspaceId,
        idOf('admin'),
        ownerRole,
      ]);
      const way = removals[turn % removals.length] ?? expect.fail('There are ways.');
      const statuses = await race(turn >> 2, ...way());
      const owners = await query('select 1 from workspace_members where workspace_id = $1 and role_id = 1', [
        arena.studio.workspaceId,
      ]);
      expect([turn, statuses.filter((status) => status === 200).length, owners.length]).toEqual([turn, 1, 1]);
      expect([403, 404, 409]).toContain(Math.max(...statuses));
    }
  });

  test('a role is deleted while it is assigned: no member has it, and the new one has the replacement', async () => {
    const { workspaceId, projectId, stage, viewerRoleId } = arena.studio;
    for (let turn = 0; turn < times; turn++) {
      await reset();
      const [made] = await query<{ id: number }>(
        `insert into roles (workspace_id, name, permission_ids) values ($1, $2, '{1,6}') returning id`,
        [workspaceId, `Race ${turn}`],
      );
      const role_id = made?.id ?? 0;
      const isReplaced = turn % 4 < 2;
      const body = { role_id, ...(isReplaced && { replacement_role_id: viewerRoleId }) };
      const [deleted, given] = await race(
        turn,
        (server) => arena.ask(server, 'owner', roles.delete, { ...workspace(), body }),
        (server) =>
          arena.ask(server, 'admin', projectMembers.setRoles, {
            params: { projectId, memberId: idOf('member') },
            body: { roles: [{ instance_id: stage, role_id, status: 1 }] },
          }),
      );
      expect([turn, deleted]).toEqual([turn, 200]);
      expect([200, 422]).toContain(given);
      const held = await query('select role_id from instance_members where account_id = $1 and instance_id = $2', [
        idOf('member'),
        stage,
      ]);
      expect([turn, held]).toEqual([turn, given === 200 && isReplaced ? [{ role_id: viewerRoleId }] : []]);
      expect(await query('select 1 from roles where id = $1', [role_id])).toEqual([]);
    }
  });

  test('an invitation is accepted twice: one joins, once', async () => {
    const { workspaceId } = arena.studio;
    for (let turn = 0; turn < times; turn++) {
      await reset();
      const isKnown = turn % 4 < 2;
      const email = isKnown ? emailOf('stranger') : `race${turn}@new.test`;
      const hash = await invited(email);
      const accept = (server: 0 | 1) =>
        isKnown
          ? arena.ask(server, 'stranger', invitations.accept, { body: { hash } })
          : arena.ask(server, undefined, registration.confirm, { body: { hash, password } });
      const statuses = await race(turn, accept, accept);
      expect([turn, ...statuses.toSorted()]).toEqual([turn, 200, 410]);
      const joined = await query(
        `select m.role_id from workspace_members m join accounts a on a.id = m.account_id
          where m.workspace_id = $1 and a.email = $2`,
        [workspaceId, email],
      );
      expect([turn, joined]).toEqual([turn, [{ role_id: memberRole }]]);
      expect(await query('select 1 from invitations where workspace_id = $1', [workspaceId])).toEqual([]);
    }
  });

  test('two are invited to the last seat, or one is invited while another returns to theirs: one gets it', async () => {
    const { workspaceId } = arena.studio;
    const invite = (as: Person, email: string) => (server: 0 | 1) =>
      arena.ask(server, as, members.invite, { ...workspace(), body: { email, role_id: adminRole } });
    for (let turn = 0; turn < times; turn++) {
      await reset(4);
      let second = invite('admin', `b${turn}@new.test`);
      if (turn % 4 < 2) {
        await invited('expired@new.test');
        const [row] = await query<{ id: number }>(
          'update invitations set expires_at = now(), role_id = 2 where workspace_id = $1 returning id',
          [workspaceId],
        );
        const params = { ...workspace().params, invitationId: row?.id ?? 0 };
        second = (server) => arena.ask(server, 'admin', invitations.resend, { params });
      }
      const statuses = await race(turn, invite('owner', `a${turn}@new.test`), second);
      expect([turn, ...statuses.toSorted()]).toEqual([turn, 200, 402]);
      const open = await query('select 1 from invitations where workspace_id = $1 and expires_at > now()', [
        workspaceId,
      ]);
      expect([turn, open.length]).toEqual([turn, 1]);
    }
  });

  test('a member is removed during a save: the item is stored completely or not at all, and the member has no roles left', async () => {
    const { workspaceId, projectId, dev, stage, viewerRoleId } = arena.studio;
    const params = { instanceId: dev };
    const template = { id: 'raced', label: 'Raced', version: 0, fields: [] };
    expect(await arena.ask(0, 'owner', templates.save, { params, body: template })).toBe(200);
    await query(`update roles set permission_ids = '{1,6}' where id = $1`, [viewerRoleId]);
    for (let turn = 0; turn < times; turn++) {
      await reset();
      const body = { ...saveBody('raced', [], {}), internal_label: `Turn ${turn}` };
      const save = (server: 0 | 1) => arena.ask(server, 'member', items.save, { params, body });
      const give = (server: 0 | 1) =>
        arena.ask(server, 'admin', projectMembers.setRoles, {
          params: { projectId, memberId: idOf('member') },
          body: { roles: [{ instance_id: stage, role_id: viewerRoleId, status: 1 }] },
        });
      const isSave = turn % 4 < 2;
      const [removed, saved] = await race(
        turn,
        (server) => arena.ask(server, 'owner', members.remove, { ...workspace(), body: { member_id: idOf('member') } }),
        isSave ? save : give,
      );
      expect([turn, removed]).toEqual([turn, 200]);
      expect([200, 404]).toContain(saved);
      const kept = await query<{ items: number; revisions: number }>(
        `select (select count(*) from items i where i.label = $1)::int as items,
          (select count(*) from item_revisions r join items i using (template_key) where i.label = $1 and r.item_id = i.id)::int as revisions`,
        [body.internal_label],
      );
      const whole = isSave && saved === 200 ? 1 : 0;
      expect([turn, kept]).toEqual([turn, [{ items: whole, revisions: whole }]]);
      expect(await query('select 1 from instance_members where account_id = $1', [idOf('member')])).toEqual([]);
      expect(
        await query('select 1 from workspace_members where workspace_id = $1 and role_id = 3', [workspaceId]),
      ).toEqual([]);
      expect(await save(turn % 2 === 0 ? 1 : 0)).toBe(404);
    }
  });
});

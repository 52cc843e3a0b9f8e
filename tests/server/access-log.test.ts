import { accessLog } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { members } from '@quartermaster/contract/endpoints/people/members.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { addMembers, errorOf } from '../support/members.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { emailOf } from '../support/server-studio.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const inWorkspace = () => ({ params: { workspaceId: server.studio.workspaceId } });
const query = (text: string, values: unknown[] = []) => server.app.deps.database.query(text, values);
const list = (query = {}, as: Person = 'owner') => server.call(accessLog.list, { ...inWorkspace(), query }, { as });
const setRole = (member_id: number, role_id: number, as: Person = 'owner') =>
  server.call(members.setRole, { ...inWorkspace(), body: { member_id, role_id } }, { as });

describe('the access log', () => {
  test('is paged, newest first', async () => {
    const { member } = server.studio.accounts;
    for (let turn = 0; turn < 7; turn++) await setRole(member, 2 + (turn % 2));
    const whole = await list();
    expect([whole.entries.length, whole.next_cursor]).toEqual([7, null]);
    const ids = whole.entries.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    const first = await list({ limit: 3 });
    const second = await list({ limit: 3, cursor: first.next_cursor });
    const third = await list({ limit: 3, cursor: second.next_cursor });
    expect([...first.entries, ...second.entries, ...third.entries]).toEqual(whole.entries);
    expect(third.next_cursor).toBeNull();
  });

  test('is filtered by a member: their actions, and changes to them', async () => {
    const { admin, member, owner } = server.studio.accounts;
    const [other = 0] = await addMembers(server, ['Other'], 'member');
    await setRole(member, 2);
    await setRole(member, 3, 'admin');
    await setRole(other, 2, 'admin');
    await setRole(admin, 3, 'admin');
    const pairs = async (person: number, more = {}) =>
      (await list({ person, ...more })).entries.map(({ actor, subject }) => [actor.id, subject?.id]);
    expect(await pairs(member)).toEqual([
      [admin, member],
      [owner, member],
    ]);
    expect(await pairs(admin)).toEqual([
      [admin, admin],
      [admin, other],
      [admin, member],
    ]);
    const first = await list({ person: admin, limit: 2 });
    expect(await pairs(admin, { cursor: first.next_cursor })).toEqual([[admin, member]]);
    expect(await pairs(server.studio.accounts.stranger)).toEqual([]);
  });

  test('is filtered by a period, for everybody or one person', async () => {
    const { admin, member, owner } = server.studio.accounts;
    for (const [index, day] of ['2026-10-24', '2026-10-25', '2026-10-26'].entries()) {
      await setRole(member, 2 + (index % 2), index === 1 ? 'admin' : 'owner');
      await query('update access_log set at = $1 where id = (select max(id) from access_log)', [
        `${day}T22:30:00.000Z`,
      ]);
    }
    const actors = async (query: object) => (await list(query)).entries.map(({ actor }) => actor.id);
    expect(await actors({})).toEqual([owner, admin, owner]);
    // The lower bound is inclusive, in any zone.
    expect(await actors({ from: '2026-10-25T22:30:00.000Z' })).toEqual([owner, admin]);
    expect(await actors({ to: '2026-10-25T23:30:00+01:00' })).toEqual([owner]);
    expect(await actors({ from: '2026-10-25T00:00:00Z', to: '2026-10-26T00:00:00Z' })).toEqual([admin]);
    expect(await actors({ from: '2026-10-26T00:00:00Z', to: '2026-10-25T00:00:00Z' })).toEqual([]);
    expect(await actors({ person: owner, to: '2026-10-26T00:00:00Z' })).toEqual([owner]);
    expect(await actors({ person: admin, from: '2026-10-26T00:00:00Z' })).toEqual([]);
    const wrong = { ...inWorkspace(), query: { from: 'yesterday' } };
    expect((await server.send(accessLog.list, wrong, { as: 'owner' })).status).toBe(422);
  });

  test('keeps the names that people had, even after their account is deleted', async () => {
    const [removedId = 0] = await addMembers(server, ['Gone'], 'member');
    await setRole(removedId, 2);
    await query("update accounts set name = 'Renamed' where id = $1", [removedId]);
    await query('delete from accounts where id = $1', [removedId]);
    const { entries } = await list();
    expect(entries).toMatchObject([
      { actor: { name: 'owner' }, subject: { id: null, name: 'Gone', email: 'gone@studio.test' } },
    ]);
  });

  test('contains no entries of other workspaces, and begins with the creation of its own', async () => {
    await setRole(server.studio.accounts.member, 2);
    const { id: workspaceId } = await server.call(workspaces.create, { body: { name: 'Mine' } }, { as: 'member' });
    const mine = await server.call(accessLog.list, { params: { workspaceId }, query: {} }, { as: 'member' });
    const person = { id: server.studio.accounts.member, name: 'member', email: emailOf('member') };
    expect(mine.entries).toMatchObject([
      { action: 'joined', actor: person, subject: person, details: { workspace_role_id: 1 } },
    ]);
    expect((await list({ person: person.id })).entries).toHaveLength(1);
  });

  test('is for owners and admins', async () => {
    expect((await list({}, 'admin')).entries).toEqual([]);
    const listAs = (as: Person) => server.send(accessLog.list, { ...inWorkspace(), query: {} }, { as });
    expect(errorOf(await listAs('member'))).toEqual([403, 'forbidden']);
    expect(errorOf(await listAs('stranger'))).toEqual([404, 'not_found']);
  });

  test('has no entry for a rejected change', async () => {
    const refused = await server.send(
      members.remove,
      { ...inWorkspace(), body: { member_id: server.studio.accounts.owner } },
      { as: 'owner' },
    );
    expect(refused.status).toBe(409);
    expect((await list()).entries).toEqual([]);
  });
});

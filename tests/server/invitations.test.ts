import { workspaceRoles } from '@quartermaster/contract/access.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { invitations, members } from '@quartermaster/contract/endpoints/people/members.ts';
import { registration } from '@quartermaster/contract/endpoints/people/registration.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { allSent, hashOf, linksOf, mailsOf, mailTo } from '../support/mailbox.ts';
import { linkFor } from '../support/mailed-links.ts';
import { addMembers, errorOf, logOf, setPlan } from '../support/members.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { emailOf, password } from '../support/server-studio.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await setPlan(server, {});
});
afterEach(() => allSent(server.app));

const day = 24 * 60 * 60;
const { owner: ownerRole, admin: adminRole, member: memberRole } = workspaceRoles;
const newcomer = 'new.comer@studio.test';
const stranger = emailOf('stranger');

const inWorkspace = () => ({ params: { workspaceId: server.studio.workspaceId } });
const invite = (email: string, role_id: number = memberRole, as: Person = 'owner') =>
  server.send(members.invite, { ...inWorkspace(), body: { email, role_id } }, { as });
const list = async (query = {}) => server.call(invitations.list, { ...inWorkspace(), query }, { as: 'owner' });
const accept = (hash: string, as: Person = 'stranger') => server.send(invitations.accept, { body: { hash } }, { as });
const confirm = (hash: string, more = {}) => server.send(registration.confirm, { body: { hash, password, ...more } });
const resend = (invitationId: number, as: Person = 'owner') =>
  server.send(invitations.resend, { params: { ...inWorkspace().params, invitationId } }, { as });
const withdraw = (invitationId: number, as: Person = 'owner') =>
  server.send(invitations.withdraw, { params: { ...inWorkspace().params, invitationId } }, { as });
const check = (hash: string) => server.send(invitations.checkLink, { body: { hash } });
const membersNow = async () =>
  (await server.call(members.list, { ...inWorkspace(), query: {} }, { as: 'owner' })).accounts;
const roleOf = async (email: string) => (await membersNow()).find((member) => member.email === email)?.role_id;
/** The secret in the newest mail to an address. */
const hashTo = async (email: string, count = 1) => hashOf(await mailTo(server.app, email, count));
const idOf = ({ body }: { body: unknown }) => (body as { id: number }).id;

describe('an invitation', () => {
  test('is mailed, listed with its state, logged, and takes a seat', async () => {
    shows(
      '3.settled.invitation.days',
      '3.settled.invitation.seat',
      '1.7.workspace.invite',
      '1.9.teams.invites',
      '3.plans.invite.teams',
    );
    const sent = await invite(` ${newcomer} `, adminRole);
    expect(sent.status).toBe(200);
    const mail = await mailTo(server.app, newcomer);
    expect(mail.subject).toBe('Join the workspace Studio');
    expect(mail.text).toContain('owner has invited you to join the workspace Studio in Quartermaster as an admin.');
    const now = server.clock.now().getTime();
    const found = await list();
    expect(found).toMatchObject({
      invitations: [{ id: idOf(sent), email: newcomer, role_id: adminRole, invited_by: 'owner', is_expired: false }],
      total: 1,
      next_cursor: null,
    });
    const daysLeft = (Date.parse(found.invitations[0]?.expires_at ?? '') - now) / 1000 / day;
    expect(daysLeft).toBeGreaterThan(6.99);
    expect(daysLeft).toBeLessThanOrEqual(7);
    expect(await logOf(server)).toMatchObject([
      {
        action: 'invited',
        actor: { name: 'owner' },
        subject: { id: null, name: '', email: newcomer },
        details: { workspace_role_id: adminRole },
      },
    ]);
    const { used_members } = await server.call(workspaces.getSubscription, inWorkspace(), { as: 'owner' });
    expect(used_members).toBe(4);
    server.clock.advance(7 * day);
    const later = await server.call(workspaces.getSubscription, inWorkspace(), { as: 'owner' });
    expect(later.used_members).toBe(3);
    expect((await list()).invitations[0]?.is_expired).toBe(true);
  });

  test('sends users with an account to the page that accepts it, and others to the one that creates an account', async () => {
    shows('3.settled.invitation.accept-page', '3.settled.invited.mail');
    await invite(stranger.toUpperCase());
    await invite(newcomer);
    const paths = async (to: string) => linksOf(await mailTo(server.app, to)).text.map(({ pathname }) => pathname);
    expect(await paths(stranger.toUpperCase())).toEqual(['/invitation', '/']);
    expect(await paths(newcomer)).toEqual(['/registration/confirm', '/']);
  });

  test('to the same address again replaces the first, with the new role; only the new link works', async () => {
    shows('3.settled.invitation.renews');
    await invite(newcomer);
    const otherHash = await hashTo(newcomer);
    const first = await invite(stranger, adminRole);
    const old = await hashTo(stranger);
    const times = async () => {
      const [{ sent_at = '', expires_at = '' } = {}] = (await list()).invitations;
      return { sent: Date.parse(sent_at), until: Date.parse(expires_at) };
    };
    const before = await times();
    server.clock.advance(3 * day);
    const second = await invite(stranger.toUpperCase(), memberRole, 'admin');
    expect(idOf(second)).toBe(idOf(first));
    const after = await times();
    expect(after.sent - before.sent).toBeGreaterThanOrEqual(3 * day * 1000);
    expect(after.until - before.until).toBeGreaterThanOrEqual(3 * day * 1000);
    const hash = await hashTo(stranger.toUpperCase());
    expect((await list()).invitations).toMatchObject([
      { role_id: memberRole, invited_by: 'admin' },
      { email: newcomer, invited_by: 'owner' },
    ]);
    expect((await check(otherHash)).status).toBe(200);
    expect(errorOf(await accept(old))).toEqual([410, 'link_expired']);
    expect((await accept(hash)).status).toBe(200);
    expect(await roleOf(stranger)).toBe(memberRole);
  });

  test('is refused for a member and for an invalid address', async () => {
    expect(errorOf(await invite(emailOf('member').toUpperCase()))).toEqual([409, 'taken']);
    const wrong = await invite('nobody');
    expect([wrong.status, (wrong.body as { fields: unknown }).fields]).toEqual([
      422,
      { email: 'Must be a valid email' },
    ]);
    expect(await mailsOf(server.app)).toEqual([]);
  });

  test('grants one of the three roles', async () => {
    shows('1.5.invite-role.values');
    for (const role of [0, 4, 1.5]) expect(errorOf(await invite(newcomer, role))).toEqual([422, 'invalid']);
    for (const role of Object.values(workspaceRoles)) expect((await invite(newcomer, role)).status).toBe(200);
  });

  test.each([
    ['teams', { owner: [ownerRole, adminRole, memberRole], admin: [adminRole, memberRole] }],
    ['starter', { owner: [adminRole, memberRole], admin: [adminRole] }],
  ])('grants a role that the caller may assign on %s', async (plan, given) => {
    shows('1.6.invite.server-refuses', '1.9.teams.admin-roles', '3.plans.invite.starter');
    await setPlan(server, { plan });
    for (const as of ['owner', 'admin'] as const) {
      for (const role of [ownerRole, adminRole, memberRole]) {
        const { status } = await invite(`${as}${role}@new.test`, role, as);
        const refused = as === 'owner' || role === memberRole ? 402 : 403;
        expect([as, role, status]).toEqual([as, role, (given[as] as number[]).includes(role) ? 200 : refused]);
      }
    }
  });

  test('cannot be sent on Free, in a canceled workspace, by a member or by a stranger', async () => {
    shows('1.9.free.invites', '3.plans.invite.free');
    await setPlan(server, { plan: 'free' });
    expect(errorOf(await invite(newcomer))).toEqual([402, 'plan']);
    await setPlan(server, { status: 'canceled' });
    expect(errorOf(await invite(newcomer))).toEqual([402, 'canceled']);
    await setPlan(server, {});
    expect(errorOf(await invite(newcomer, memberRole, 'member'))).toEqual([403, 'forbidden']);
    expect(errorOf(await invite(newcomer, memberRole, 'stranger'))).toEqual([404, 'not_found']);
    expect((await list()).total).toBe(0);
  });

  test('needs a free seat; members and open invitations take seats', async () => {
    shows('3.settled.invitation.seat');
    await setPlan(server, { seats: 4 });
    const first = await invite('one@new.test');
    expect(first.status).toBe(200);
    expect(errorOf(await invite('two@new.test'))).toEqual([402, 'seats']);
    expect((await invite('one@new.test')).status).toBe(200);
    expect((await resend(idOf(first))).status).toBe(200);
    await withdraw(idOf(first));
    expect((await invite('two@new.test')).status).toBe(200);
    server.clock.advance(7 * day);
    expect((await invite('three@new.test')).status).toBe(200);
    const expired = (await list()).invitations.find(({ email }) => email === 'two@new.test');
    expect(errorOf(await resend(expired?.id ?? 0))).toEqual([402, 'seats']);
    expect(errorOf(await invite('two@new.test'))).toEqual([402, 'seats']);
  });

  test('uses one of 25 seats on trial, whatever was paid', async () => {
    shows('3.settled.trial.seats');
    await setPlan(server, { status: 'trial', seats: 1 });
    await addMembers(
      server,
      Array.from({ length: 21 }, (_, index) => `Tester_${index}`),
      'member',
    );
    expect((await invite('one@new.test')).status).toBe(200);
    expect(errorOf(await invite('two@new.test'))).toEqual([402, 'seats']);
  });

  test('is mailed to one address 5 times an hour, and 200 times from one workspace', async () => {
    const [sent] = [await invite(newcomer)];
    for (let time = 1; time < 5; time++) expect((await resend(idOf(sent))).status).toBe(200);
    expect(errorOf(await resend(idOf(sent)))).toEqual([429, 'rate_limit']);
    expect(errorOf(await invite(newcomer.toUpperCase()))).toEqual([429, 'rate_limit']);
    await server.app.deps.database.query(
      "update rate_limits set count = 200 where key = 'invitation:workspace:' || $1::int",
      [server.studio.workspaceId],
    );
    expect(errorOf(await invite('other@new.test'))).toEqual([429, 'rate_limit']);
    server.clock.advance(60 * 60 + 1);
    expect((await invite(newcomer)).status).toBe(200);
  });
});

describe('the list of invitations', () => {
  test('is paged, newest first, and can be searched', async () => {
    shows('3.calls.lists.paged');
    for (const name of ['ann', 'bob', 'cid', 'dan', 'bert']) await invite(`${name}@new.test`);
    const whole = await list();
    expect(whole.invitations.map(({ email }) => email.split('@')[0])).toEqual(['bert', 'dan', 'cid', 'bob', 'ann']);
    const first = await list({ limit: 3 });
    const second = await list({ limit: 3, cursor: first.next_cursor });
    expect([...first.invitations, ...second.invitations]).toEqual(whole.invitations);
    expect([first.total, second.next_cursor]).toEqual([5, null]);
    expect((await list({ search: 'B' })).invitations.map(({ email }) => email)).toEqual([
      'bert@new.test',
      'bob@new.test',
    ]);
  });

  test('is for owners and admins', async () => {
    const refused = await server.send(invitations.list, { ...inWorkspace(), query: {} }, { as: 'member' });
    expect(errorOf(refused)).toEqual([403, 'forbidden']);
  });
});

describe('a sent invitation', () => {
  test('is resent, with a new link that is valid for another seven days', async () => {
    shows('3.settled.invitation.resend');
    const sent = await invite(stranger);
    const old = await hashTo(stranger);
    await invite(newcomer);
    const otherHash = await hashTo(newcomer);
    server.clock.advance(5 * day);
    await server.app.deps.database.query('delete from outbox', []);
    expect((await resend(idOf(sent), 'admin')).body).toEqual({ ok: true });
    const hash = await hashTo(stranger);
    // It revokes the earlier link, and no other one.
    expect(errorOf(await accept(old))).toEqual([410, 'link_expired']);
    expect((await check(otherHash)).status).toBe(200);
    expect((await list()).invitations).toMatchObject([
      { email: newcomer, invited_by: 'owner' },
      { email: stranger, is_expired: false, invited_by: 'admin' },
    ]);
    expect(await logOf(server)).toMatchObject([{ action: 'invitation_resent', subject: { email: stranger } }]);
    server.clock.advance(7 * day - 60);
    expect((await list()).invitations.map(({ is_expired }) => is_expired)).toEqual([true, false]);
    expect((await accept(hash)).status).toBe(200);
  });

  test('is withdrawn: its link and its mail end', async () => {
    shows('3.settled.invitation.withdraw');
    const sent = await invite(stranger);
    const hash = await hashTo(stranger);
    await invite(newcomer);
    const otherHash = await hashTo(newcomer);
    expect((await withdraw(idOf(sent))).body).toEqual({ ok: true });
    expect((await check(otherHash)).status).toBe(200);
    expect((await list()).invitations).toMatchObject([{ email: newcomer }]);
    expect(errorOf(await check(hash))).toEqual([410, 'link_expired']);
    expect(errorOf(await accept(hash))).toEqual([410, 'link_expired']);
    expect(errorOf(await withdraw(idOf(sent)))).toEqual([404, 'not_found']);
    expect(errorOf(await resend(idOf(sent)))).toEqual([404, 'not_found']);
    expect(await logOf(server)).toMatchObject([{ action: 'invitation_withdrawn', subject: { email: stranger } }]);
    expect(await roleOf(stranger)).toBeUndefined();
  });

  test('to an owner cannot be changed by an admin', async () => {
    shows('1.6.invite.server-refuses', '3.settled.invitation.withdraw', '3.settled.invitation.resend');
    const sent = await invite(newcomer, ownerRole);
    expect(errorOf(await withdraw(idOf(sent), 'admin'))).toEqual([403, 'forbidden']);
    expect(errorOf(await resend(idOf(sent), 'admin'))).toEqual([403, 'forbidden']);
    expect(errorOf(await invite(newcomer, memberRole, 'admin'))).toEqual([403, 'forbidden']);
    expect((await list()).invitations).toMatchObject([{ role_id: ownerRole }]);
  });

  test('cannot be reached from another workspace', async () => {
    shows('3.settled.invitation.withdraw', '3.settled.invitation.resend');
    const sent = await invite(newcomer);
    const params = { workspaceId: server.studio.elsewhere.workspaceId, invitationId: idOf(sent) };
    expect(errorOf(await server.send(invitations.withdraw, { params }, { as: 'stranger' }))).toEqual([
      404,
      'not_found',
    ]);
    expect(errorOf(await server.send(invitations.resend, { params }, { as: 'stranger' }))).toEqual([404, 'not_found']);
    expect((await list()).total).toBe(1);
  });
});

describe('a holder of an invitation link', () => {
  test('returns its workspace and whether the address has an account', async () => {
    await invite(stranger, adminRole);
    await invite(newcomer);
    const offer = {
      email: stranger,
      workspace_name: 'Studio',
      role_id: adminRole,
      invited_by: 'owner',
      has_account: true,
    };
    expect((await check(await hashTo(stranger))).body).toEqual(offer);
    expect((await check(await hashTo(newcomer))).body).toMatchObject({ email: newcomer, has_account: false });
    expect(errorOf(await check('nonsense'))).toEqual([404, 'link_wrong']);
  });

  test('joins with the invited role, once', async () => {
    shows('3.settled.invitation.accept-page', '3.settled.invitation.accept-as');
    await invite(stranger, adminRole);
    await invite(newcomer);
    const before = await membersNow();
    const hash = await hashTo(stranger);
    const accepted = await accept(hash);
    expect(accepted.body).toEqual({ workspace_id: server.studio.workspaceId });
    expect(await roleOf(stranger)).toBe(adminRole);
    expect((await membersNow()).filter(({ email }) => email !== stranger)).toEqual(before);
    expect((await list()).invitations).toMatchObject([{ email: newcomer }]);
    expect(await logOf(server)).toMatchObject([
      {
        action: 'joined',
        actor: { email: stranger },
        subject: { email: stranger },
        details: { workspace_role_id: adminRole },
      },
    ]);
    expect(errorOf(await accept(hash))).toEqual([410, 'link_used']);
    expect(errorOf(await check(hash))).toEqual([410, 'link_used']);
    const { workspaces: roles } = await server.call(accounts.listRoles, {}, { as: 'stranger' });
    expect(roles).toContainEqual({ id: server.studio.workspaceId, workspace_role_id: adminRole });
  });

  test("is refused for another account's address, naming the signed-in account", async () => {
    shows('3.settled.invitation.accept-as');
    await invite(stranger);
    const hash = await hashTo(stranger);
    const refused = await accept(hash, 'free');
    expect(refused).toMatchObject({
      status: 403,
      body: {
        message: `This invitation is for ${stranger}, and you are signed in as ${emailOf('free')}. Sign out, and sign in as ${stranger}.`,
      },
    });
    expect((await accept(hash)).status).toBe(200);
  });

  test('must be signed in', async () => {
    shows('3.settled.invitation.accept-as');
    expect(errorOf(await server.send(invitations.accept, { body: { hash: 'any' } }))).toEqual([401, 'unauthorized']);
  });

  test('joins no workspace that has canceled, is on Free or has no seat', async () => {
    shows('3.settled.invitation.seat', '3.settled.invitation.accept-page');
    await invite(stranger);
    const hash = await hashTo(stranger);
    await setPlan(server, { status: 'canceled' });
    expect(errorOf(await accept(hash))).toEqual([402, 'canceled']);
    await setPlan(server, { plan: 'free' });
    expect(errorOf(await accept(hash))).toEqual([402, 'plan']);
    await setPlan(server, { seats: 3 });
    expect(errorOf(await accept(hash))).toEqual([402, 'seats']);
    await setPlan(server, { seats: 4 });
    expect((await accept(hash)).status).toBe(200);
  });

  test('joins without roles that the plan no longer allows', async () => {
    await invite(stranger, ownerRole);
    const hash = await hashTo(stranger);
    await setPlan(server, { plan: 'starter' });
    expect(errorOf(await accept(hash))).toEqual([402, 'plan']);
    expect(await roleOf(stranger)).toBeUndefined();
  });

  test('uses a free seat, whatever other invitations are open', async () => {
    shows('3.settled.invitation.seat');
    await invite(newcomer);
    await invite(stranger);
    const hash = await hashTo(stranger);
    await setPlan(server, { seats: 4 });
    expect((await accept(hash)).status).toBe(200);
    expect(errorOf(await confirm(await hashTo(newcomer)))).toEqual([402, 'seats']);
  });

  test('sees that they are a member already, and the invitation is consumed', async () => {
    const sent = await invite(stranger);
    const hash = await hashTo(stranger);
    const { query } = server.app.deps.database;
    await query('insert into workspace_members values ($1, $2, 3)', [
      server.studio.workspaceId,
      server.studio.accounts.stranger,
    ]);
    expect(errorOf(await resend(idOf(sent)))).toEqual([409, 'taken']);
    expect(errorOf(await accept(hash))).toEqual([409, 'taken']);
    expect((await list()).total).toBe(0);
    expect(errorOf(await accept(hash))).toEqual([410, 'link_used']);
  });
});

describe('an invited person without an account', () => {
  const signIn = (email: string) => server.send(accounts.login, { body: { email, password } });

  test('creates one with the link, and joins with the invited role', async () => {
    shows('3.settled.invited.role');
    await invite(newcomer, adminRole);
    const hash = await hashTo(newcomer);
    const offer = await server.call(registration.checkLink, { body: { hash } });
    expect(offer).toMatchObject({
      ok: true,
      invitation: { workspace_name: 'Studio', email: newcomer, has_account: false },
    });
    expect((await confirm(hash, { account_name: '  Nora   New ' })).body).toEqual({ ok: true });
    expect((await signIn(newcomer)).status).toBe(200);
    expect((await membersNow()).find(({ email }) => email === newcomer)).toMatchObject({
      name: 'Nora New',
      role_id: adminRole,
    });
    expect(await logOf(server)).toMatchObject([{ action: 'joined', subject: { name: 'Nora New' } }]);
    expect(errorOf(await confirm(hash))).toEqual([410, 'link_used']);
    expect((await list()).total).toBe(0);
  });

  test('needs no name: it is derived from the address', async () => {
    await invite(newcomer);
    await confirm(await hashTo(newcomer));
    expect((await membersNow()).find(({ email }) => email === newcomer)?.name).toBe('new.comer');
  });

  test.each(['', '   ', '\u200b'])('with the blank name %j gets the name in the address', async (account_name) => {
    await invite(newcomer);
    expect((await confirm(await hashTo(newcomer), { account_name })).status).toBe(200);
    expect((await membersNow()).find(({ email }) => email === newcomer)?.name).toBe('new.comer');
  });

  test('must give a valid name and a valid password', async () => {
    await invite(newcomer);
    const hash = await hashTo(newcomer);
    expect(await confirm(hash, { account_name: 'x' })).toMatchObject({
      status: 422,
      body: { fields: { account_name: 'Must be at least 2 characters' } },
    });
    expect(errorOf(await confirm(hash, { password: 'short' }))).toEqual([422, 'invalid']);
    expect((await confirm(hash, { account_name: '' })).status).toBe(200);
  });

  test('gets neither an account nor a seat if one of them is unavailable', async () => {
    shows('3.settled.invitation.seat', '3.settled.invited.role');
    await invite(newcomer);
    const hash = await hashTo(newcomer);
    await setPlan(server, { seats: 3 });
    expect(errorOf(await confirm(hash))).toEqual([402, 'seats']);
    expect((await signIn(newcomer)).status).toBe(401);
    await setPlan(server, {});
    expect((await confirm(hash)).status).toBe(200);
  });

  test('has to sign in if they have created an account in the meantime', async () => {
    await invite(newcomer);
    const hash = await hashTo(newcomer);
    const registered = await linkFor(server, {
      purpose: 'registration',
      subject: newcomer,
      data: { name: 'New', email: newcomer },
    });
    expect(await server.call(registration.checkLink, { body: { hash: registered } })).toEqual({
      ok: true,
      email: expect.stringMatching(/@/),
    });
    expect((await confirm(registered)).status).toBe(200);
    expect((await check(hash)).body).toMatchObject({ has_account: true });
    expect(await confirm(hash)).toMatchObject({
      status: 409,
      body: { message: 'This email address has an account already. Sign in with it to accept the invitation.' },
    });
    expect((await list()).total).toBe(1);
  });

  test('sees that the link has expired', async () => {
    shows('3.settled.invitation.withdraw');
    const sent = await invite(newcomer);
    const hash = await hashTo(newcomer);
    await withdraw(idOf(sent));
    expect(errorOf(await confirm(hash))).toEqual([410, 'link_expired']);
    expect(errorOf(await server.send(registration.checkLink, { body: { hash } }))).toEqual([410, 'link_expired']);
  });
});

import { invitations, members } from '@quartermaster/contract/endpoints/people/members.ts';
import { invitationShapes, memberShapes } from '@quartermaster/contract/shapes/people/members.ts';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { largestId } from '../../core/base/largest-id.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { pageOf, readPage } from '../../core/http/page.ts';
import { countInvitations, type InvitationPlace, listInvitations } from './invitation-repository.ts';
import { invite, resendInvitation, withdrawInvitation } from './invitation-service.ts';
import { acceptInvitation, checkInvitationLink } from './join-service.ts';
import { removeMember, setRole } from './member-service.ts';
import { countMembers, listMembers, type MemberPlace } from './repository.ts';

// Imported lazily to speed up the start.
const rules = () => import('@quartermaster/contract/rules/people/member.ts');

const beforeMembers: MemberPlace = [0, 0];
const beforeInvitations: InvitationPlace = [largestId];

export const memberRoutes = (app: App): void => {
  const { deps } = app;
  const { query } = deps.database;

  route(app, members.list, memberShapes.list, async ({ caller: { workspaceId }, query: search }) => {
    const page = readPage(search, beforeMembers);
    const [found, total] = await Promise.all([
      listMembers(query, workspaceId, page),
      countMembers(query, workspaceId, page.search),
    ]);
    const { rows: accounts, next_cursor } = pageOf(found, page, ({ role_id, id }): MemberPlace => [role_id, id]);
    return { accounts, total, next_cursor };
  });

  route(app, members.invite, memberShapes.invite, async ({ caller, body }) => ({
    id: await invite(deps, caller, await checkRule((await rules()).inviteRule, body)),
  }));

  route(app, members.setRole, memberShapes.setRole, async ({ caller, body }) => {
    await setRole(deps, caller, { memberId: body.member_id, roleId: body.role_id });
    return done;
  });

  route(app, members.remove, memberShapes.remove, async ({ caller, body }) => {
    await removeMember(deps, caller, body.member_id);
    return done;
  });

  route(app, invitations.list, invitationShapes.list, async ({ caller: { workspaceId }, query: search }) => {
    const page = readPage(search, beforeInvitations);
    const [found, total] = await Promise.all([
      listInvitations(query, workspaceId, { ...page, now: deps.clock.now() }),
      countInvitations(query, workspaceId, page.search),
    ]);
    const { rows, next_cursor } = pageOf(found, page, ({ id }): InvitationPlace => [id]);
    return { invitations: rows, total, next_cursor };
  });

  route(app, invitations.resend, invitationShapes.resend, async ({ caller, params }) => {
    await resendInvitation(deps, caller, params.invitationId);
    return done;
  });

  route(app, invitations.withdraw, invitationShapes.withdraw, async ({ caller, params }) => {
    await withdrawInvitation(deps, caller, params.invitationId);
    return done;
  });

  route(app, invitations.checkLink, invitationShapes.checkLink, ({ body, request }) =>
    checkInvitationLink(deps, body.hash, request.ip),
  );

  route(app, invitations.accept, invitationShapes.accept, async ({ caller, body }) => ({
    workspace_id: await acceptInvitation(deps, caller.accountId, body.hash),
  }));
};

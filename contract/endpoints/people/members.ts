import type { Static } from 'typebox';
import { anyone, hasRole, signedIn } from '../../access.ts';
import type * as shapes from '../../shapes/people/members.ts';
import { endpoint } from '../endpoint.ts';

/** Somebody who belongs to a workspace. */
export type Member = Static<typeof shapes.Member>;
/** Somebody who was asked to join a workspace and has not answered. */
export type Invitation = Static<typeof shapes.Invitation>;
/** What an invitation is to. */
export type Offer = Static<typeof shapes.Offer>;

/** How long an invitation can be accepted, in days. */
export const invitationDays = 7;

const managers = hasRole('workspace', 'owner', 'admin');

/** The people of a workspace. */
export const members = {
  /** Owners first, then admins, then members, each by id; all of them where no `limit` is given. */
  list: endpoint<typeof shapes.memberShapes.list>({
    method: 'GET',
    path: '/workspaces/:workspaceId/accounts',
    access: managers,
  }),
  /**
   * Mails an invitation; an address that has one gets it anew, with the role of this call. 402 (`seats`) without a free seat,
   * 402 (`plan`) or 403 for a role that the plan or the caller does not give (`givenRoles`), 409 for a member.
   */
  invite: endpoint<typeof shapes.memberShapes.invite>({
    method: 'POST',
    path: '/workspaces/:workspaceId/invite',
    access: { ...managers, feature: 'inviteMembers' },
  }),
  /**
   * Gives a member another role of the workspace. 403 for an admin who would change an owner, 402 or 403 for a role that is not
   * the caller's to give, 409 (`last_owner`) for the last owner.
   */
  setRole: endpoint<typeof shapes.memberShapes.setRole>({
    method: 'POST',
    path: '/workspaces/:workspaceId/accounts',
    access: managers,
  }),
  /** Takes a member out of the workspace and all of its projects, oneself too; refused as {@link members.setRole} is. */
  remove: endpoint<typeof shapes.memberShapes.remove>({
    method: 'DELETE',
    path: '/workspaces/:workspaceId/accounts',
    access: { ...managers, evenCanceled: true },
  }),
};

/** Those who were asked to join a workspace and have not answered. */
export const invitations = {
  /** The newest first, expired ones too; all of them where no `limit` is given. */
  list: endpoint<typeof shapes.invitationShapes.list>({
    method: 'GET',
    path: '/workspaces/:workspaceId/invitations',
    access: managers,
  }),
  /** Mails it anew and starts its days anew; only the new link works. Refused as {@link members.invite} is. */
  resend: endpoint<typeof shapes.invitationShapes.resend>({
    method: 'POST',
    path: '/workspaces/:workspaceId/invitations/:invitationId/resend',
    access: { ...managers, feature: 'inviteMembers' },
  }),
  /** Takes it back: its link ends and its seat is free. 403 for an admin who would take back an owner's. */
  withdraw: endpoint<typeof shapes.invitationShapes.withdraw>({
    method: 'DELETE',
    path: '/workspaces/:workspaceId/invitations/:invitationId',
    access: { ...managers, evenShortOfSeats: true },
  }),
  /** Tells whoever has the link what it is to, and uses nothing up; the secret travels where no log keeps it. */
  checkLink: endpoint<typeof shapes.invitationShapes.checkLink>({
    method: 'POST',
    path: '/invitations/link',
    access: anyone,
    safe: true,
  }),
  /** Joins the workspace; 403 for whoever is not signed in with the invited address, with a sentence that says as whom they are. */
  accept: endpoint<typeof shapes.invitationShapes.accept>({
    method: 'POST',
    path: '/invitations/accept',
    access: signedIn,
  }),
};

import type { Static } from 'typebox';
import { anyone, hasRole, signedIn } from '../../access.ts';
import type * as shapes from '../../shapes/people/members.ts';
import { endpoint } from '../endpoint.ts';

/** A member of a workspace. */
export type Member = Static<typeof shapes.Member>;
/** An open invitation to a workspace. */
export type Invitation = Static<typeof shapes.Invitation>;
/** The workspace, role and address of an invitation. */
export type Offer = Static<typeof shapes.Offer>;

/** How long an invitation can be accepted, in days. */
export const invitationDays = 7;

const managers = hasRole('workspace', 'owner', 'admin');

/** The members of a workspace. */
export const members = {
  /** The members of a workspace: owners first, then admins, then members, each by id; all of them without `limit`. */
  list: endpoint<typeof shapes.memberShapes.list>({
    method: 'GET',
    path: '/workspaces/:workspaceId/accounts',
    access: managers,
  }),
  /**
   * Emails an invitation; an address that has one gets a new link, with the role of this call. 402 (`seats`) without a
   * free seat, 402 (`plan`) or 403 for a role that the plan or the caller cannot assign (`assignableRoles`), 409 for a
   * member.
   */
  invite: endpoint<typeof shapes.memberShapes.invite>({
    method: 'POST',
    path: '/workspaces/:workspaceId/invite',
    access: { ...managers, feature: 'inviteMembers' },
  }),
  /**
   * Changes a member's workspace role. 403 if an admin would change an owner, 402 or 403 for a role that the caller
   * cannot assign, 409 (`last_owner`) for the last owner.
   */
  setRole: endpoint<typeof shapes.memberShapes.setRole>({
    method: 'POST',
    path: '/workspaces/:workspaceId/accounts',
    access: managers,
  }),
  /**
   * Removes a member, who may be the caller, from the workspace and all of its projects; refused like {@link
   * members.setRole}.
   */
  remove: endpoint<typeof shapes.memberShapes.remove>({
    method: 'DELETE',
    path: '/workspaces/:workspaceId/accounts',
    access: { ...managers, evenCanceled: true },
  }),
};

/** The open invitations to a workspace. */
export const invitations = {
  /** The open invitations to a workspace, newest first, including expired ones; all of them without `limit`. */
  list: endpoint<typeof shapes.invitationShapes.list>({
    method: 'GET',
    path: '/workspaces/:workspaceId/invitations',
    access: managers,
  }),
  /** Emails the invitation again and restarts its days; only the new link works. Refused like {@link members.invite}. */
  resend: endpoint<typeof shapes.invitationShapes.resend>({
    method: 'POST',
    path: '/workspaces/:workspaceId/invitations/:invitationId/resend',
    access: { ...managers, feature: 'inviteMembers' },
  }),
  /**
   * Withdraws an invitation: its link stops working and its seat becomes free. 403 if an admin would withdraw an
   * owner's.
   */
  withdraw: endpoint<typeof shapes.invitationShapes.withdraw>({
    method: 'DELETE',
    path: '/workspaces/:workspaceId/invitations/:invitationId',
    access: { ...managers, evenShortOfSeats: true },
  }),
  /**
   * Returns the workspace, role and address of an invitation, without using its link; the secret is in the body, so
   * that no log stores it.
   */
  checkLink: endpoint<typeof shapes.invitationShapes.checkLink>({
    method: 'POST',
    path: '/invitations/link',
    access: anyone,
    safe: true,
  }),
  /**
   * Joins the workspace; 403 unless the caller is signed in with the invited address; the message names the address
   * they use.
   */
  accept: endpoint<typeof shapes.invitationShapes.accept>({
    method: 'POST',
    path: '/invitations/accept',
    access: signedIn,
  }),
};

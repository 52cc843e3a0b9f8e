import { workspaceRoleOf } from '@quartermaster/contract/access.ts';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import {
  type Invitation,
  invitations,
  type Member,
  members,
} from '@quartermaster/contract/endpoints/people/members.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { completeAnswer } from '../../http/complete-answer.ts';
import { isRefusal } from '../../http/http-error.ts';
import { isPermissions, keepUnder, queryKeys } from '../../http/query-keys.ts';
import { type Request, useRequest } from '../../services/request.ts';
import { accountQueries } from '../accounts.ts';
import { isLostCursor, type ListPage, offered, type PageWanted, pageQuery } from '../list-page.ts';

/** A row in the list of a workspace's people: a member, or an unanswered invitation. */
export type WorkspacePerson = ({ kind: 'member' } & Member) | ({ kind: 'invitation' } & Invitation);

/** The members and invitations of a workspace. */
export const memberQueries = {
  /** Open and expired invitations, newest first, then the members. */
  list: (request: Request, workspaceId: number, page: PageWanted) =>
    queryOptions({
      queryKey: [...queryKeys.workspace.members(workspaceId), 'list', page],
      queryFn: ({ signal }) => listPeople(request, workspaceId, page, signal),
      // The previous page's rows stay until the next ones are loaded.
      placeholderData: keepUnder(queryKeys.workspace.members(workspaceId)),
      meta: { title: 'Workspace members', quiet: (error) => isRefusal(error) || isLostCursor(error) },
    }),
  /** The first members whose name or address contains the text. */
  search: (request: Request, workspaceId: number, text: string) =>
    queryOptions({
      queryKey: [...queryKeys.workspace.members(workspaceId), 'search', text],
      queryFn: async ({ signal }) => {
        const query = pageQuery({ search: text, limit: offered });
        return (await request(members.list, { params: { workspaceId }, query }, signal)).accounts;
      },
      placeholderData: keepUnder(queryKeys.workspace.members(workspaceId)),
      meta: { title: 'Search members', quiet: true },
    }),
};

/** This prefix distinguishes cursors of invitations from those of members. */
const ofInvitations = 'i';
const ofMembers = 'm';

/** One list of two: a page of invitations and, at their end, also the first members, requested in parallel. */
async function listPeople(
  request: Request,
  workspaceId: number,
  { search, cursor, limit }: PageWanted,
  signal: AbortSignal,
): Promise<ListPage<WorkspacePerson>> {
  const params = { workspaceId };
  const isPastInvitations = cursor?.startsWith(ofMembers) ?? false;
  const position = cursor?.slice(1);
  const invitationsWanted = isPastInvitations ? { search, limit: 1 } : { search, cursor: position, limit };
  const membersWanted = { search, cursor: isPastInvitations ? position : undefined, limit };
  const [invited, joined] = await Promise.all([
    request(invitations.list, { params, query: pageQuery(invitationsWanted) }, signal),
    request(members.list, { params, query: pageQuery(membersWanted) }, signal),
  ]);
  completeAnswer(invited, 'invitations');
  completeAnswer(joined, 'accounts');
  const invitationRows = invited.invitations.map((one) => ({ kind: 'invitation' as const, ...one }));
  const memberRows = joined.accounts.map((one) => ({ kind: 'member' as const, ...one }));
  const total = invited.total + joined.total;
  if (!isPastInvitations && invited.next_cursor !== null) {
    return { rows: invitationRows, total, nextCursor: ofInvitations + invited.next_cursor };
  }
  return {
    rows: isPastInvitations ? memberRows : [...invitationRows, ...memberRows],
    total,
    nextCursor: joined.next_cursor === null ? null : ofMembers + joined.next_cursor,
  };
}

/** Invites a person by email; the form shows a failure itself. */
export function useInviteMember(workspaceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: Input<typeof members.invite>['body']) =>
      request(members.invite, { params: { workspaceId }, body }),
    meta: { of: 'inviteMember', success: 'Invitation was sent', invalidates: [queryKeys.workspace.one(workspaceId)] },
  });
}

/** Sends an invitation again. */
export function useResendInvitation(workspaceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (invitationId: number) => request(invitations.resend, { params: { workspaceId, invitationId } }),
    meta: {
      of: 'resendInvitation',
      success: 'Invitation was sent',
      invalidates: [queryKeys.workspace.one(workspaceId)],
    },
  });
}

/** Withdraws an invitation; the dialog shows a failure itself. */
export function useWithdrawInvitation(workspaceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (invitationId: number) => request(invitations.withdraw, { params: { workspaceId, invitationId } }),
    meta: {
      of: 'withdrawInvitation',
      success: 'Invitation withdrawn',
      invalidates: [queryKeys.workspace.one(workspaceId)],
    },
  });
}

/**
 * Changes a member's role in the workspace. Users who have demoted themselves lose access to the open page; `forgetLeft` is then called
 * once the page is left. The form shows a failure itself.
 */
export function useUpdateRole(workspaceId: number, name: string) {
  const request = useRequest();
  const queries = useQueryClient();
  const forget = useForget(workspaceId);
  const { mutateAsync } = useMutation({
    mutationFn: (body: Input<typeof members.setRole>['body']) =>
      request(members.setRole, { params: { workspaceId }, body }),
    // Here and not in the form, which may be unmounted by this time.
    onSuccess: (_done, { member_id, role_id }) => {
      const isSelf = queries.getQueryData(accountQueries.get(request).queryKey)?.id === member_id;
      if (isSelf && workspaceRoleOf(role_id) === 'member') return;
      void forget(isSelf ? 'self' : 'other');
    },
    meta: { of: 'updateRole', success: 'Role was updated', name: () => name },
  });
  return { mutateAsync, forgetLeft: () => void forget('left') };
}

/**
 * Removes a member from the workspace. `forget` is called afterwards, or, if users remove themselves, once the open page is left; the
 * dialog shows a failure itself.
 */
export function useRemoveMember(workspaceId: number, name: string) {
  const request = useRequest();
  const mutation = useMutation({
    mutationFn: (memberId: number) =>
      request(members.remove, { params: { workspaceId }, body: { member_id: memberId } }),
    meta: { of: 'removeMember', success: 'Member successfully removed', name: () => name },
  });
  return { ...mutation, forget: useForget(workspaceId) };
}

/** Whose role has changed: another member's, the user's own, or the user's own with the loss of access to the open page. */
type Changed = 'other' | 'self' | 'left';

/** Refetches what a change of a member has made stale: the list of members, and the user's own permissions. */
function useForget(workspaceId: number) {
  const queries = useQueryClient();
  return async (changed: Changed) => {
    const people = { queryKey: queryKeys.workspace.one(workspaceId) };
    if (changed !== 'left') void queries.invalidateQueries(people);
    if (changed === 'other') return;
    const places = [queryKeys.account.all, queryKeys.workspaces.all].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    );
    await Promise.all(places);
    // Nothing is requested for a workspace that was left, not even by the next page.
    if (changed === 'left') void queries.invalidateQueries({ ...people, refetchType: 'none' });
    void queries.invalidateQueries({ predicate: isPermissions });
  };
}

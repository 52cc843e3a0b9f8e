import { assignableRoles, mayManage, type WorkspaceRole, workspaceRoleOf } from '@quartermaster/contract/access.ts';
import { invitations, members } from '@quartermaster/contract/endpoints/people/members.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWorkspace } from '../../../shared/access/require-role.tsx';
import { useIsPlanPending } from '../../../shared/access/use-is-plan-pending.ts';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import type { WorkspacePerson } from '../../../shared/data/people/members.ts';
import { currentPlanOf, workspaceQueries } from '../../../shared/data/workspaces.ts';
import { useRequest } from '../../../shared/services/request.ts';

/** The actions for a person in the list. */
export type PersonAction = 'update' | 'remove' | 'resend' | 'withdraw';

const none: readonly WorkspaceRole[] = [];

/** The roles that the user can give to others; none while the plan is not known. */
export function useAssignableRoles(): readonly WorkspaceRole[] {
  const { id, role } = useWorkspace();
  const { data } = useQuery(workspaceQueries.subscription(useRequest(), id));
  return data && role ? assignableRoles(currentPlanOf(data).plan, role) : none;
}

/** The user's actions for each person; none while the plan is loading, so that no menu changes after it was shown. */
export function usePowers(): (person: WorkspacePerson) => PersonAction[] {
  const workspace = useWorkspace();
  const isPending = useIsPlanPending(workspace.id);
  const assignable = useAssignableRoles();
  const canUpdate = useRefusal(members.setRole, workspace) === null;
  const canRemove = useRefusal(members.remove, workspace) === null;
  const canResend = useRefusal(invitations.resend, workspace) === null;
  const canWithdraw = useRefusal(invitations.withdraw, workspace) === null;
  const { role: ownRole } = workspace;
  return useMemo(() => {
    return ({ kind, role_id }) => {
      const theirRole = workspaceRoleOf(role_id);
      if (isPending || ownRole === null || !mayManage(ownRole, theirRole)) return [];
      const actions: [PersonAction, boolean][] =
        kind === 'member'
          ? [
              ['update', canUpdate && assignable.length > 0],
              ['remove', canRemove],
            ]
          : [
              ['resend', canResend && assignable.includes(theirRole)],
              ['withdraw', canWithdraw],
            ];
      return actions.filter(([, may]) => may).map(([action]) => action);
    };
  }, [isPending, ownRole, assignable, canUpdate, canRemove, canResend, canWithdraw]);
}

import type { WorkspaceRole } from '@quartermaster/contract/access.ts';
import type { Workspace } from '@quartermaster/contract/endpoints/workspaces.ts';
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useRef } from 'react';
import { findInstance, roleName } from '../../../shared/access/instance-context.ts';
import { knownPermissionsAtom } from '../../../shared/access/permissions.ts';
import { accountQueries } from '../../../shared/data/accounts.ts';
import { workspaceQueries } from '../../../shared/data/workspaces.ts';
import { isRefusal } from '../../../shared/http/http-error.ts';
import { decidesAccess } from '../../../shared/http/query-meta.ts';
import { useServices } from '../../../shared/services/services.ts';
import { environmentLabel } from '../../../shared/ui/env-badge.tsx';
import { type AccessSnapshot, accessChanges } from './access-changes.ts';

/**
 * Toasts changes of the user's access while the console is open, and refetches what depends on it. Mounted on every page without queries of
 * its own, as a change may navigate away from the page that sent them before all answers have arrived.
 */
export function AccessChangeToasts() {
  const { request, notify } = useServices();
  const queries = useQueryClient();
  const answers = useAnswers();
  const before = useRef<AccessSnapshot>(null);
  const known = useRef<KnownNames>({ workspaces: new Map(), instance: null });
  // One change may show in several answers: report it once all have arrived.
  const isComplete = useIsFetching({ predicate: decidesAccess }) === 0;

  useEffect(() => {
    if (answers) learnNames(known.current, answers);
    if (answers && !isComplete) return;
    const last = before.current;
    const current = answers && snapshotOf(answers, known.current);
    before.current = current;
    // Nobody is signed in, or another user is.
    if (!last || !current) return;
    const changes = accessChanges(last, current);
    if (changes.length === 0) return;
    notify.info(changes.join(' '));
    // The visible projects and instances depend on the user's roles.
    void queries.invalidateQueries({ queryKey: workspaceQueries.list(request).queryKey });
    // Refused queries may be allowed now.
    void queries.refetchQueries({
      type: 'active',
      predicate: (query) => isRefusal(query.state.error) && !decidesAccess(query),
    });
  }, [answers, isComplete, notify, queries, request]);

  return null;
}

/** The server's answers about the user's access. */
interface Answers {
  workspaces: readonly Workspace[];
  roles: readonly { id: number; role: WorkspaceRole }[];
  instanceId: number;
  permissionIds: readonly number[] | undefined;
}

/** Names of lost workspaces and instances, which are no longer listed but must be shown in the toast. */
interface KnownNames {
  workspaces: Map<number, string>;
  /** The last active instance. */
  instance: { id: number; workspaceId: number; name: string } | null;
}

/** `null` until workspaces and roles are loaded. */
function useAnswers(): Answers | null {
  const { request } = useServices();
  const workspaces = useQuery({ ...workspaceQueries.list(request), enabled: false }).data?.workspaces;
  const roles = useQuery({ ...accountQueries.roles(request), enabled: false }).data?.workspaces;
  const { instanceId, answer, isTaken } = useAtomValue(knownPermissionsAtom);
  const permissionIds = isTaken ? noPermissions : answer?.permissions;
  return useMemo(() => {
    if (!workspaces || !roles) return null;
    const named = roles.flatMap(({ id, workspace_role_id }) => {
      const role = roleName(workspace_role_id);
      return role ? [{ id, role }] : [];
    });
    return { workspaces, roles: named, instanceId, permissionIds };
  }, [workspaces, roles, instanceId, permissionIds]);
}

const noPermissions: readonly number[] = [];

function learnNames(known: KnownNames, { workspaces, instanceId }: Answers): void {
  for (const { id, name } of workspaces) known.workspaces.set(id, name);
  const context = findInstance(workspaces, instanceId);
  if (!context) return;
  const name = `${context.project.name} (${environmentLabel(context.env)})`;
  known.instance = { id: instanceId, workspaceId: context.workspace.id, name };
}

function snapshotOf({ workspaces, roles, instanceId, permissionIds }: Answers, known: KnownNames): AccessSnapshot {
  const { instance } = known;
  return {
    roles: new Map(roles.map(({ id, role }) => [id, { name: known.workspaces.get(id) ?? '', role }])),
    instance: instance?.id === instanceId && permissionIds ? { ...instance, permissionIds } : null,
    instanceIds: new Set(workspaces.flatMap(instanceIdsOf)),
  };
}

const instanceIdsOf = ({ projects }: Workspace) => projects.flatMap(({ instances }) => instances.map(({ id }) => id));

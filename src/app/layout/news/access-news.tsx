import { type Query, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { findInstance, roleName } from '../../../shared/access/instance-context.ts';
import { isAccessTaken } from '../../../shared/access/is-access-taken.ts';
import { accountQueries } from '../../../shared/data/accounts.ts';
import { instanceQueries } from '../../../shared/data/instances.ts';
import { workspaceQueries } from '../../../shared/data/workspaces.ts';
import { isRefusal } from '../../../shared/http/http-error.ts';
import { useServices } from '../../../shared/services/services.ts';
import { environmentLabel } from '../../../shared/ui/env-badge.tsx';
import { accessChanges, type HeldAccess } from './access-changes.ts';

/**
 * Toasts what has changed of the caller's access while the console is open, and brings up to date what hangs on it. It asks for
 * nothing by itself and is there on every page, as a change may lead away from the one that has asked before all answers are there.
 */
export function AccessNews() {
  const { request, notify } = useServices();
  const queries = useQueryClient();
  const held = useHeldAccess();
  const before = useRef(held);
  // One change may show in several answers: it is told once all are there.
  const isComplete = useIsFetching({ predicate: decidesAccess }) === 0;

  useEffect(() => {
    if (held && !isComplete) return;
    const known = before.current;
    before.current = held;
    // Nobody is signed in, or somebody else is.
    if (!known || !held) return;
    const changes = accessChanges(known, held);
    if (changes.length === 0) return;
    notify.info(changes.join(' '));
    // Which projects and instances there are to see hangs on the roles in them.
    void queries.invalidateQueries({ queryKey: workspaceQueries.list(request).queryKey });
    // What was refused before may be allowed now.
    void queries.refetchQueries({
      type: 'active',
      predicate: (query) => isRefusal(query.state.error) && !decidesAccess(query),
    });
  }, [held, isComplete, notify, queries, request]);

  return null;
}

const decidesAccess = ({ meta }: Query): boolean => meta?.decidesAccess === true;

function useHeldAccess(): HeldAccess | null {
  const { request } = useServices();
  const instanceId = useInstanceId();
  const workspaces = useQuery({ ...workspaceQueries.list(request), enabled: false }).data?.workspaces;
  const roles = useQuery({ ...accountQueries.roles(request), enabled: false }).data?.workspaces;
  const { data, error } = useQuery({ ...instanceQueries.permissions(request, instanceId), enabled: false });
  const permissionIds = isAccessTaken(error) ? nothing : data?.permissions;
  // What somebody has lost is in no list any more, and has to be named all the same.
  const names = useRef(new Map<number, string>());
  const lastPlace = useRef<{ id: number; workspaceId: number; name: string }>(undefined);
  return useMemo(() => {
    if (!workspaces || !roles) return null;
    for (const { id, name } of workspaces) names.current.set(id, name);
    const place = findInstance(workspaces, instanceId);
    if (place) {
      const name = `${place.project.name} (${environmentLabel(place.env)})`;
      lastPlace.current = { id: instanceId, workspaceId: place.workspace.id, name };
    }
    const known = lastPlace.current;
    return {
      roles: new Map(
        roles.flatMap(({ id, workspace_role_id }) => {
          const role = roleName(workspace_role_id);
          return role ? [[id, { name: names.current.get(id) ?? '', role }] as const] : [];
        }),
      ),
      instance: known?.id === instanceId && permissionIds ? { ...known, permissionIds } : null,
    };
  }, [workspaces, roles, instanceId, permissionIds]);
}

const nothing: readonly number[] = [];

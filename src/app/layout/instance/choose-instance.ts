import type { Workspace } from '@quartermaster/contract/endpoints/workspaces.ts';
import { findInstance } from '../../../shared/access/instance-place.ts';

interface Situation {
  workspaces: readonly Workspace[];
  /** Roles of the caller by workspace, as ids on the wire. */
  roles: readonly { id: number; workspace_role_id: number }[];
  /** The instance that the address names; `null` on pages of no instance. */
  addressed: number | null;
  /** The instance that the host asks for; `null` where it leaves the choice to the account. */
  asked: number | null;
  /** The account's setting; 0 none. */
  stored: number;
}

type Choice = { instanceId: number } | { redirect: '/not-found' | '/access-denied' };

/** Which instance a page works in: the one in its address where the caller may see it, else the host's wish, else the account's. */
export function chooseInstance({ workspaces, roles, addressed, asked, stored }: Situation): Choice {
  const hasRoleIn = (workspaceId: number) => roles.some(({ id }) => id === workspaceId);
  const placeOf = (id: number) => findInstance(workspaces, id);
  if (addressed !== null) {
    const place = placeOf(addressed);
    if (!place) return { redirect: '/not-found' };
    return hasRoleIn(place.workspace.id) ? { instanceId: addressed } : { redirect: '/access-denied' };
  }
  const mayBe = (id: number | null): id is number => {
    const place = id === null ? null : placeOf(id);
    return place !== null && hasRoleIn(place.workspace.id);
  };
  return { instanceId: [asked, stored].find(mayBe) ?? 0 };
}

import type { Workspace } from '@quartermaster/contract/endpoints/workspaces.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { findInstance } from '../../../shared/access/instance-context.ts';

interface Situation {
  workspaces: readonly Workspace[];
  /** Workspace roles of the user, with their API ids. */
  roles: readonly { id: number; workspace_role_id: number }[];
  /** The instance in the URL; `null` on pages without one. */
  addressed: number | null;
  /** The instances for pages without one in the URL, best first: the host's, the account's; `null` and 0 are none. */
  preferred: readonly (number | null)[];
}

/** The instance, or the page to redirect to. */
export type Choice = { instanceId: number } | { redirect: typeof paths.notFound | typeof paths.accessDenied };

/** The instance for a page: the one in the URL if the user has access, otherwise the first of the preferred ones. */
export function chooseInstance({ workspaces, roles, addressed, preferred }: Situation): Choice {
  const hasRoleIn = (workspaceId: number) => roles.some(({ id }) => id === workspaceId);
  const placeOf = (id: number) => findInstance(workspaces, id);
  if (addressed !== null) {
    const context = placeOf(addressed);
    if (!context) return { redirect: paths.notFound };
    return hasRoleIn(context.workspace.id) ? { instanceId: addressed } : { redirect: paths.accessDenied };
  }
  const mayBe = (id: number | null): id is number => {
    const context = id === null ? null : placeOf(id);
    return context !== null && hasRoleIn(context.workspace.id);
  };
  return { instanceId: preferred.find(mayBe) ?? 0 };
}

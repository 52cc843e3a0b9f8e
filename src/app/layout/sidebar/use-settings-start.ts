import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { isManager, useWorkspacesWithRole } from '../../../shared/access/workspaces-with-role.ts';

/** The settings of the active workspace for users who manage it, otherwise their own. */
export function useSettingsStart(): string {
  const here = useInstanceContext()?.workspace.id;
  const workspace = useWorkspacesWithRole()?.find(({ id }) => id === here);
  return workspace && isManager(workspace) ? pathTo(paths.workspace, { workspaceId: workspace.id }) : paths.account;
}

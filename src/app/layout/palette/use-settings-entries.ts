import type { GuardedEndpoint } from '@quartermaster/contract/access.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { generatePath } from 'react-router-dom';
import { opening } from '../../../shared/access/require-role.tsx';
import { useRefusals } from '../../../shared/access/use-refusal.ts';
import {
  isManager,
  useWorkspacesWithRole,
  type WorkspaceWithRole,
} from '../../../shared/access/workspaces-with-role.ts';
import { settingsPages } from '../settings-pages.ts';
import type { Page } from './entries.ts';

/** The settings that the sidebar links to: of the account, of each workspace that the user manages, and of its projects. */
export function useSettingsEntries(): Page[] {
  const workspaces = useWorkspacesWithRole() ?? [];
  const managed = workspaces.filter(isManager);
  const ownsSome = workspaces.some(({ role }) => role === 'owner');
  const ofWorkspaces = usePagesOf(managed);
  return [
    ...settingsPages.flatMap(({ path, link, access, isForOwners }) =>
      link && !access && (!isForOwners || ownsSome) ? [{ label: link.label, to: path }] : [],
    ),
    ...ofWorkspaces,
    ...managed.flatMap(({ id: workspaceId, name: about, projects }) =>
      projects.map(({ id: projectId, name }) => ({
        label: `Project ${name}`,
        about,
        to: pathTo(paths.project, { workspaceId, projectId }),
      })),
    ),
  ];
}

interface WorkspacePage {
  path: string;
  label: string;
  access: GuardedEndpoint;
}

const workspacePages = settingsPages.flatMap(({ path, link, access }): WorkspacePage[] =>
  link && access ? [{ path, label: link.label, access: opening(access) }] : [],
);

function usePagesOf(workspaces: readonly WorkspaceWithRole[]): Page[] {
  // The pages are the same in each rendering, and so are these calls.
  return workspacePages.flatMap(({ path, label, access }) => {
    // biome-ignore lint/correctness/useHookAtTopLevel: see above
    const refusals = useRefusals(access, workspaces);
    return workspaces
      .filter((_, index) => refusals[index] === null)
      .map(({ id, name }) => ({ label, about: name, to: generatePath(path, { workspaceId: String(id) }) }));
  });
}

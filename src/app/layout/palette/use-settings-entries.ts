import type { GuardedEndpoint } from '@quartermaster/contract/access.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
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
import { pageWords, settingsSections } from './settings-sections.ts';

/** The settings that the sidebar links to, with their sections: of the account, of each workspace that the user manages, and of its projects. */
export function useSettingsEntries(): Page[] {
  const workspaces = useWorkspacesWithRole() ?? [];
  const managed = workspaces.filter(isManager);
  const ownsSome = workspaces.some(({ role }) => role === 'owner');
  const ofWorkspaces = usePagesOf(managed);
  const deleting = useRefusals(projects.delete, managed);
  return [
    ...settingsPages.flatMap(({ path, link, access, isForOwners }) =>
      link && !access && (!isForOwners || ownsSome)
        ? [{ label: link.label, to: path, words: pageWords[path] }, ...sectionsOf(path, path, link.label)]
        : [],
    ),
    ...ofWorkspaces,
    ...managed.flatMap(({ id: workspaceId, name: about, projects: all, role }, index) =>
      all.flatMap(({ id: projectId, name }) => {
        const to = pathTo(paths.project, { workspaceId, projectId });
        const label = `Project ${name}`;
        return [
          { label, about, to },
          ...sectionsOf(paths.project, to, label, { role, mayDelete: deleting[index] === null }),
        ];
      }),
    ),
  ];
}

/** The sections of a page that the user sees. */
const sectionsOf = (
  path: string,
  to: string,
  about: string,
  { role = null, mayDelete = false }: { role?: WorkspaceWithRole['role']; mayDelete?: boolean } = {},
): Page[] =>
  (settingsSections[path] ?? [])
    .filter(({ deletes, isForOwners }) => (!deletes || mayDelete) && (!isForOwners || role === 'owner'))
    .map(({ title: label, words }) => ({ label, about, words, to: `${to}#${label.replaceAll(' ', '-')}` }));

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
      .flatMap(({ id, name, role }) => {
        const to = generatePath(path, { workspaceId: String(id) });
        return [{ label, about: name, to, words: pageWords[path] }, ...sectionsOf(path, to, name, { role })];
      });
  });
}

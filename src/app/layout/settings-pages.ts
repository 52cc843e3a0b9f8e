import type { Asked } from '@quartermaster/contract/access.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { IconLayoutGrid, IconUser, type TablerIcon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';

interface SettingsPage {
  path: string;
  /** Label in the sidebar; pages without a link are reached from another page. */
  link?: { label: string; Icon: TablerIcon };
  /** The endpoint that a workspace page requires; pages about one's own account are open to everyone. */
  access?: Asked;
  fetchPage: () => Promise<ComponentType>;
}

/**
 * All settings pages of an account, workspace or project: routes, guards and the sidebar are generated from this list.
 */
export const settingsPages: readonly SettingsPage[] = [
  {
    path: '/settings/workspaces/:workspaceId',
    link: { label: 'Overview', Icon: IconLayoutGrid },
    access: workspaces.rename,
    fetchPage: () => import('../../features/settings/workspace/workspace-page.tsx').then((m) => m.WorkspacePage),
  },
  {
    path: '/settings/workspaces/:workspaceId/projects/:projectId',
    access: projects.rename,
    fetchPage: () => import('../../features/settings/project/project-page.tsx').then((m) => m.ProjectPage),
  },
  {
    path: '/settings/account',
    link: { label: 'Profile', Icon: IconUser },
    fetchPage: () => import('../../features/settings/account/profile-page.tsx').then((m) => m.ProfilePage),
  },
];

/** True for paths with the settings sidebar; pages of an instance under /settings keep the main one. */
export const isSettingsPath = (pathname: string): boolean =>
  settingsPages.some(({ path }) => matchPath(path, pathname) !== null);

import type { GuardedEndpoint } from '@quartermaster/contract/access.ts';
import { extensions } from '@quartermaster/contract/endpoints/extensions.ts';
import { accessLog } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { companySignIn } from '@quartermaster/contract/endpoints/people/company-sign-in.ts';
import { members } from '@quartermaster/contract/endpoints/people/members.ts';
import { projectMembers } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { roles } from '@quartermaster/contract/endpoints/people/roles.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { IconCreditCard } from '../../shared/ui/icons/credit-card.ts';
import { IconHistory } from '../../shared/ui/icons/history.ts';
import type { Icon } from '../../shared/ui/icons/icon.ts';
import { IconKey } from '../../shared/ui/icons/key.ts';
import { IconLayoutGrid } from '../../shared/ui/icons/layout-grid.ts';
import { IconPuzzle } from '../../shared/ui/icons/puzzle.ts';
import { IconShieldCheck } from '../../shared/ui/icons/shield-check.ts';
import { IconUser } from '../../shared/ui/icons/user.ts';
import { IconUsers } from '../../shared/ui/icons/users.ts';
import { texts } from '../../shared/ui/texts.ts';

interface SettingsPage {
  path: string;
  /** Label in the sidebar; pages without a link are reached from another page. */
  link?: { label: string; Icon: Icon };
  /** The endpoint that a workspace page requires; pages about the user's own account are open to everyone. */
  access?: GuardedEndpoint;
  /** Its link is shown only to owners of a workspace. */
  isForOwners?: true;
  fetchPage: () => Promise<ComponentType>;
}

/**
 * All settings pages of an account, workspace or project: routes, guards and the sidebar are generated from this list.
 */
export const settingsPages: readonly SettingsPage[] = [
  {
    path: paths.workspace,
    link: { label: 'Overview', Icon: IconLayoutGrid },
    access: workspaces.rename,
    fetchPage: () => import('../../features/settings/workspace/workspace-page.tsx').then((m) => m.WorkspacePage),
  },
  {
    path: paths.members,
    link: { label: texts.workspaceMembers, Icon: IconUsers },
    access: members.list,
    fetchPage: () => import('../../features/settings/members/members-page.tsx').then((m) => m.MembersPage),
  },
  {
    path: paths.roles,
    link: { label: texts.rolesForAllProjects, Icon: IconShieldCheck },
    access: roles.list,
    fetchPage: () => import('../../features/settings/roles/roles-page.tsx').then((m) => m.RolesPage),
  },
  {
    path: paths.newRole,
    access: roles.list,
    fetchPage: () => import('../../features/settings/roles/role-new-page.tsx').then((m) => m.RoleNewPage),
  },
  {
    path: paths.role,
    access: roles.list,
    fetchPage: () => import('../../features/settings/roles/role-edit-page.tsx').then((m) => m.RoleEditPage),
  },
  {
    path: paths.accessLog,
    link: { label: texts.accessLog, Icon: IconHistory },
    access: accessLog.list,
    fetchPage: () => import('../../features/settings/access-log/access-log-page.tsx').then((m) => m.AccessLogPage),
  },
  {
    path: paths.companySignIn,
    link: { label: texts.signInSettings, Icon: IconKey },
    access: companySignIn.get,
    fetchPage: () =>
      import('../../features/settings/company-sign-in/company-sign-in-page.tsx').then((m) => m.CompanySignInPage),
  },
  {
    path: paths.extensions,
    link: { label: texts.extensions, Icon: IconPuzzle },
    access: extensions.list,
    fetchPage: () => import('../../features/settings/extensions/extensions-page.tsx').then((m) => m.ExtensionsPage),
  },
  {
    path: paths.project,
    access: projects.rename,
    fetchPage: () => import('../../features/settings/project/project-page.tsx').then((m) => m.ProjectPage),
  },
  {
    path: paths.newProjectMember,
    access: projectMembers.setRoles,
    fetchPage: () => import('../../features/settings/project/members/add-member-page.tsx').then((m) => m.AddMemberPage),
  },
  {
    path: paths.projectMember,
    access: projectMembers.setRoles,
    fetchPage: () =>
      import('../../features/settings/project/members/edit-member-page.tsx').then((m) => m.EditMemberPage),
  },
  {
    path: paths.account,
    link: { label: 'Profile', Icon: IconUser },
    fetchPage: () => import('../../features/settings/account/profile-page.tsx').then((m) => m.ProfilePage),
  },
  {
    path: paths.billing,
    link: { label: 'Billing', Icon: IconCreditCard },
    isForOwners: true,
    fetchPage: () => import('../../features/settings/billing/billing-page.tsx').then((m) => m.BillingPage),
  },
];

/** True for paths with the settings sidebar; pages of an instance under /settings keep the main one. */
export const isSettingsPath = (pathname: string): boolean =>
  settingsPages.some(({ path }) => matchPath(path, pathname) !== null);

// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '1.1.workspaces-hold-projects', where: '/settings/workspaces/{workspaceId}', says: 'a workspace contains projects' },
  { id: '1.1.projects-hold-instances', where: 'instance switcher', says: 'a project has at most three instances' },
  { id: '1.1.instance-environments', where: 'instance switcher', says: "a project's instances are Dev, Stage and Prod, one of each at most" },
  { id: '1.1.template-is-schema', where: '/instance/{instanceId}/templates/{templateId}/edit', says: 'a template is a schema of typed fields' },
  { id: '1.1.items-from-templates', where: '/instance/{instanceId}/templates/{templateId}/items/new', says: 'an item is made from a template' },
  { id: '1.1.exports-json', where: 'header export button', says: 'a user can export the content as JSON' },
  { id: '1.1.syncs-instances', where: '/instance-sync', says: 'a user can carry changes from one instance to another' },
  { id: '1.1.sets-up-navigation', where: '/settings/navigation-setup', says: "a user can arrange the sidebar's menu" },
  { id: '1.1.pays-for-plans', where: '/settings/billing', says: 'a user can pay for a plan' },
  { id: '1.1.workspace-roles', where: '/settings/workspaces/{workspaceId}/members', says: 'a user of a workspace is its owner, admin or member' },
  { id: '1.1.many-workspaces', where: 'GET /accounts/workspaces', says: 'a user may belong to several workspaces' },
  { id: '1.1.role-per-workspace', where: 'GET /accounts/workspaces', says: 'the same user may have a different role in each workspace' },
  { id: '1.1.one-active-instance', where: 'GET /accounts/settings', says: 'a user works in exactly one active instance at a time',
    settled: 'so does each console: a mount whose host names an instance works in that one, and the account keeps its own' },
  { id: '1.1.three-plans', where: '/settings/billing', says: 'the plans are Free, Starter and Teams' },
  { id: '1.1.theme.light', where: 'header theme toggle', says: 'the light theme can be chosen' },
  { id: '1.1.theme.dark', where: 'header theme toggle', says: 'the dark theme can be chosen' },
  { id: '1.1.theme.system', where: 'header theme toggle', says: 'the system theme can be chosen' },
  { id: '1.1.theme.kept', where: 'header theme toggle', says: 'the chosen theme is stored in the browser and survives a reload' },
  { id: '1.1.theme.system-follows', where: 'header theme toggle', says: 'with "system" the page follows the operating system\'s dark preference' },
  { id: '1.1.logo-home', where: 'header', says: 'the logo links to /' },
];

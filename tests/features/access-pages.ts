import type { accessTable, screenTable } from '../server/access-table.ts';
import type { WorldPlace } from '../support/access-world.ts';

/** A row of the table: the name of an endpoint, or of a control without one. */
export type Needed = keyof typeof accessTable | keyof typeof screenTable;

/** A control, with the calls that it needs. */
export interface Control {
  role: 'button' | 'checkbox' | 'combobox' | 'link' | 'textbox' | 'heading' | 'switch';
  name: string | RegExp;
  for: readonly Needed[];
  /** Shown only to members for whom this is the only obstacle to the call. */
  explains?: 'plan' | 'environment';
  /** Members who also have this see another control instead. */
  notFor?: Needed;
}

export interface Page {
  path: (place: WorldPlace) => string;
  /** Without one of these calls it redirects to /access-denied, or to /not-allowed outside of Dev. */
  for: readonly Needed[];
  /** Its heading once loaded. */
  title: string | RegExp;
  controls: readonly Control[];
  /** The address contains no instance: the page shows the active one. */
  isOfActiveInstance?: true;
  /** In Prod it is empty. */
  isEmptyInProd?: true;
}

export const items = ({ instanceId }: WorldPlace) => `/instance/${instanceId}/templates/thing/items`;
const images = ({ instanceId }: WorldPlace) => `/instance/${instanceId}/templates/image/items`;
const template = ({ instanceId }: WorldPlace) => `/instance/${instanceId}/templates/thing`;

/** The frame around every page but those of settings. */
export const frame: readonly Control[] = [
  { role: 'link', name: 'Sync', for: ['sync.listChanges'] },
  { role: 'link', name: 'Reviews', for: ['syncReviews.list'] },
  { role: 'link', name: 'Proposals', for: ['proposals.list'] },
  { role: 'link', name: 'Releases', for: ['releases.list'] },
  { role: 'link', name: 'History', for: ['changeSets.list'] },
  { role: 'link', name: 'Activity', for: ['activity.list'] },
  { role: 'link', name: 'Trash', for: ['trash.list'] },
  { role: 'link', name: 'Builds', for: ['builds.list'] },
  { role: 'link', name: 'Channels', for: ['channels.list'] },
  { role: 'link', name: 'Webhooks', for: ['webhooks.list'] },
  { role: 'link', name: 'Tokens', for: ['projectTokens.list'] },
  { role: 'heading', name: 'Templates', for: ['menu.list'] },
  { role: 'link', name: 'Images', for: ['menu.list'] },
  { role: 'link', name: 'Create template', for: ['menu.list', 'templates.save'] },
  { role: 'link', name: 'New template from a sheet', for: ['menu.list', 'templates.save'] },
  { role: 'button', name: 'Export', for: ['reports.start'] },
];

export const settingsFrame: readonly Control[] = [
  { role: 'button', name: 'Export', for: ['reports.start'] },
  { role: 'link', name: 'Overview', for: ['the settings of a workspace'] },
  { role: 'link', name: 'Workspace members', for: ['members.list'] },
  { role: 'link', name: 'Roles for all projects', for: ['roles.list'] },
  { role: 'link', name: 'Access log', for: ['accessLog.list'] },
  { role: 'link', name: 'Sign-in', for: ['companySignIn.get'] },
  { role: 'link', name: 'Extensions', for: ['extensions.list'] },
  { role: 'link', name: 'Profile', for: ['accounts.get'] },
  { role: 'link', name: 'Billing', for: ['billing of a workspace'] },
  { role: 'button', name: 'Log out', for: ['accounts.logout'] },
];

/** A feature outside the plan: owners get a link to billing, others a text. */
const upgrade = (name: string, of: Needed): Control[] => [
  { role: 'link', name: `${name} Upgrade`, for: ['billing of a workspace', of], explains: 'plan' },
  { role: 'button', name: `${name} Upgrade`, for: [of], explains: 'plan', notFor: 'billing of a workspace' },
];

const exportTabs: readonly Control[] = [
  { role: 'link', name: 'Exports', for: ['reports.list'] },
  { role: 'link', name: 'Builds', for: ['builds.list'] },
  { role: 'link', name: 'Channels', for: ['channels.list'] },
  { role: 'link', name: 'Webhooks', for: ['webhooks.list'] },
];

const settingsTabs: readonly Control[] = [
  { role: 'link', name: 'Delivery', for: ['instances.getToken'] },
  { role: 'link', name: 'Game code', for: ['gameTypes.get'] },
  { role: 'link', name: 'Signed builds', for: ['signingKeys.list'] },
  { role: 'link', name: 'Tokens', for: ['projectTokens.list'] },
];

/** The pages of the console with their controls. */
export const pages: Record<string, Page> = {
  dashboard: {
    path: () => '/',
    for: [],
    title: 'Matrix',
    isOfActiveInstance: true,
    controls: [
      ...frame,
      { role: 'link', name: /^Exported data/, for: ['reports.list'] },
      { role: 'link', name: /^Navigation setup/, for: ['menu.list'] },
      { role: 'link', name: /^Sync instances/, for: ['sync.listChanges'] },
      { role: 'link', name: /^Export settings/, for: ['instances.getToken'] },
      { role: 'link', name: 'All activity', for: ['instances.getOverview'] },
      { role: 'link', name: 'Proposal of 1 item: Balance', for: ['proposals.apply'] },
      { role: 'button', name: 'Send feedback', for: ['feedback.send'] },
      { role: 'button', name: 'New project', for: ['projects.create'] },
      ...upgrade('New project', 'projects.create'),
    ],
  },
  'list of items': {
    path: items,
    for: ['items.list'],
    title: 'thing',
    controls: [
      ...frame,
      { role: 'link', name: 'Create item', for: ['a new item'] },
      { role: 'button', name: 'Create item', for: ['a new item'], explains: 'environment' },
      { role: 'link', name: 'Edit template', for: ['templates.save'] },
      { role: 'button', name: 'More actions', for: ['items.list'] },
      { role: 'link', name: 'All items', for: ['items.list'] },
      { role: 'button', name: /^Views: /, for: ['views.list'] },
      { role: 'button', name: 'Export items', for: ['items.export'] },
      { role: 'link', name: 'Import', for: ['imports.upload'] },
      { role: 'button', name: 'Chart', for: ['items.chart'] },
      { role: 'link', name: 'Edit as grid', for: ['items.save'] },
      { role: 'checkbox', name: 'Select all rows on this page', for: ['bulkEdits.apply'] },
      { role: 'button', name: /^Actions for /, for: ['a new item'] },
    ],
  },
  grid: {
    path: (place) => `${items(place)}/grid`,
    for: ['items.list', 'items.save'],
    title: 'thing as grid',
    controls: [
      ...frame,
      { role: 'button', name: 'Undo', for: ['items.save'] },
      { role: 'button', name: 'Redo', for: ['items.save'] },
      { role: 'button', name: 'Remove new rows', for: ['a new item'] },
      { role: 'button', name: 'Chart', for: ['items.save'] },
      { role: 'button', name: 'Save changes', for: ['items.save'] },
    ],
  },
  item: {
    path: (place) => `${items(place)}/1/edit`,
    for: ['items.get'],
    title: 'thing | # 1',
    controls: [
      ...frame,
      { role: 'button', name: 'Save changes', for: ['items.save'] },
      { role: 'button', name: 'More ways to save', for: ['items.save'] },
      { role: 'button', name: 'Propose a change', for: ['proposals.create'], notFor: 'items.save' },
      { role: 'button', name: 'Delete item', for: ['items.delete'] },
      { role: 'button', name: /^Actions for /, for: ['history.listItem'] },
      { role: 'button', name: /^Comments/, for: ['comments.list'] },
    ],
  },
  'history of an item': {
    path: (place) => `${items(place)}/1/history`,
    for: ['history.listItem'],
    title: 'History of # 1',
    controls: [
      ...frame,
      { role: 'link', name: 'Version 1', for: ['history.listItem'] },
      { role: 'checkbox', name: 'Compare Version 1', for: ['history.compareItem'] },
    ],
  },
  'history of a template': {
    path: (place) => `${template(place)}/history`,
    for: ['history.listTemplate'],
    title: 'History of template thing',
    controls: [...frame, { role: 'link', name: 'Version 1', for: ['history.listTemplate'] }],
  },
  'history of the navigation': {
    path: () => '/settings/navigation-setup/history',
    for: ['history.listMenu'],
    title: 'History of the navigation',
    isOfActiveInstance: true,
    controls: [...frame],
  },
  'new item': {
    path: (place) => `${items(place)}/new`,
    for: ['a new item'],
    title: 'New item',
    controls: [
      ...frame,
      { role: 'button', name: 'Save changes', for: ['a new item'] },
      { role: 'button', name: 'More ways to save', for: ['a new item'] },
    ],
  },
  'list of images': {
    path: images,
    for: ['items.list'],
    title: 'Images',
    controls: [
      ...frame,
      { role: 'link', name: 'All items', for: ['items.list'] },
      { role: 'link', name: 'Create image', for: ['a new item'] },
      { role: 'button', name: 'Create image', for: ['a new item'], explains: 'environment' },
      { role: 'link', name: 'Bulk upload', for: ['a new item'] },
      { role: 'button', name: 'More actions', for: ['items.list'] },
      { role: 'button', name: /^Views: /, for: ['views.list'] },
      { role: 'button', name: 'Export items', for: ['items.export'] },
      { role: 'link', name: 'Edit as grid', for: ['items.save'] },
      { role: 'checkbox', name: 'Select all rows on this page', for: ['bulkEdits.apply'] },
    ],
  },
  'bulk upload of images': {
    path: (place) => `${images(place)}/upload`,
    for: ['a new item'],
    title: 'Upload and create images in bulk',
    controls: [
      ...frame,
      { role: 'button', name: 'Choose images', for: ['a new item'] },
      { role: 'button', name: 'Create images', for: ['a new item'] },
    ],
  },
  template: {
    path: (place) => `${template(place)}/edit`,
    for: ['templates.get'],
    title: /^(Edit|View) template thing$/,
    controls: [
      ...frame,
      { role: 'heading', name: 'Edit template thing', for: ['templates.save'] },
      { role: 'button', name: 'Save changes', for: ['templates.save'] },
      { role: 'button', name: 'Delete template', for: ['templates.delete'] },
      { role: 'link', name: 'History', for: ['history.listTemplate'] },
      { role: 'button', name: /^Comments/, for: ['comments.list'] },
    ],
  },
  'new template': {
    path: ({ instanceId }) => `/instance/${instanceId}/templates/new`,
    for: ['templates.save'],
    title: 'Create template',
    controls: [...frame, { role: 'button', name: 'Save template', for: ['templates.save'] }],
  },
  'copy of a template': {
    path: (place) => `${template(place)}/copy`,
    for: ['templates.save'],
    title: 'Create template',
    controls: [...frame, { role: 'button', name: 'Save template', for: ['templates.save'] }],
  },
  'navigation setup': {
    path: () => '/settings/navigation-setup',
    for: ['menu.list'],
    title: 'Navigation setup',
    isOfActiveInstance: true,
    controls: [
      ...frame,
      { role: 'button', name: 'Add group', for: ['menu.save'] },
      { role: 'link', name: 'History', for: ['history.listMenu'] },
      { role: 'button', name: 'Add link', for: ['menu.save'] },
      { role: 'button', name: 'Save changes', for: ['menu.save'] },
    ],
  },
  builds: {
    path: () => '/settings/exported-data?view=builds',
    for: ['builds.list', 'channels.list'],
    title: 'Exported data',
    isOfActiveInstance: true,
    controls: [...frame, ...exportTabs, { role: 'button', name: /^Actions for build/, for: ['builds.listChanges'] }],
  },
  channels: {
    path: () => '/settings/exported-data?view=channels',
    for: ['channels.list'],
    title: 'Exported data',
    isOfActiveInstance: true,
    controls: [
      ...frame,
      ...exportTabs,
      { role: 'button', name: 'New channel', for: ['channels.create'] },
      ...upgrade('New channel', 'channels.create'),
      { role: 'button', name: 'Copy address of live', for: ['channels.list'] },
    ],
  },
  'changes of a build': {
    path: ({ reportId }) => `/settings/exported-data?view=builds&build=${reportId}`,
    for: ['reports.list', 'builds.listChanges'],
    title: 'Exported data',
    isOfActiveInstance: true,
    controls: [...frame, ...exportTabs, { role: 'link', name: 'All builds', for: ['builds.list'] }],
  },
  webhooks: {
    path: () => '/settings/exported-data?view=webhooks',
    for: ['reports.list', 'webhooks.list'],
    title: 'Exported data',
    isOfActiveInstance: true,
    controls: [
      ...frame,
      ...exportTabs,
      { role: 'button', name: 'New webhook', for: ['webhooks.create'] },
      ...upgrade('New webhook', 'webhooks.create'),
      { role: 'link', name: 'Log', for: ['webhooks.deliveries'] },
      { role: 'button', name: /^Send test to/, for: ['webhooks.test'] },
      { role: 'button', name: /^Actions for https/, for: ['webhooks.delete'] },
    ],
  },
  'log of a webhook': {
    path: ({ webhookId }) => `/settings/exported-data?view=webhooks&webhook=${webhookId}`,
    for: ['reports.list', 'webhooks.deliveries'],
    title: 'Exported data',
    isOfActiveInstance: true,
    controls: [
      ...frame,
      ...exportTabs,
      { role: 'link', name: 'All webhooks', for: ['webhooks.list'] },
      { role: 'button', name: /^Actions for export/, for: ['webhooks.delivery'] },
    ],
  },
  'exported data': {
    path: ({ reportId }) => `/settings/exported-data?report=${reportId}`,
    for: ['reports.list'],
    title: 'Exported data',
    isOfActiveInstance: true,
    controls: [
      ...frame,
      ...exportTabs,
      { role: 'button', name: 'Download thing.json', for: ['reports.get', 'reports.getFileUrl'] },
    ],
  },
  'export settings': {
    path: () => '/settings/export-settings',
    for: ['instances.getToken'],
    title: 'Export settings',
    isOfActiveInstance: true,
    controls: [
      ...frame,
      ...settingsTabs,
      { role: 'button', name: 'Show token', for: ['instances.getToken'] },
      { role: 'button', name: 'Regenerate', for: ['instances.regenerateToken'] },
    ],
  },
  'code for games': {
    path: () => '/settings/export-settings?view=game',
    for: ['instances.getToken'],
    title: 'Export settings',
    isOfActiveInstance: true,
    controls: [
      ...frame,
      ...settingsTabs,
      { role: 'button', name: /^(TypeScript|C# \(Unity\)|C\+\+ \(Unreal\)|JSON Schema)$/, for: ['gameTypes.get'] },
      { role: 'button', name: /^(TypeScript|C#) client/, for: ['gameTypes.getClient'] },
    ],
  },
  'signed builds': {
    path: () => '/settings/export-settings?view=builds',
    for: ['instances.getToken'],
    title: 'Export settings',
    isOfActiveInstance: true,
    controls: [
      ...frame,
      ...settingsTabs,
      { role: 'button', name: /^Copy Key/, for: ['signingKeys.list'] },
      { role: 'button', name: 'New key', for: ['instances.getToken', 'signingKeys.rotate'] },
    ],
  },
  tokens: {
    path: () => '/settings/export-settings?view=tokens',
    for: ['instances.getToken', 'projectTokens.list'],
    title: 'Tokens',
    isOfActiveInstance: true,
    controls: [
      ...frame,
      ...settingsTabs,
      { role: 'button', name: 'New token', for: ['projectTokens.create'] },
      { role: 'button', name: /^Revoke /, for: ['projectTokens.revoke'] },
    ],
  },
  'instance sync': {
    path: () => '/instance-sync',
    for: ['sync.listChanges'],
    title: 'Instance sync',
    isOfActiveInstance: true,
    isEmptyInProd: true,
    controls: [
      ...frame,
      { role: 'button', name: 'Send for review', for: ['syncReviews.create'] },
      { role: 'link', name: 'Releases', for: ['releases.list'] },
      { role: 'button', name: 'Plan release', for: ['releases.create'] },
      { role: 'button', name: 'Sync selected', for: ['sync.some'] },
      { role: 'button', name: 'Sync all', for: ['sync.all'] },
    ],
  },
  changes: {
    path: () => '/changes',
    for: ['changeSets.list'],
    title: 'History',
    isOfActiveInstance: true,
    controls: [
      ...frame,
      { role: 'combobox', name: 'Origin', for: ['changeSets.list'] },
      { role: 'button', name: 'Dates: All dates', for: ['changeSets.list'] },
      { role: 'link', name: 'History', for: ['changeSets.list'] },
    ],
  },
  proposals: {
    path: () => '/proposals',
    for: ['proposals.list'],
    title: 'Proposals',
    isOfActiveInstance: true,
    controls: [...frame, { role: 'link', name: 'Declined', for: ['proposals.list'] }],
  },
  'a proposal': {
    path: ({ proposalId, instanceId }) => `/proposals/${proposalId}?instance=${instanceId}`,
    for: ['proposals.get'],
    title: 'Balance',
    isOfActiveInstance: true,
    controls: [
      ...frame,
      { role: 'button', name: /^Apply/, for: ['proposals.apply'] },
      { role: 'button', name: 'Chart', for: ['proposals.chart'] },
      { role: 'button', name: 'Decline…', for: ['proposals.decline'] },
      { role: 'button', name: /^Comment/, for: ['comments.list'] },
    ],
  },
  activity: {
    path: () => '/activity',
    for: ['activity.list'],
    title: 'Activity',
    isOfActiveInstance: true,
    controls: [
      ...frame,
      { role: 'button', name: 'Dates: All dates', for: ['activity.list'] },
      { role: 'button', name: 'Export as CSV', for: ['activity.export'] },
      { role: 'link', name: 'History', for: ['changeSets.list'] },
    ],
  },
  trash: {
    path: () => '/trash',
    for: ['trash.list'],
    title: 'Trash',
    isOfActiveInstance: true,
    controls: [...frame, { role: 'link', name: 'History', for: ['changeSets.list'] }],
  },
  'find and replace': {
    path: () => '/find-and-replace',
    for: ['replacements.apply'],
    title: 'Find and replace',
    isOfActiveInstance: true,
    controls: [
      ...frame,
      { role: 'textbox', name: 'Find', for: ['replacements.apply'] },
      { role: 'button', name: 'Replace', for: ['replacements.apply'] },
      { role: 'button', name: 'Cancel', for: ['replacements.apply'] },
    ],
  },
  'history of syncs': {
    path: () => '/instance-sync/history',
    for: ['sync.list', 'changeSets.list'],
    title: 'History of syncs',
    isOfActiveInstance: true,
    controls: [
      ...frame,
      { role: 'button', name: 'Dates: All dates', for: ['sync.list', 'changeSets.list'] },
      { role: 'link', name: 'History', for: ['sync.list', 'changeSets.list'] },
    ],
  },
  'a sync of the history': {
    path: ({ syncId }) => `/instance-sync/history/${syncId}`,
    for: ['sync.get'],
    title: /^Sync \d+$/,
    isOfActiveInstance: true,
    controls: [...frame, { role: 'button', name: 'Undo this sync', for: ['sync.undo'] }],
  },
  'a review': {
    path: ({ reviewId, instanceId }) => `/instance-sync/reviews/${reviewId}?instance=${instanceId}`,
    for: ['syncReviews.get'],
    title: /^Review \d+$/,
    isOfActiveInstance: true,
    isEmptyInProd: true,
    controls: [
      ...frame,
      { role: 'button', name: 'Apply', for: ['syncReviews.apply'] },
      { role: 'button', name: 'Decline', for: ['syncReviews.decline'] },
      { role: 'button', name: /^Comment/, for: ['comments.list'] },
    ],
  },
  releases: {
    path: () => '/instance-sync/releases',
    for: ['releases.list'],
    title: 'Releases',
    isOfActiveInstance: true,
    isEmptyInProd: true,
    controls: [...frame, { role: 'button', name: 'New release', for: ['releases.create'] }],
  },
  'a release': {
    path: ({ releaseId, instanceId }) => `/instance-sync/releases/${releaseId}?instance=${instanceId}`,
    for: ['releases.get'],
    title: 'Halloween',
    isOfActiveInstance: true,
    isEmptyInProd: true,
    controls: [
      ...frame,
      { role: 'button', name: 'Publish now', for: ['releases.publish'] },
      { role: 'button', name: 'Change time', for: ['releases.schedule'] },
      { role: 'button', name: 'Cancel release', for: ['releases.cancel'] },
      { role: 'button', name: /^Comment/, for: ['comments.list'] },
    ],
  },
  'settings of the workspace': {
    path: ({ workspaceId }) => `/settings/workspaces/${workspaceId}`,
    for: ['the settings of a workspace'],
    title: 'Matrix',
    controls: [
      ...settingsFrame,
      { role: 'textbox', name: 'Workspace name', for: ['workspaces.rename'] },
      { role: 'button', name: 'Rename', for: ['workspaces.rename'] },
      { role: 'button', name: 'New project', for: ['projects.create'] },
      ...upgrade('New project', 'projects.create'),
      { role: 'button', name: 'New workspace', for: ['workspaces.create'] },
      ...upgrade('New workspace', 'workspaces.create'),
    ],
  },
  'settings of the project': {
    path: ({ projectId, workspaceId }) => `/settings/workspaces/${workspaceId}/projects/${projectId}`,
    for: ['the settings of a project'],
    title: /^(First|Second)$/,
    controls: [
      ...settingsFrame,
      { role: 'textbox', name: 'Project name', for: ['projects.rename'] },
      { role: 'button', name: 'Rename', for: ['projects.rename'] },
      { role: 'button', name: 'Add language', for: ['projects.setLanguages'] },
      { role: 'link', name: 'Activity', for: ['the settings of a project'] },
      { role: 'link', name: 'Trash', for: ['the settings of a project'] },
      { role: 'button', name: 'Delete project', for: ['projects.delete'] },
      { role: 'link', name: 'Add member', for: ['projectMembers.setRoles'] },
      { role: 'button', name: /^Actions for an? /, for: ['projectMembers.remove'] },
    ],
  },
  'members of the workspace': {
    path: ({ workspaceId }) => `/settings/workspaces/${workspaceId}/members`,
    for: ['members.list'],
    title: 'Workspace members',
    controls: [
      ...settingsFrame,
      { role: 'button', name: 'Invite member', for: ['members.invite'] },
      ...upgrade('Invite member', 'members.invite'),
      { role: 'button', name: /^Actions for an? /, for: ['members.remove'] },
    ],
  },
  roles: {
    path: ({ workspaceId }) => `/settings/workspaces/${workspaceId}/roles`,
    for: ['roles.list'],
    title: 'Roles for all projects',
    controls: [
      ...settingsFrame,
      { role: 'link', name: 'New role', for: ['roles.save'] },
      ...upgrade('New role', 'roles.save'),
      { role: 'button', name: /^Actions for a /, for: ['roles.delete'] },
    ],
  },
  'access log': {
    path: ({ workspaceId }) => `/settings/workspaces/${workspaceId}/access-log`,
    for: ['accessLog.list'],
    title: 'Access log',
    controls: [...settingsFrame, { role: 'button', name: 'Dates: All dates', for: ['accessLog.list'] }],
  },
  'company sign-in': {
    path: ({ workspaceId }) => `/settings/workspaces/${workspaceId}/company-sign-in`,
    for: ['companySignIn.get'],
    title: 'Sign-in',
    controls: [
      ...settingsFrame,
      { role: 'button', name: 'Require a second factor', for: ['requiredFactor.set'] },
      { role: 'button', name: 'Save', for: ['companySignIn.save'] },
      { role: 'button', name: 'Add domain', for: ['companySignIn.addDomain'] },
    ],
  },
  extensions: {
    path: ({ workspaceId }) => `/settings/workspaces/${workspaceId}/extensions`,
    for: ['extensions.list'],
    title: 'Extensions',
    controls: [
      ...settingsFrame,
      { role: 'button', name: 'Allow extension', for: ['extensions.allow'] },
      { role: 'button', name: 'Actions for Color', for: ['extensions.remove'] },
    ],
  },
  profile: {
    path: () => '/settings/account',
    for: [],
    title: 'Profile',
    controls: [
      ...settingsFrame,
      { role: 'button', name: 'Edit name', for: ['accounts.changeName'] },
      { role: 'button', name: 'Edit email', for: ['accounts.requestEmailCode'] },
      { role: 'button', name: 'Change password', for: ['accounts.requestPasswordReset'] },
      { role: 'switch', name: /^Show others where I am/, for: ['live.setPresence'] },
      { role: 'button', name: 'Set up authenticator app', for: ['secondFactor.confirm'] },
    ],
  },
  billing: {
    path: () => '/settings/billing',
    for: ['billing of a workspace'],
    title: 'Billing',
    controls: settingsFrame,
  },
};

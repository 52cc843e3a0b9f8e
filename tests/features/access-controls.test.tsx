import { fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { addMember, grantRole } from '../../server/modules/workspaces/service.ts';
import {
  accessTable,
  type Caller,
  callers,
  type PlaceName,
  places,
  type SubscriptionName,
  screenTable,
  subscriptions,
} from '../server/access-table.ts';
import { shows } from '../specification/shows.ts';
import { type AccessWorld, buildAccessWorld, type WorldPlace } from '../support/access-world.ts';
import { renderConsole } from '../support/console.tsx';
import { isLong } from '../support/long.ts';
import { type Expected, mayCall } from '../support/may-call.ts';
import { untilAnswered } from '../support/open-requests.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { openBrowser } from '../support/server-browser.ts';
import { choose } from './choose-instance.ts';

const reader = (...more: Caller['holds']): Caller => ({ signedIn: true, role: 'member', holds: ['READ', ...more] });

/** Members who work with content also have READ: most pages require it in addition. */
const people = {
  'a member without roles': callers['a member without roles'],
  'a member who reads': reader(),
  'a member who exports': reader('EXPORT'),
  'a member who creates items': reader('CREATE_ITEM'),
  'a member who creates templates': reader('CREATE_TEMPLATE'),
  'a member who sets up the navigation': reader('MENU_MANAGEMENT'),
  'a member who looks at changes': reader('INSTANCE_CHANGES'),
  'a member who moves changes': reader('INSTANCE_CHANGES', 'MOVE_INSTANCE_CHANGES'),
  'an admin without roles': callers['an admin without roles'],
  'an admin with roles': callers['an admin with roles'],
  'an owner': callers['an owner'],
} satisfies Record<string, Caller>;
type Person = keyof typeof people;

/** A row of the table: the name of an endpoint, or of a control without one. */
type Needed = keyof typeof accessTable | keyof typeof screenTable;

/** A control, with the calls that it needs. */
interface Control {
  role: 'button' | 'checkbox' | 'combobox' | 'link' | 'textbox' | 'heading';
  name: string | RegExp;
  for: readonly Needed[];
  /** Shown only to members for whom this is the only obstacle to the call. */
  explains?: 'plan' | 'environment';
  /** Members who also have this see another control instead. */
  notFor?: Needed;
}

interface Page {
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

const items = ({ instanceId }: WorldPlace) => `/instance/${instanceId}/templates/thing/items`;
const images = ({ instanceId }: WorldPlace) => `/instance/${instanceId}/templates/image/items`;
const template = ({ instanceId }: WorldPlace) => `/instance/${instanceId}/templates/thing`;

/** The frame around every page but those of settings. */
const frame: readonly Control[] = [
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
  { role: 'link', name: 'Game code', for: ['gameTypes.get'] },
  { role: 'link', name: 'Signed builds', for: ['signingKeys.list'] },
  { role: 'link', name: 'Tokens', for: ['projectTokens.list'] },
  { role: 'heading', name: 'Templates', for: ['menu.list'] },
  { role: 'link', name: 'Images', for: ['menu.list'] },
  { role: 'link', name: 'Create template', for: ['menu.list', 'templates.save'] },
  { role: 'link', name: 'New template from a sheet', for: ['menu.list', 'templates.save'] },
  { role: 'button', name: 'Export', for: ['reports.start'] },
];

const settingsFrame: readonly Control[] = [
  { role: 'button', name: 'Export', for: ['reports.start'] },
  { role: 'link', name: 'Overview', for: ['the settings of a workspace'] },
  { role: 'link', name: 'Workspace members', for: ['members.list'] },
  { role: 'link', name: 'Roles for all projects', for: ['roles.list'] },
  { role: 'link', name: 'Access log', for: ['accessLog.list'] },
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
  { role: 'link', name: 'Builds and channels', for: ['builds.list'] },
  { role: 'link', name: 'Webhooks', for: ['webhooks.list'] },
];

const settingsTabs: readonly Control[] = [
  { role: 'link', name: 'Delivery', for: ['instances.getToken'] },
  { role: 'link', name: 'Game code', for: ['gameTypes.get'] },
  { role: 'link', name: 'Signed builds', for: ['signingKeys.list'] },
  { role: 'link', name: 'Tokens', for: ['projectTokens.list'] },
];

const pages: Record<string, Page> = {
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
      { role: 'button', name: /^View: /, for: ['views.list'] },
      { role: 'button', name: 'Export items', for: ['items.export'] },
      { role: 'link', name: 'Import', for: ['imports.upload'] },
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
      { role: 'button', name: /^View: /, for: ['views.list'] },
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
    controls: [
      ...frame,
      ...exportTabs,
      { role: 'button', name: 'New channel', for: ['channels.create'] },
      ...upgrade('New channel', 'channels.create'),
      { role: 'button', name: 'Copy address of live', for: ['channels.list'] },
      { role: 'button', name: /^Actions for build/, for: ['builds.listChanges'] },
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
    title: 'Export settings',
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
    title: 'Changes',
    isOfActiveInstance: true,
    controls: [
      ...frame,
      { role: 'combobox', name: 'Origin', for: ['changeSets.list'] },
      { role: 'button', name: 'Dates: All dates', for: ['changeSets.list'] },
      { role: 'link', name: 'Changes', for: ['changeSets.list'] },
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
      { role: 'button', name: 'Decline…', for: ['proposals.decline'] },
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
      { role: 'link', name: 'Changes', for: ['changeSets.list'] },
    ],
  },
  trash: {
    path: () => '/trash',
    for: ['trash.list'],
    title: 'Trash',
    isOfActiveInstance: true,
    controls: [
      ...frame,
      { role: 'link', name: 'Changes', for: ['changeSets.list'] },
      { role: 'checkbox', name: 'Select all rows on this page', for: ['restores.apply', 'the restore of a template'] },
    ],
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
      { role: 'link', name: 'Changes', for: ['sync.list', 'changeSets.list'] },
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
    ],
  },
  'settings of the workspace': {
    path: () => `/settings/workspaces/${world.workspaceId}`,
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
    path: ({ projectId }) => `/settings/workspaces/${world.workspaceId}/projects/${projectId}`,
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
    path: () => `/settings/workspaces/${world.workspaceId}/members`,
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
    path: () => `/settings/workspaces/${world.workspaceId}/roles`,
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
    path: () => `/settings/workspaces/${world.workspaceId}/access-log`,
    for: ['accessLog.list'],
    title: 'Access log',
    controls: [...settingsFrame, { role: 'button', name: 'Dates: All dates', for: ['accessLog.list'] }],
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
    ],
  },
  billing: {
    path: () => '/settings/billing',
    for: ['billing of a workspace'],
    title: 'Billing',
    controls: settingsFrame,
  },
};

const paletteLabels = Object.values(fieldTypes).flatMap(({ inPalette, label }) => (inPalette ? [label] : []));

/** Buttons and links without a call, or to a page with a guard of its own. */
const free: readonly RegExp[] = [
  /^(Open billing|Show conflicts)$/,
  /^(Skip to content|Theme|Account|Quartermaster, home|Settings|Matrix|thing|Projects|First|Second|Third|Close|Search everything(?:Ctrl.*|⌘.*)?)$/,
  /^((Switch to )?(dev|stage|prod))$/,
  /^(Change instance|Back to|Quick start demo|Copy|Report|(First|Second|Third)dev)/,
  // The home page
  /^(Images|thing)\d+ (image|item)s?/,
  /^\d+ changes? ahead of (stage|prod)$/,
  /^Dashboard of (dev|stage|prod)$/,
  // What waits depends on the content, too: tests/server/overview.test.ts
  /^(Review of \d+ items?|\d+ conflicts?( to decide)?)/,
  // The item form
  /^(Previous item|Next item|Used by|Used by, links and history)$/,
  // Lists
  /^(Add filter|Filter|Refresh|Columns|Group|Table|Gallery|ID|Label|title|cost|First|Previous|Next|Last|1|Item 1)$/,
  // The activity
  /^(Items of changes \d+|All activity|(Show|No) earlier entries|(synced|edited|imported|restored|undid) .*|the navigation|changes \d+)$/,
  // Instance sync
  /^(History|Template|Select all changes of|Select |Template thing|Review \d+ by|(Updated: )?Navigation|\d\d \w+, \d{4} )/,
  // The calendar of releases
  /^((Previous|Next) month|Today|Month|Week|List|Halloween, \w+, .*, to \w+)$/,
  // Proposals and their states
  /^(Open|Applied|Balance)$/,
  // Billing depends on the state of the subscription: billing-changes.test.tsx
  /^(Switch to Free|Downgrade to Starter|(Update|Cancel) (payment method|subscription|seats|projects)|One (seat|project) (less|more))$/,
  // The template editor, which changes a draft until it is saved
  /^(Undo|Redo|Move up|Move down|Duplicate|Rename|Remove|Expand all|Collapse all|Keyboard shortcuts)$/,
  new RegExp(`^(${paletteLabels.join('|')})$`),
];

let server: TestServer;
let world: AccessWorld<Person>;
beforeAll(async () => {
  server = await startTestServer();
  world = await buildAccessWorld<Person>(server, people);
  // Something to sync: the item differs between Dev and Stage.
  await server.app.deps.database.query(
    `update items set "values" = jsonb_set("values", '{cost}', '3') from templates t join instances i on i.id = t.instance_id
      where t.key = items.template_key and i.env = 'Stage'`,
    [],
  );
});

type Case = [Person, SubscriptionName, PlaceName];

/** These count as another subscription, which one function decides for all pages: `tests/contract/subscription.test.ts`. */
const countsAsAnother: readonly SubscriptionName[] = [
  'a trial of Teams',
  'an ended trial',
  'Teams, past due for less than 14 days',
  'Teams, cancel requested',
  'Teams, cancel requested, date passed',
];

/**
 * Who looks at the pages where: everybody with an open subscription in Dev, the owner wherever something is refused, and others for whom
 * that adds to what their permissions refuse.
 */
const cases: Case[] = [
  ...(Object.keys(people) as Person[]).map((person): Case => [person, 'Teams', 'Dev']),
  ...(
    [
      'a member who exports',
      'a member who creates items',
      'a member who creates templates',
      'a member who moves changes',
      'an owner',
    ] as const
  ).map((person): Case => [person, 'Teams', 'Prod']),
  ['a member who exports', 'Teams, canceled', 'Dev'],
  ['a member who creates items', 'Free', 'Stage'],
  ['a member who creates templates', 'Free', 'Dev of the second project'],
  ['a member who moves changes', 'Teams, canceled', 'Dev'],
  ['an admin with roles', 'Free', 'Dev'],
  ['an admin with roles', 'Teams, canceled', 'Stage'],
  ['an admin with roles', 'Free', 'Dev of the second project'],
  ['an owner', 'Free', 'Stage'],
  ['an owner', 'Free', 'Dev of the second project'],
  ...(Object.keys(subscriptions) as SubscriptionName[])
    .filter((name) => name !== 'Teams' && (isLong || !countsAsAnother.includes(name)))
    .map((name): Case => ['an owner', name, 'Dev']),
];

/** The first refusal of several calls; `null` where all are allowed. */
const refusalOf = (needed: readonly Needed[], [person, subscription, place]: Case): Expected => {
  for (const name of needed) {
    const row = accessTable[name] ?? screenTable[name];
    if (!row) throw new Error(`The table has no row ${name}.`);
    const refusal = mayCall(row, people[person], subscriptions[subscription], places[place]);
    if (refusal) return refusal;
  }
  return null;
};

const isExpected = ({ for: needed, explains, notFor }: Control, which: Case) => {
  if (notFor && refusalOf([notFor], which) === null) return false;
  const refusal = refusalOf(needed, which);
  return explains ? refusal?.[1] === explains : refusal === null;
};

const nameOf = ({ role, name }: Control) => `${role} ${name}`;

/** What a page shows by itself, as text: the frame is the same on every page. */
const lookOf = (page: Page, which: Case) => {
  const own = page.controls.filter((control) => !frame.includes(control) && !settingsFrame.includes(control));
  return JSON.stringify([refusalOf(page.for, which), own.filter((control) => isExpected(control, which)).map(nameOf)]);
};

/** Pages with the frame, with what not every plan has, and with offers to upgrade. */
const telling = ['dashboard', 'instance sync', 'members of the workspace', 'roles'];

/** Who opens every page, on Teams in Dev; in a long run everybody. */
const opensAll: readonly Person[] = ['a member who reads', 'an owner'];

/**
 * On Teams in Dev those above open every page, others those that differ for them from what a reader sees. Elsewhere they open those that
 * differ for them, and those that differ for the owner, who may do everything, unless they may not open them anyway. Everybody opens the
 * telling ones.
 */
function isOpened(name: string, page: Page, which: Case): boolean {
  const [person, subscription, place] = which;
  if (telling.includes(name)) return true;
  if (subscription === 'Teams' && place === 'Dev')
    return (
      isLong ||
      opensAll.includes(person) ||
      lookOf(page, which) !== lookOf(page, ['a member who reads', subscription, place])
    );
  if (countsAsAnother.includes(subscription)) return false;
  const isChanged = (one: Person) => lookOf(page, [one, subscription, place]) !== lookOf(page, [one, 'Teams', 'Dev']);
  return isChanged(person) || (isChanged('an owner') && refusalOf(page.for, which) === null);
}

/** The controls of the frame, which is the same around all pages: it is checked on the telling ones. */
const framing = new Set([...frame, ...settingsFrame]);

/** Which of these controls are in these parts of the page. Each role is searched only once, as computing names takes longest here. */
function shownOf(controls: readonly Control[], parts: readonly HTMLElement[]): string[] {
  const roles = [...new Set(controls.map(({ role }) => role))];
  const shown = new Map(roles.map((role) => [role, parts.flatMap((part) => namesOf(role, part))]));
  const isShown = ({ role, name }: Control) =>
    shown.get(role)?.some((one) => (typeof name === 'string' ? one === name : name.test(one)));
  return controls.filter((control) => isShown(control)).map(nameOf);
}

function namesOf(role: Control['role'], part: HTMLElement): string[] {
  const names = new Map<Element, string>();
  const remember = (name: string, element: Element) => Boolean(names.set(element, name));
  return within(part)
    .queryAllByRole(role, { name: remember })
    .map((element) => names.get(element) ?? '');
}

/** A member's console, in an instance of a workspace with a subscription. */
async function open([person, subscription, placeName]: Case) {
  await world.setSubscription(subscription);
  await server.app.deps.database.query('update accounts set active_instance_id = $2 where id = $1', [
    world.accounts[person],
    world.places[placeName].instanceId,
  ]);
  const browser = openBrowser(server.app);
  browser.cookies.set('qm_auth', world.authorization(person, placeName)?.replace('Bearer ', '') ?? '');
  return renderConsole('/settings/account', { server, browser, as: 'owner' });
}

test.each(cases)('%s, on %s in %s, sees exactly the controls that the table allows', async (...which) => {
  shows(
    '1.2.dashboard.card-export-settings',
    '1.2.dashboard.card-exported-data',
    '1.2.dashboard.card-sync',
    '1.2.dashboard.card-sync-plan',
    '1.2.dashboard.new-project-admin',
    '1.2.dashboard.new-project-member',
    '1.2.dashboard.new-project-owner',
    '1.2.header.export-button',
    '1.2.members.edit-menu',
    '1.2.members.owner-admin-only',
    '1.2.project.delete-admin',
    '1.2.project.delete-owner',
    '1.2.project.owner-admin-only',
    '1.2.roles.custom-edit-menu',
    '1.2.roles.owner-admin-only',
    '1.2.settings-sidebar.billing',
    '1.2.settings-sidebar.billing-hidden',
    '1.2.workspace.owner-admin-only',
    '1.6.canceled.delete-member',
    '1.6.canceled.delete-project',
    '1.6.canceled.nothing-else',
    '1.6.canceled.view',
    '1.6.custom-role.redirect',
    '1.6.export-button.permission',
    '1.6.guard.access-denied',
    '1.6.plan.create-project',
    '1.6.plan.create-workspace',
    '1.6.plan.custom-roles',
    '1.6.plan.instance-sync',
    '1.6.plan.invite',
    '1.6.project-settings.roles',
    '1.6.upgrade-badge.alternatives',
    '1.8.missing.wrong-role',
    '2.2.export-settings.permission',
    '2.2.export.button-no-permission',
    '2.2.export.button-permission',
    '2.2.exported-data.permission',
    '2.2.items.bulk-upload',
    '2.2.items.bulk-upload-not-dev',
    '2.2.items.create',
    '2.2.items.create-dev-only',
    '2.2.items.create-image',
    '2.2.items.edit-template',
    '2.2.items.view-template',
    '2.2.sync.permission',
    '2.2.sync.plan',
    '2.6.create-template.label',
    '2.6.dev-only.copy-guard',
    '2.6.dev-only.item-guard',
    '2.6.dev-only.template-guard',
    '2.6.export.button',
    '2.6.export.reports',
    '2.6.export.settings',
    '2.6.guard.access-denied',
    '2.6.instance-changes.plan',
    '2.6.instance-changes.sync',
    '2.6.menu-management.add',
    '2.6.read.navigation',
    '2.6.read.tree',
    '2.8.missing.wrong-role',
    '3.outside-dev.bulk-upload',
    '3.outside-dev.read-only',
    '3.outside-dev.view-template',
    '3.settled.upgrade.others',
    '3.settled.upgrade.owner',
  );
  const [person, , placeName] = which;
  const place = world.places[placeName];
  const { root, overlay, path } = await open(which);
  for (const [name, page] of Object.entries(pages)) {
    // A member without any instance has no active one.
    if (page.isOfActiveInstance && person === 'a member without roles') continue;
    if (page.isEmptyInProd && places[placeName].env === 'Prod') continue;
    if (!isOpened(name, page, which)) continue;
    await show(page, place);
    const refusal = refusalOf(page.for, which);
    const at = page.path(place);
    const isFramed = telling.includes(name) || seesAll(which);
    const controls = page.controls.filter((control) => isFramed || !framing.has(control));
    const expected = refusal ? [] : controls.filter((control) => isExpected(control, which)).map(nameOf);
    const there = refusal ? deniedAt(refusal) : at;
    await waitFor(() => {
      expect({ page: name, at: path() }).toEqual({ page: name, at: there });
      if (!refusal) within(root).getByRole('heading', { level: 1, name: page.title });
    });
    await untilAnswered();
    // Only now, as computing the names of all controls takes longer than rendering them.
    const parts = () => (isFramed ? [document.body] : [within(root).getByRole('main'), overlay]);
    const look = () => ({ page: name, at: path(), controls: refusal ? [] : shownOf(controls, parts()) });
    do await waitFor(() => expect(look()).toEqual({ page: name, at: there, controls: expected }));
    while (await untilAnswered());
    if (seesAll(which)) expect(unlistedOn(page), name).toEqual([]);
  }
});

/** Whether a case has every page with every control that may be on it. */
const seesAll = (which: Case) => which.join() === 'an owner,Teams,Dev';

/** The buttons and links of the open page that the list above lacks. */
function unlistedOn({ controls }: Page): string[] {
  const listed = new Set(controls.flatMap((control) => screen.queryAllByRole(control.role, control)));
  return [...screen.queryAllByRole('button'), ...screen.queryAllByRole('link')]
    .filter((element) => !listed.has(element))
    .map((element) => element.getAttribute('aria-label') ?? element.textContent)
    .filter((text) => !free.some((known) => known.test(text)));
}

/** The redirect target of a page that the member may not open. */
const deniedAt = (refusal: Expected): string => (refusal?.[1] === 'environment' ? '/not-allowed' : '/access-denied');

/** Opens the URL of a page, as if it were typed. */
async function show(page: Page, place: WorldPlace): Promise<void> {
  await untilAnswered();
  const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
  window.history.pushState({ idx: idx + 1, key: String(page.title) }, '', page.path(place));
  window.dispatchEvent(new PopStateEvent('popstate'));
}

test('the list above is compared with every button and link of a page', () => {
  expect(cases.filter(seesAll)).toHaveLength(1);
  expect(opensAll).toContain('an owner');
});

test('if the address names no workspace, the role is that of the active instance', async () => {
  shows('1.6.check.role-from-instance');
  const { workspaceId, dev, viewerRoleId, accounts, elsewhere } = server.studio;
  await server.app.deps.database.transaction(async (query) => {
    await addMember(query, { workspaceId, accountId: accounts.stranger, role: 'member' });
    await grantRole(query, { workspaceId, instanceId: dev, accountId: accounts.stranger, roleId: viewerRoleId });
  });
  await choose(server, 'stranger', elsewhere.dev);
  const own = await renderConsole('/', { server, as: 'stranger' });
  expect(await screen.findByRole('button', { name: 'New project' })).toBeTruthy();
  own.close();
  await choose(server, 'stranger', dev);
  await renderConsole('/', { server, as: 'stranger' });
  expect(await screen.findByRole('button', { name: 'Send feedback' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^New project/ })).toBeNull();
});

test('members with CREATE_ITEM save items of Prod there, separately from those of Dev', async () => {
  shows('2.1.stage-prod.manage');
  const { user, untilPath } = await open(['a member who creates items', 'Teams', 'Prod']);
  const place = world.places.Prod;
  await show(pages.item as Page, place);
  const label = await screen.findByRole('textbox', { name: /^Label/ });
  await user.clear(label);
  await user.type(label, 'Mended');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, save changes' }));
  await untilPath(items(place));
  const labels = await server.app.deps.database.query<{ label: string }>(
    `select i.label from items i join templates t on t.key = i.template_key and t.id = 'thing'
      where t.instance_id = any($1::int[]) order by t.instance_id`,
    [[world.places.Dev.instanceId, place.instanceId]],
  );
  expect(labels.map((row) => row.label)).toEqual(['Item 1', 'Mended']);
});

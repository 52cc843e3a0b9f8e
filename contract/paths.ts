import { imageTemplate } from './content/reserved-templates.ts';
import type { ThreadSubject } from './endpoints/comments.ts';

/** The paths of the console's pages; `:name` stands for a parameter, see {@link pathTo}. Mails link to some of them. */
export const paths = {
  home: '/',
  signIn: '/login',
  registration: '/registration',
  registrationHelp: '/registration/help',
  confirmRegistration: '/registration/confirm',
  forgotPassword: '/password-reset',
  /** For a workspace that opens only with company sign-in. */
  companyOnly: '/company-sign-in',
  /** For a workspace that requires a second factor. */
  factorNeeded: '/second-factor',
  setPassword: '/password-reset/confirm',
  emailChanged: '/email-update/confirm',
  invitation: '/invitation',
  mentionMails: '/mention-mails',
  removalCancelled: '/project-removal/cancelled',

  error: '/error',
  accessDenied: '/access-denied',
  notAllowed: '/not-allowed',
  notFound: '/not-found',

  account: '/settings/account',
  billing: '/settings/billing',
  exportedData: '/settings/exported-data',
  exportSettings: '/settings/export-settings',
  /** Opened by assistants, as their authorization endpoint. */
  connectAssistant: '/connect-assistant',
  navigationSetup: '/settings/navigation-setup',
  menuHistory: '/settings/navigation-setup/history',
  workspace: '/settings/workspaces/:workspaceId',
  members: '/settings/workspaces/:workspaceId/members',
  roles: '/settings/workspaces/:workspaceId/roles',
  newRole: '/settings/workspaces/:workspaceId/roles/new',
  role: '/settings/workspaces/:workspaceId/roles/:roleId/edit',
  extensions: '/settings/workspaces/:workspaceId/extensions',
  companySignIn: '/settings/workspaces/:workspaceId/company-sign-in',
  accessLog: '/settings/workspaces/:workspaceId/access-log',
  project: '/settings/workspaces/:workspaceId/projects/:projectId',
  newProjectMember: '/settings/workspaces/:workspaceId/projects/:projectId/members/new',
  projectMember: '/settings/workspaces/:workspaceId/projects/:projectId/members/:memberId/edit',

  changes: '/changes',
  changeSet: '/changes/:changeSetId',
  /** What was done in the project of the active instance, and what was deleted in that instance. */
  activity: '/activity',
  trash: '/trash',
  replace: '/find-and-replace',

  proposals: '/proposals',
  proposal: '/proposals/:proposalId',

  sync: '/instance-sync',
  syncHistory: '/instance-sync/history',
  syncHistoryEntry: '/instance-sync/history/:syncId',
  syncReviews: '/instance-sync/reviews',
  syncReview: '/instance-sync/reviews/:reviewId',
  releases: '/instance-sync/releases',
  release: '/instance-sync/releases/:releaseId',

  /** Not pages: the paths of pages of an instance, and of its templates, begin with them. */
  instance: '/instance/:instanceId',
  templates: '/instance/:instanceId/templates',
  newTemplate: '/instance/:instanceId/templates/new',
  templateFromSheet: '/instance/:instanceId/templates/from-sheet',
  template: '/instance/:instanceId/templates/:templateId/edit',
  copyTemplate: '/instance/:instanceId/templates/:templateId/copy',
  templateHistory: '/instance/:instanceId/templates/:templateId/history',
  items: '/instance/:instanceId/templates/:templateId/items',
  newItem: '/instance/:instanceId/templates/:templateId/items/new',
  item: '/instance/:instanceId/templates/:templateId/items/:id/edit',
  itemHistory: '/instance/:instanceId/templates/:templateId/items/:id/history',
  /** The list of items as a sheet; it takes the filters and the sort order of the list's address. */
  itemsGrid: '/instance/:instanceId/templates/:templateId/items/grid',
  importItems: '/instance/:instanceId/templates/:templateId/items/import',
  /** Only images are uploaded in bulk: other templates have no such page. */
  imageUpload: `/instance/:instanceId/templates/${imageTemplate.id}/items/upload`,
} as const;

type ParameterOf<Path extends string> = Path extends `${infer Start}/${infer Rest}`
  ? ParameterOf<Start> | ParameterOf<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** The address of a page with parameters: `pathTo(paths.items, { instanceId: 7, templateId: 'hero' })`. */
export function pathTo<Path extends string>(
  path: Path,
  parameters: Readonly<Record<ParameterOf<Path>, string | number>>,
): string {
  const values: Readonly<Record<string, string | number>> = parameters;
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** The address of the part of the profile in which a second factor is set up. */
export const factorSection: string = `${paths.account}#Second-factor`;

/** The address of a page that reads the secret of its mailed link from `hash`. */
export const pageWithHash = (path: string, secret: string): string =>
  `${path}?${new URLSearchParams({ hash: secret })}`;

/** The address of the home page in an instance. */
export const homeOfInstance = (instanceId: number): string => `${paths.home}?instance=${instanceId}`;

/** The address of changes to an instance, which it names; optionally with the dialog that undoes them. */
export const changeSetPath = (changeSetId: number, instanceId: number, { isUndoing = false } = {}): string =>
  `${pathTo(paths.changeSet, { changeSetId })}?instance=${instanceId}${isUndoing ? '&undo=1' : ''}`;

/** The address of a proposal; it names the instance, as it is also sent to users who work in another one. */
export const proposalPath = (proposalId: number, instanceId: number): string =>
  `${pathTo(paths.proposal, { proposalId })}?instance=${instanceId}`;

/** The address of a sync's history entry; it names the instance, as it is also sent to users who work in another one. */
export const syncHistoryEntryPath = (syncId: number, instanceId: number): string =>
  `${pathTo(paths.syncHistoryEntry, { syncId })}?instance=${instanceId}`;

/** The address of a review of a sync; it names the instance, as it is also sent to users who work in another one. */
export const syncReviewPath = (reviewId: number, instanceId: number): string =>
  `${pathTo(paths.syncReview, { reviewId })}?instance=${instanceId}`;

/** The address of a release; it names the instance, as it is also sent to users who work in another one. */
export const releasePath = (releaseId: number, instanceId: number): string =>
  `${pathTo(paths.release, { releaseId })}?instance=${instanceId}`;

/** The address of a review of a sync in a mail. */
export const mailedReviewPath = (instanceId: number, reviewId: number): string =>
  `${paths.sync}?${new URLSearchParams({ instance: String(instanceId), review: String(reviewId) })}`;

/** The address of the page on which an owner changes the subscription of a workspace. */
export const billingPage = (workspaceId: number): string =>
  `${paths.billing}?${new URLSearchParams({ workspace: String(workspaceId) })}`;

/** The address of a checked import of items, with what it does to each row. */
export const importPath = (instanceId: number, templateId: string, importId: number): string =>
  `${pathTo(paths.importItems, { instanceId, templateId })}?import=${importId}`;

/** The address of a thread of comments: of the page of what it is about, with the thread open. */
export function threadPath(
  threadId: number,
  { about, subject_id: subjectId = 0, template_id: templateId = '', item_id: id = 0 }: ThreadSubject,
  instanceId: number,
): string {
  const pages = {
    item: () => `${pathTo(paths.item, { instanceId, templateId, id })}?`,
    template: () => `${pathTo(paths.template, { instanceId, templateId })}?`,
    review: () => `${syncReviewPath(subjectId, instanceId)}&`,
    release: () => `${releasePath(subjectId, instanceId)}&`,
    proposal: () => `${proposalPath(subjectId, instanceId)}&`,
  };
  return `${pages[about]()}thread=${threadId}`;
}

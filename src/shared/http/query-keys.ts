import { partialMatchKey, type QueryKey } from '@tanstack/react-query';

const account = ['account'] as const;
const workspaces = ['workspaces'] as const;
const ofWorkspace = (workspaceId: number) => ['workspace', workspaceId] as const;
const ofInstance = (instanceId: number) => ['instance', instanceId] as const;

/** The first parts of all query keys: a key stands for all that begin with it. */
export const queryKeys = {
  account: {
    all: account,
    get: [...account, 'get'],
    settings: [...account, 'settings'],
    roles: [...account, 'roles'],
    sessions: [...account, 'sessions'],
    secondFactor: [...account, 'second-factor'],
    enrolment: [...account, 'enrolment'],
    proofs: [...account, 'proofs'],
    mails: [...account, 'mails'],
    presence: [...account, 'presence'],
  },
  /** The tree of workspaces, projects and instances. */
  workspaces: { all: workspaces, list: [...workspaces, 'list'] },
  /** Code of studios that runs in the console. */
  extensions: {
    all: ['extensions'],
    list: (workspaceId: number) => ['extensions', 'list', workspaceId] as const,
    running: (instanceId: number) => ['extensions', 'running', instanceId] as const,
  },
  /** The data of a single workspace. */
  workspace: {
    all: ['workspace'],
    one: ofWorkspace,
    subscription: (workspaceId: number) => [...ofWorkspace(workspaceId), 'subscription'] as const,
    members: (workspaceId: number) => [...ofWorkspace(workspaceId), 'members'] as const,
    roles: (workspaceId: number) => [...ofWorkspace(workspaceId), 'roles'] as const,
    accessLog: (workspaceId: number) => [...ofWorkspace(workspaceId), 'access-log'] as const,
    companySignIn: (workspaceId: number) => [...ofWorkspace(workspaceId), 'company-sign-in'] as const,
    requiredFactor: (workspaceId: number) => [...ofWorkspace(workspaceId), 'required-factor'] as const,
    scim: (workspaceId: number) => [...ofWorkspace(workspaceId), 'scim'] as const,
    projectMembers: (workspaceId: number, projectId: number) =>
      [...ofWorkspace(workspaceId), 'project', projectId, 'members'] as const,
    /** What was done in a project. */
    activity: (workspaceId: number, projectId: number, ...part: string[]) =>
      [...ofWorkspace(workspaceId), 'project', projectId, 'activity', ...part] as const,
    /** How much of its history is kept. */
    keptHistory: (workspaceId: number, projectId: number) =>
      [...ofWorkspace(workspaceId), 'project', projectId, 'kept-history'] as const,
  },
  /** The data of one instance, which is removed with it. */
  instance: {
    all: ['instance'],
    one: ofInstance,
    permissions: (instanceId: number) => [...ofInstance(instanceId), 'permissions'] as const,
    overview: (instanceId: number) => [...ofInstance(instanceId), 'overview'] as const,
    token: (instanceId: number) => [...ofInstance(instanceId), 'token'] as const,
    image: (instanceId: number, path: string, size: string) =>
      [...ofInstance(instanceId), 'image', path, size] as const,
    menu: (instanceId: number) => [...ofInstance(instanceId), 'menu'] as const,
    reports: (instanceId: number) => [...ofInstance(instanceId), 'reports'] as const,
    builds: (instanceId: number, ...part: string[]) => [...ofInstance(instanceId), 'builds', ...part] as const,
    projectTokens: (instanceId: number) => [...ofInstance(instanceId), 'project-tokens'] as const,
    webhooks: (instanceId: number, ...part: string[]) => [...ofInstance(instanceId), 'webhooks', ...part] as const,
    templates: (instanceId: number) => [...ofInstance(instanceId), 'templates'] as const,
    items: (instanceId: number) => [...ofInstance(instanceId), 'items'] as const,
    views: (instanceId: number, templateId: string) => [...ofInstance(instanceId), 'views', templateId] as const,
    sheetAddresses: (instanceId: number, templateId: string) =>
      [...ofInstance(instanceId), 'sheet-addresses', templateId] as const,
    /** Rows of files that are imported. */
    imports: (instanceId: number) => [...ofInstance(instanceId), 'imports'] as const,
    /** What others propose to change in it. */
    proposals: (instanceId: number, ...part: string[]) => [...ofInstance(instanceId), 'proposals', ...part] as const,
    /** Checks of edits of many items, which are not invalidated with the items. */
    edits: (instanceId: number) => [...ofInstance(instanceId), 'edits'] as const,
    /** The progress of its jobs. */
    jobs: (instanceId: number) => [...ofInstance(instanceId), 'jobs'] as const,
    /** What was changed in it. */
    changeSets: (instanceId: number, ...part: string[]) => [...ofInstance(instanceId), 'change-sets', ...part] as const,
    /** The versions of its content. What was compared or checked is not invalidated with the lists. */
    history: (instanceId: number, part: 'list' | 'compare' | 'check', ...of: string[]) =>
      [...ofInstance(instanceId), 'history', part, ...of] as const,
    /** What people say about its content, its reviews, releases and proposals. */
    comments: (instanceId: number, ...part: string[]) => [...ofInstance(instanceId), 'comments', ...part] as const,
    /** What was deleted in it. */
    trash: (instanceId: number, ...part: string[]) => [...ofInstance(instanceId), 'trash', ...part] as const,
    /** Changes that can be synced from it, and the syncs from and to it. */
    sync: (instanceId: number, ...part: string[]) => [...ofInstance(instanceId), 'sync', ...part] as const,
  },
  /** The purpose of a mailed link, by the secret in it. */
  mailedLink: (kind: MailedLink, hash: string) => ['mailed-link', kind, hash] as const,
  /** What the link of an assistant asks for, by its query. */
  assistantRequest: (query: string) => ['assistant-request', query] as const,
  support: ['support'],
} as const;

type MailedLink = 'registration' | 'invitation' | 'password-reset' | 'email' | 'project';

/** Selects the user's permissions in all instances. */
export const isPermissions = ({ queryKey: [scope, , part] }: { queryKey: QueryKey }): boolean =>
  scope === 'instance' && part === 'permissions';

/** Parts of an instance that do not depend on its content, and checks of edits, which their form requests. */
const withoutContent = new Set<unknown>(['permissions', 'token', 'image', 'imports', 'edits', 'jobs']);

/** True for what shows the content of any instance, as a sync changes two, and for what was done with it. */
function showsContent([scope, , part, kind, area]: QueryKey): boolean {
  if (scope === 'workspace') return area === 'activity';
  if (scope !== 'instance' || withoutContent.has(part)) return false;
  // Versions that were compared never change.
  return part !== 'history' || kind === 'list' || kind === 'check';
}

const isCheck = ([, , , kind]: QueryKey): boolean => kind === 'check';

/** Selects what is stale once content was changed, by whatever feature; without checks of changes, as these were made. */
export const contentChanged = {
  predicate: ({ queryKey }: { queryKey: QueryKey }) => showsContent(queryKey) && !isCheck(queryKey),
};

/** Selects what may be stale after changes were refused: what is shown, and what was checked. */
export const contentDoubted = { predicate: ({ queryKey }: { queryKey: QueryKey }) => showsContent(queryKey) };

const isUnder = (key: QueryKey, query: { queryKey: QueryKey } | undefined): boolean =>
  query !== undefined && partialMatchKey(query.queryKey, key);

/** Keeps the data of the previous query shown while the next one loads, if the key of both begins with `key`. */
export const keepUnder =
  (key: QueryKey) =>
  <T>(before: T | undefined, query: { queryKey: QueryKey } | undefined): T | undefined =>
    isUnder(key, query) ? before : undefined;

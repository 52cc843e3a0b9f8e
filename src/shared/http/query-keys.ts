import { partialMatchKey, type QueryKey } from '@tanstack/react-query';

const account = ['account'] as const;
const workspaces = ['workspaces'] as const;
const ofInstance = (instanceId: number) => ['instance', instanceId] as const;

/** Keys that are invalidated or read outside their query. Each also stands for all keys with this prefix. */
export const queryKeys = {
  account: { get: [...account, 'get'], settings: [...account, 'settings'], roles: [...account, 'roles'] },
  /** The tree of workspaces, projects and instances. */
  workspaces: { all: workspaces, list: [...workspaces, 'list'] },
  /** The data of a single workspace. */
  workspace: {
    all: ['workspace'],
    subscription: (workspaceId: number) => ['workspace', workspaceId, 'subscription'] as const,
  },
  /** The data of one instance, which is removed with it. */
  instance: {
    all: ofInstance,
    permissions: (instanceId: number) => [...ofInstance(instanceId), 'permissions'] as const,
    overview: (instanceId: number) => [...ofInstance(instanceId), 'overview'] as const,
    token: (instanceId: number) => [...ofInstance(instanceId), 'token'] as const,
    image: (instanceId: number, path: string) => [...ofInstance(instanceId), 'image', path] as const,
    menu: (instanceId: number) => [...ofInstance(instanceId), 'menu'] as const,
    reports: (instanceId: number) => [...ofInstance(instanceId), 'reports'] as const,
    templates: (instanceId: number) => [...ofInstance(instanceId), 'templates'] as const,
    items: (instanceId: number) => [...ofInstance(instanceId), 'items'] as const,
    /** Changes that can be synced from it, and the syncs from and to it. */
    sync: (instanceId: number) => [...ofInstance(instanceId), 'sync'] as const,
  },
} as const;

/** True for a query whose key begins with `key`. */
export const isUnder = (key: QueryKey, query: { queryKey: QueryKey } | undefined): boolean =>
  query !== undefined && partialMatchKey(query.queryKey, key);

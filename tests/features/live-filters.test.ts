import type { LiveMessage } from '@quartermaster/contract/endpoints/live.ts';
import type { LiveTopic } from '@quartermaster/contract/live-topics.ts';
import type { Query, QueryKey } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { isStaleAfter } from '../../src/shared/http/live-filters.ts';
import { queryKeys } from '../../src/shared/http/query-keys.ts';

const instance = queryKeys.instance;

/** Queries on a page of instance 1, and of others. */
const queries: Record<string, QueryKey> = {
  list: [...instance.items(1), 'list', 'thing'],
  templates: instance.templates(1),
  menu: instance.menu(1),
  sync: instance.sync(1, 'changes'),
  'sync elsewhere': instance.sync(2, 'changes'),
  reviews: instance.sync(1, 'reviews'),
  exports: instance.reports(1),
  builds: instance.builds(1),
  proposals: instance.proposals(1),
  jobs: instance.jobs(1),
  views: instance.views(1, 'thing'),
  webhooks: instance.webhooks(1),
  tokens: instance.projectTokens(1),
  secret: instance.token(1),
  permissions: instance.permissions(1),
  'list elsewhere': [...instance.items(2), 'list', 'thing'],
  'compared versions': instance.history(1, 'compare', 'thing'),
  activity: queryKeys.workspace.activity(7, 8),
  members: queryKeys.workspace.members(7),
  workspaces: queryKeys.workspaces.list,
};

const staleAfter = (message: LiveMessage): string[] =>
  Object.entries(queries).flatMap(([name, queryKey]) => {
    const meta = name === 'permissions' ? { title: 'Permissions', decidesAccess: true } : undefined;
    return isStaleAfter({ queryKey, meta } as Query, message) ? [name] : [];
  });

const content = [
  'list',
  'templates',
  'menu',
  'sync',
  'sync elsewhere',
  'reviews',
  'exports',
  'builds',
  'proposals',
  'views',
  'webhooks',
  'tokens',
  'activity',
];

const expected: Partial<Record<LiveTopic, string[]>> = {
  items: content,
  template: content,
  menu: content,
  content,
  exports: ['exports', 'builds'],
  builds: ['builds'],
  proposals: ['proposals'],
  reviews: ['sync', 'sync elsewhere', 'reviews'],
  jobs: ['exports', 'jobs'],
  views: ['views'],
  webhooks: ['webhooks'],
  tokens: ['tokens'],
};

it.each(Object.keys(expected) as LiveTopic[])('a change of %s loads what shows it, and nothing else', (topic) => {
  expect(staleAfter({ type: 'change', instance_id: 1, topic }).toSorted()).toEqual(expected[topic]?.toSorted());
});

it('access loads what says who may do what, and who is there', () => {
  expect(staleAfter({ type: 'access' })).toEqual(['permissions', 'members', 'workspaces']);
});

it('a stream that cannot go on loads everything but secrets and what never changes', () => {
  const stale = staleAfter({ type: 'reset' });
  const never = ['secret', 'compared versions'];
  expect(stale).toEqual(Object.keys(queries).filter((name) => !never.includes(name)));
});

it('a stream that has begun again loads what has no position', () => {
  const stale = staleAfter({ type: 'hello' });
  expect(stale).not.toContain('list');
  expect(stale).toEqual(expect.arrayContaining(['jobs', 'permissions', 'proposals']));
});

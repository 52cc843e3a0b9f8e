import type { LiveChange, LiveMessage } from '@quartermaster/contract/endpoints/live.ts';
import type { LiveTopic } from '@quartermaster/contract/live-topics.ts';
import type { Query } from '@tanstack/react-query';
import { isCheck } from './checks.ts';
import { contentChanged } from './query-keys.ts';
import { decidesAccess } from './query-meta.ts';

/** The parts of an instance's queries that show each topic, besides content. */
const partsOf: Record<Exclude<LiveTopic, 'items' | 'template' | 'menu' | 'content'>, readonly string[]> = {
  changes: ['change-sets', 'sync', 'jobs', 'imports', 'overview'],
  reviews: ['sync', 'overview'],
  releases: ['sync', 'overview'],
  proposals: ['proposals', 'overview'],
  imports: ['imports', 'jobs'],
  exports: ['reports', 'builds', 'overview'],
  builds: ['builds', 'overview'],
  comments: ['comments', 'overview'],
  jobs: ['jobs', 'imports', 'change-sets', 'reports'],
  tokens: ['project-tokens'],
  views: ['views'],
  webhooks: ['webhooks'],
};

/** Parts that compare an instance with another one, and so show content of both. */
const comparing = ['sync', 'change-sets'];

const partsWithoutContent = new Set(Object.values(partsOf).flat());

const isOfContent = (topic: LiveTopic): topic is Exclude<LiveTopic, keyof typeof partsOf> => !(topic in partsOf);

/** Checks are about content, wherever they are. */
const showsContent = (query: Query): boolean => contentChanged.predicate(query) || isCheck(query);

function isChangedBy(query: Query, { topic, instance_id }: LiveChange): boolean {
  const [scope, id, part] = query.queryKey;
  const isThere = id === instance_id || comparing.includes(String(part));
  if (isOfContent(topic)) return (scope !== 'instance' || isThere) && showsContent(query);
  return scope === 'instance' && isThere && partsOf[topic].includes(String(part));
}

const isOfAccess = (query: Query): boolean => {
  const [scope, , , , area] = query.queryKey;
  return decidesAccess(query) || scope === 'workspaces' || (scope === 'workspace' && area !== 'activity');
};

/** What changes without an event, and so is not caught up with after a break. */
const isWithoutPosition = (query: Query): boolean =>
  isOfAccess(query) || (query.queryKey[0] === 'instance' && partsWithoutContent.has(String(query.queryKey[2])));

/** Whether a query shows, or may be about to show, something that goes on. */
export function showsRunning({ meta, state }: Query): boolean {
  const isRunning = meta?.isRunning as ((answer: unknown) => boolean) | undefined;
  return isRunning !== undefined && (state.data === undefined || isRunning(state.data));
}

/** Whether something waits until what a query shows has ended. */
export const isAwaited = (query: Query): boolean =>
  query.meta?.isAwaited === true && query.isActive() && showsRunning(query);

/** Whether the answer to a query may be another one after a message of the stream. */
export function isStaleAfter(query: Query, message: LiveMessage): boolean {
  switch (message.type) {
    case 'change':
      return isChangedBy(query, message);
    case 'access':
      return isOfAccess(query);
    case 'hello':
      return isWithoutPosition(query);
    case 'reset':
      return isWithoutPosition(query) || showsContent(query);
    default:
      return false;
  }
}

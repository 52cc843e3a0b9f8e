import { positionHeader } from '@quartermaster/contract/read-position.ts';
import { mostFollowed } from '@quartermaster/contract/rules/live.ts';
import { showsRunning } from '../../shared/http/live-filters.ts';
import { isSessionKnown, type Session } from '../../shared/session/session.ts';
import type { createBreaks } from '../context/breaks.ts';
import type { PageCache } from '../context/page-cache.ts';
import { createLiveRefresh } from './live-refresh.ts';
import { createLiveSource } from './live-source.ts';
import { joinLiveTabs, type LiveTabs } from './live-tabs.ts';
import type { createPresenceFeed } from './presence-feed.ts';
import type { Received } from './read-stream.ts';

/** A page that was hidden for so many milliseconds disconnects. */
const restAfter = 5 * 60_000;

/** Milliseconds that a page waits before it follows what it shows: a page is built in steps. */
const settleFor = 200;

/** What following needs of a page. */
export interface LiveOptions {
  apiBase: string;
  cache: PageCache;
  open: (query: { instances: string; after?: number }, signal: AbortSignal) => Promise<Response>;
  session: Pick<Session, 'user' | 'ownedByHost' | 'isKnown'>;
  /** False while calls fail. */
  isReachable: () => boolean;
}

interface FollowerOptions extends LiveOptions {
  presence: ReturnType<typeof createPresenceFeed>;
  breaks: ReturnType<typeof createBreaks>;
  /** The position that all answers before the stream have, at least; undefined if one of them has none. */
  takeFirst: () => number | undefined;
}

/** Follows what the consoles of a page show, while it is started and in view. */
export interface LiveFollower {
  start: () => void;
  stop: () => void;
  /** True while the tab takes part in a stream. */
  isFollowing: () => boolean;
  readHeaders: () => Record<string, string>;
}

/** Does nothing before it is started. */
export function createLiveFollower(options: FollowerOptions): LiveFollower {
  const { apiBase, cache, open, session, isReachable, presence, breaks, takeFirst } = options;
  const refresh = createLiveRefresh(cache, breaks.loaded);
  let tabs: LiveTabs | undefined;
  let isRunning = false;
  let isWaiting = false;
  let hasBegun = false;
  let position: number | undefined;
  let readFrom = 0;
  let followed = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let stopCache = () => {};

  const onReceived = ({ message, position: next }: Received) => {
    position = next ?? position;
    readFrom = Math.max(readFrom, message.read_from ?? 0);
    presence.receive(message);
    if (message.type === 'presence') return;
    breaks.note(message);
    if (message.type !== 'hello') return refresh.add(message);
    // Whatever has happened between the answers and the stream is unknown, and of a break all that has no position.
    if (isWaiting || hasBegun) refresh.add(isWaiting ? { type: 'reset' } : message);
    else refresh.begin();
    isWaiting = false;
    hasBegun = true;
  };
  const source = createLiveSource({
    open,
    onReceived: (received) => tabs?.receive(received),
    onRefused: () => leave(),
    isReachable,
  });

  const follow = () => {
    timer = undefined;
    const ids = followedIn(cache);
    const key = ids.join(',');
    if (ids.length === 0 || key === followed) return;
    followed = key;
    isWaiting = position === undefined;
    tabs?.show(ids, position);
  };
  const followSoon = () => {
    timer ??= setTimeout(follow, settleFor);
  };
  const join = async () => {
    const user = await session.user();
    if (!isRunning || tabs || !isSessionKnown(session)) return;
    position ??= takeFirst();
    const name = `quartermaster:live:${apiBase}:${nameOf(user)}`;
    tabs = joinLiveTabs({ name, follow: source.follow, stopFollowing: source.stop, onReceived });
    followed = '';
    stopCache = cache.subscribe(({ type }) => {
      if (type === 'observerAdded') followSoon();
    });
    followSoon();
  };
  /** Only tabs of one user share a stream. A token that is not a JWT is a secret, and other scripts can read names: its tabs have one each. */
  const nameOf = (user: string | null) =>
    session.ownedByHost && !user?.startsWith('{') ? String(Math.random()) : (user ?? '');
  const leave = () => {
    stopCache();
    clearTimeout(timer);
    timer = undefined;
    tabs?.stop();
    tabs = undefined;
    presence.end();
  };
  const restIfHidden = () => {
    clearTimeout(resting);
    if (document.visibilityState === 'hidden') resting = setTimeout(leave, restAfter);
  };
  const onVisibility = () => {
    restIfHidden();
    if (document.visibilityState === 'hidden') return;
    refresh.resume();
    void join();
  };

  return {
    isFollowing: () => tabs !== undefined,
    readHeaders: () => (readFrom > 0 ? { [positionHeader]: String(readFrom) } : {}),
    start: () => {
      if (isRunning) return;
      isRunning = true;
      document.addEventListener('visibilitychange', onVisibility);
      restIfHidden();
      void join();
    },
    stop: () => {
      isRunning = false;
      document.removeEventListener('visibilitychange', onVisibility);
      clearTimeout(resting);
      leave();
      refresh.stop();
    },
  };
}

/** The instances of what is on the screen; if there are too many, those in which something runs come first. */
function followedIn(cache: PageCache): number[] {
  const ids = new Map<number, boolean>();
  for (const query of cache.getAll()) {
    const [scope, id] = query.queryKey;
    if (scope !== 'instance' || typeof id !== 'number' || id <= 0 || !query.isActive()) continue;
    ids.set(id, showsRunning(query) || (ids.get(id) ?? false));
  }
  const byNeed = [...ids].sort(([, one], [, other]) => Number(other) - Number(one)).map(([id]) => id);
  return byNeed.slice(0, mostFollowed).sort((one, other) => one - other);
}

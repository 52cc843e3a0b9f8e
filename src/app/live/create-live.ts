import { isSafe } from '@quartermaster/contract/access.ts';
import type { Endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import { eventHeader } from '@quartermaster/contract/read-position.ts';
import { isCheck } from '../../shared/http/checks.ts';
import { fetchCode } from '../../shared/http/fetch-code.ts';
import type { PresenceFeed } from '../../shared/services/presence-feed.ts';
import { type Breaks, createBreaks } from '../context/breaks.ts';
import type { LiveFollower, LiveOptions } from './live-follower.ts';
import { createPresenceFeed } from './presence-feed.ts';

/** Milliseconds after which code that could not be loaded is tried again; active queries are refetched meanwhile. */
const retryCodeAfter = 15_000;

/** Keeps the queries of a page in sync with the server while it runs. */
export interface Live {
  /** Starts, once the first page has been shown. */
  start: () => void;
  /** Called with each response: if all before the stream have a position, nothing is loaded again when it begins. */
  note: (endpoint: Endpoint, response: Response) => void;
  /** How often everything was loaded again after a break. */
  breaks: Breaks;
  /** Headers that make a read at least as new as the stream. */
  readHeaders: () => Record<string, string>;
  /** Who else is where the consoles of the page are. */
  presence: PresenceFeed;
  stop: () => void;
}

/** Does nothing before it is started; then its code is loaded. */
export function createLive(options: LiveOptions): Live {
  const presence = createPresenceFeed();
  const breaks = createBreaks();
  /** The positions of the answers before the stream. */
  const firsts: (number | undefined)[] = [];
  let follower: LiveFollower | undefined;
  let isLoading = false;
  let isRunning = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const load = async () => {
    timer = undefined;
    isLoading = true;
    try {
      const { createLiveFollower } = await fetchCode(() => import('./live-follower.ts'));
      follower = createLiveFollower({ ...options, presence, breaks, takeFirst: () => firstOf(firsts.splice(0)) });
      if (isRunning) follower.start();
    } catch {
      // Without the stream, the answers until then have no common position.
      firsts.splice(0, firsts.length, undefined);
      if (!isRunning) return;
      timer = setTimeout(() => void load(), retryCodeAfter);
      if (document.visibilityState === 'visible')
        void options.cache.client.refetchQueries({ type: 'active', predicate: (query) => !isCheck(query) });
    } finally {
      isLoading = false;
    }
  };

  return {
    breaks,
    note: (endpoint, { headers }) => {
      if (follower?.isFollowing() || endpoint.access.scope !== 'instance' || !isSafe(endpoint)) return;
      const header = headers.get(eventHeader);
      firsts.push(header === null ? undefined : Number(header));
    },
    presence,
    readHeaders: () => follower?.readHeaders() ?? {},
    start: () => {
      if (isRunning) return;
      isRunning = true;
      if (follower) follower.start();
      else if (!isLoading) void load();
    },
    stop: () => {
      isRunning = false;
      clearTimeout(timer);
      follower?.stop();
    },
  };
}

/** The position that all of these answers have, at least; undefined if one of them has none. */
function firstOf(positions: readonly (number | undefined)[]): number | undefined {
  const known = positions.filter((one) => one !== undefined);
  return known.length === positions.length && known.length > 0 ? Math.min(...known) : undefined;
}

import type { LiveMessage } from '@quartermaster/contract/endpoints/live.ts';
import type { Query } from '@tanstack/react-query';
import { isCheck } from '../../shared/http/checks.ts';
import { isAwaited, isStaleAfter, showsRunning } from '../../shared/http/live-filters.ts';
import type { PageCache } from '../context/page-cache.ts';
import { createRecheck } from './recheck.ts';

/** The least time between the beginnings of two refreshes, in milliseconds: however much happens, a screen asks once. */
const refreshEvery = 1000;

/** The most messages that wait, as for a page in the background; beyond it everything counts as changed. */
const mostPending = 500;

/** Whether access is read again after a message. */
const readsAccess = ({ type }: LiveMessage): boolean => type !== 'change';

/** Equal messages wait as one, such as those about the progress of a job. */
const keyOf = ({ read_from: _, ...message }: LiveMessage): string => JSON.stringify(message);

/**
 * Loads what is on the screen again after messages of the stream. One refresh follows the other, so that an answer that takes long still
 * arrives; messages that come meanwhile are for the next one. Checks that are read are compared instead. `onReset` is called once everything
 * has been loaded again.
 */
export function createLiveRefresh(cache: PageCache, onReset: () => void = () => {}) {
  const pending = new Map<string, LiveMessage>();
  const recheck = createRecheck(cache);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRefreshing = false;
  let lastBegin = Number.NEGATIVE_INFINITY;

  let isAfterChange = false;

  // The user's own change, such as a deletion, may lead away from what it has ended access to: the page there is given time, too.
  const isTooEarly = () => {
    const wasChanging = isAfterChange;
    isAfterChange = cache.isChanging() && [...pending.values()].some(readsAccess);
    return isAfterChange || wasChanging;
  };
  /** Takes the messages whose time has come: all but those after which access is read, while it is too early for that. */
  const take = (): LiveMessage[] => {
    const isHeld = isTooEarly();
    const taken = [...pending].filter(([, message]) => !isHeld || !readsAccess(message));
    for (const [key] of taken) pending.delete(key);
    return taken.map(([, message]) => message);
  };
  const refresh = async () => {
    timer = undefined;
    lastBegin = performance.now();
    const messages = take();
    isRefreshing = true;
    const isLoaded = await load((query) => messages.some((message) => isStaleAfter(query, message)));
    isRefreshing = false;
    if (isLoaded && messages.some(({ type }) => type === 'reset')) onReset();
    plan();
  };
  /** Returns false if something could not be loaded. */
  const load = async (isStale: (query: Query) => boolean): Promise<boolean> => {
    const stale = cache.getAll().filter(isStale);
    const checks = stale.filter((query) => isCheck(query) && query.isActive() && query.state.data !== undefined);
    for (const query of checks) void recheck.run(query);
    const others = new Set(stale.filter((query) => !checks.includes(query)));
    if (others.size === 0) return true;
    // An answer that is loaded for the first time is not asked for again, and may be older than the message.
    const first = stale.filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching');
    await cache.client.invalidateQueries({ predicate: (query) => others.has(query) });
    if (first.length > 0) await cache.client.invalidateQueries({ predicate: (query) => first.includes(query) });
    return [...others].every((query) => !query.isActive() || query.state.status !== 'error');
  };
  const plan = () => {
    if (timer !== undefined || isRefreshing || pending.size === 0) return;
    // In the background only a save or an export that waits for its job goes on.
    if (document.visibilityState === 'hidden' && !cache.getAll().some(isAwaited)) return;
    timer = setTimeout(() => void refresh(), Math.max(0, lastBegin + refreshEvery - performance.now()));
  };
  return {
    /** Called when a stream begins of which no message is missing: what runs has no position, and may have gone on before. */
    begin: () => void load((query) => query.isActive() && showsRunning(query)),
    add: (message: LiveMessage) => {
      const isTooMuch = pending.size >= mostPending;
      if (isTooMuch) pending.clear();
      const next: LiveMessage = isTooMuch ? { type: 'reset' } : message;
      pending.set(keyOf(next), next);
      plan();
    },
    /** Called when the page comes to the front: what has waited is loaded. */
    resume: plan,
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      pending.clear();
      recheck.stop();
    },
  };
}

import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { readAnswer } from '../http/read-answer.ts';
import { postLockNote, readNotes } from './lock-notes.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { SessionState } from './session-state.ts';
import type { createStoredExpiry } from './stored-expiry.ts';

interface SharedRefreshOptions {
  /** The name of the refresh, shared by all tabs with the session. */
  name: string;
  state: SessionState;
  expiry: ReturnType<typeof createStoredExpiry>;
  send: () => Promise<Response>;
  /** The server no longer knows the session. */
  onRefused: () => void;
  /** The session was ended in the meantime, in another tab or by signing out. */
  onEnded: () => unknown;
}

/** The refresh of a session; one serves all calls in all tabs that wait for it. */
export function createSharedRefresh({ name, state, expiry, send, onRefused, onEnded }: SharedRefreshOptions) {
  /** The refresh in progress, shared by all calls that wait for it. */
  let refreshing: Promise<boolean> | null = null;

  /** False if the server no longer knows the session, or it was ended during the call; throws if the call fails. */
  const refresh = async (isEnded: () => boolean) => {
    const response = await send();
    if (isEnded()) return false;
    if (response.status === 401) {
      onRefused();
      return false;
    }
    const { expires_at } = (await readAnswer(response)) as Output<typeof accounts.refresh>;
    if (isEnded()) return false;
    expiry.write(expires_at);
    await state.recordRefresh(() => postLockNote(name, String(expires_at)));
    return !isEnded();
  };
  /** True if another tab's note means that it has refreshed the session; storage may not show that here yet. */
  const hasFreshNote = async () => {
    const expiresAt = expiry.read() ?? 0;
    const isFresh = (await readNotes(name)).some((note) => Number(note) > expiresAt);
    if (isFresh) expiry.markFresh();
    return isFresh;
  };
  return {
    isRunning: () => refreshing !== null,
    /** Resolves to true once the session is fresh. */
    run: (): Promise<boolean> => {
      const since = performance.now();
      const lifetime = state.lifetime();
      const isEnded = () => {
        if (lifetime.aborted) void onEnded();
        return lifetime.aborted;
      };
      refreshing ??= oneAtATime(name, async () => {
        if (isEnded()) return false;
        return expiry.isFresh(since) || (await hasFreshNote()) || refresh(isEnded);
      }).finally(() => {
        refreshing = null;
      });
      return refreshing;
    },
  };
}

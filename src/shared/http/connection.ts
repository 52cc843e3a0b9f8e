import { onlineManager } from '@tanstack/react-query';

/** Whether calls come through: the browser is offline, or the server does not answer. */
export type ConnectionState = 'online' | 'offline' | 'unreachable';

/** The connection of one console to its server. */
export interface Connection {
  /** The fetch that was given, watched. */
  fetch: typeof globalThis.fetch;
  getState: () => ConnectionState;
  subscribe: (listener: () => void) => () => void;
  stop: () => void;
}

interface ConnectionOptions {
  apiBase: string;
  fetch: typeof globalThis.fetch;
  /** The server answers again. */
  onBack: () => void;
}

/** Milliseconds between two questions whether the server is there again. */
const askEvery = 5000;

/** Learns from the browser and from every call whether the server is there; asks for it while it is not. */
export function watchConnection({ apiBase, fetch, onBack }: ConnectionOptions): Connection {
  const listeners = new Set<() => void>();
  let isOffline = window.navigator.onLine === false;
  let isUnreachable = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // It asks the browser only for changes.
  if (isOffline) onlineManager.setOnline(false);

  const getState = () => (isOffline ? 'offline' : isUnreachable ? 'unreachable' : 'online');
  const change = (next: { isOffline?: boolean; isUnreachable?: boolean }) => {
    // A call that outlives the console must not begin to ask for the server again.
    if (isStopped) return;
    const before = getState();
    isOffline = next.isOffline ?? isOffline;
    isUnreachable = next.isUnreachable ?? isUnreachable;
    clearTimeout(timer);
    if (getState() === 'unreachable') timer = setTimeout(ask, askEvery);
    if (getState() === before) return;
    if (getState() === 'online') onBack();
    for (const listener of listeners) listener();
  };
  const watched: typeof globalThis.fetch = async (input, init) => {
    try {
      const response = await fetch(input, init);
      if (isUnreachable) change({ isUnreachable: false });
      return response;
    } catch (error) {
      if (!init?.signal?.aborted) change({ isUnreachable: true });
      throw error;
    }
  };
  // Whatever it answers, something is there; failures are noted by the call itself.
  const ask = () => void watched(`${apiBase}/healthz`, { mode: 'no-cors', credentials: 'omit' }).catch(() => undefined);

  const onOnline = () => change({ isOffline: false, isUnreachable: false });
  const onOffline = () => change({ isOffline: true });
  window.addEventListener('online', onOnline);
  window.addEventListener('offline', onOffline);

  return {
    fetch: watched,
    getState,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      listeners.clear();
      window.removeEventListener('online', onOnline);
      window.removeEventListener('offline', onOffline);
    },
  };
}

import { onlineManager } from '@tanstack/react-query';

/** Whether requests succeed; if not, whether the browser is offline or the server does not respond. */
export type ConnectionState = 'online' | 'offline' | 'unreachable';

/** The connection of one console to its server. */
export interface Connection {
  /** The given fetch, monitored. */
  fetch: typeof globalThis.fetch;
  getState: () => ConnectionState;
  subscribe: (listener: () => void) => () => void;
  stop: () => void;
  /** Undoes `stop`. */
  resume: () => void;
}

interface ConnectionOptions {
  apiBase: string;
  fetch: typeof globalThis.fetch;
  /** Called when the server responds again. */
  onReconnected: () => void;
}

/** Polling interval while the server is unreachable, in milliseconds. */
const pollInterval = 5000;

/** Monitors the connection through browser events and all requests; polls while the server is unreachable. */
export function watchConnection({ apiBase, fetch, onReconnected }: ConnectionOptions): Connection {
  const listeners = new Set<() => void>();
  let isOffline = window.navigator.onLine === false;
  let isUnreachable = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // onlineManager only listens for changes, so the initial state has to be set.
  if (isOffline) onlineManager.setOnline(false);

  const getState = () => (isOffline ? 'offline' : isUnreachable ? 'unreachable' : 'online');
  const change = (next: { isOffline?: boolean; isUnreachable?: boolean }) => {
    // A request that finishes after disposal must not restart polling.
    if (isStopped) return;
    const before = getState();
    isOffline = next.isOffline ?? isOffline;
    isUnreachable = next.isUnreachable ?? isUnreachable;
    clearTimeout(timer);
    if (getState() === 'unreachable') timer = setTimeout(poll, pollInterval);
    if (getState() === before) return;
    if (getState() === 'online') onReconnected();
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
  // Any response means that the server is reachable; failures are recorded by the monitored fetch.
  const poll = () =>
    void watched(`${apiBase}/healthz`, { mode: 'no-cors', credentials: 'omit' }).catch(() => undefined);

  const onOnline = () => change({ isOffline: false, isUnreachable: false });
  const onOffline = () => change({ isOffline: true });
  const listen = () => {
    window.addEventListener('online', onOnline);
    window.addEventListener('offline', onOffline);
  };
  listen();

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
    resume: () => {
      isStopped = false;
      // The first call shows whether the server responds.
      isUnreachable = false;
      isOffline = window.navigator.onLine === false;
      listen();
    },
  };
}

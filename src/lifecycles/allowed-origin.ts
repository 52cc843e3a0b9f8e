type Fetch = typeof globalThis.fetch;

/** The server answers, but does not allow calls from this page's origin. */
export class OriginNotAllowedError extends Error {
  readonly sentences: string[];

  constructor(server: string, origin: string) {
    const sentences = [
      `The server ${server} is there, but it does not let pages of ${origin} call it.`,
      `Its operator has to add ${origin} to the server's setting CORS_ORIGINS and restart it.`,
    ];
    super(sentences.join(' '));
    this.name = 'OriginNotAllowedError';
    this.sentences = sentences;
  }
}

/** Called once if the server does not allow the page's origin. */
type OnNotAllowed = (error: OriginNotAllowedError) => void;

interface Watched {
  fetch: Fetch;
  listeners: Set<OnNotAllowed>;
}

const watched = new WeakMap<Fetch, Map<string, Watched>>();

/**
 * The given fetch; if a call fails before any has succeeded, it finds out whether the server is down or does not allow the page's origin,
 * which the failure itself does not reveal to scripts. Mounts with the same fetch and server get the same function, by which they share
 * their session, and all of them are notified until they are unmounted.
 */
export function watchOrigin(
  fetch: Fetch,
  apiBase: string,
  onNotAllowed: OnNotAllowed,
  unmounting: Promise<unknown>,
): Fetch {
  const server = new URL(apiBase, location.href).origin;
  if (server === location.origin) return fetch;
  const ofServers = watched.get(fetch) ?? new Map<string, Watched>();
  const { listeners, fetch: watching } = ofServers.get(apiBase) ?? createWatch(fetch, apiBase, server);
  watched.set(fetch, ofServers.set(apiBase, { listeners, fetch: watching }));
  listeners.add(onNotAllowed);
  void unmounting.then(() => listeners.delete(onNotAllowed));
  return watching;
}

function createWatch(fetch: Fetch, apiBase: string, server: string): Watched {
  const listeners = new Set<OnNotAllowed>();
  const health = `${apiBase}/healthz`;
  let isSettled = false;
  let isChecking = false;

  const checkOrigin = async () => {
    isChecking = true;
    // Without CORS an answer cannot be read, but it arrives.
    const isThere = await answers(fetch, health, { mode: 'no-cors', credentials: 'omit' });
    const isAllowed = isThere && (await answers(fetch, health, { credentials: 'omit' }));
    isChecking = false;
    if (!isThere || isSettled) return;
    if (isAllowed) isSettled = true;
    const notified = isAllowed ? [] : [...listeners];
    // A retry listens again.
    listeners.clear();
    for (const listener of notified) listener(new OriginNotAllowedError(server, location.origin));
  };

  const watching: Fetch = async (input, init) => {
    try {
      const answer = await fetch(input, init);
      isSettled = true;
      return answer;
    } catch (error) {
      if (!isSettled && !isChecking && listeners.size > 0 && !init?.signal?.aborted) void checkOrigin();
      throw error;
    }
  };
  return { fetch: watching, listeners };
}

const answers = (fetch: Fetch, address: string, init: RequestInit): Promise<boolean> =>
  fetch(address, init).then(
    () => true,
    () => false,
  );

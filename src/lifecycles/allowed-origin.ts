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

/**
 * The given fetch; if a call fails before any has succeeded, it finds out whether the server is down or does not allow the page's origin,
 * which the failure itself does not reveal to scripts.
 */
export function watchOrigin(
  fetch: Fetch,
  apiBase: string,
  onNotAllowed: (error: OriginNotAllowedError) => void,
): Fetch {
  const server = new URL(apiBase, location.href).origin;
  if (server === location.origin) return fetch;
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
    isSettled = true;
    if (!isAllowed) onNotAllowed(new OriginNotAllowedError(server, location.origin));
  };

  return async (input, init) => {
    try {
      const answer = await fetch(input, init);
      isSettled = true;
      return answer;
    } catch (error) {
      if (!isSettled && !isChecking && !init?.signal?.aborted) void checkOrigin();
      throw error;
    }
  };
}

const answers = (fetch: Fetch, address: string, init: RequestInit): Promise<boolean> =>
  fetch(address, init).then(
    () => true,
    () => false,
  );

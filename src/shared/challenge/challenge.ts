import type { ChallengeDetails } from '@quartermaster/contract/challenge.ts';
import { runChallenge } from './challenge-run.ts';

/**
 * The result of a challenge; `isOwn` is true for the request that started it, false for requests that waited for it.
 */
export interface ChallengeAnswer {
  token: string;
  isOwn: boolean;
  /**
   * Must be called once the request that started it has got its response: the token is single-use, and the waiting
   * requests continue then.
   */
  spend: () => void;
}

/** The state of the challenge: none, waiting for an element to be shown in, or shown in one. */
export type ChallengeState = 'idle' | 'homeless' | HTMLElement;

/** Human verification for one console: one challenge at a time, shown in an element that the page provides. */
export interface Challenge {
  /** Runs a challenge, or waits for the running one. */
  solve: (details: ChallengeDetails) => Promise<ChallengeAnswer>;
  /**
   * Registers an element for the widget; the last one registered is used. The returned function removes it, and cancels
   * a challenge shown in it.
   */
  addPlace: (element: HTMLElement) => () => void;
  getState: () => ChallengeState;
  subscribe: (listener: () => void) => () => void;
  /** Cancels the running challenge. */
  cancel: () => void;
}

interface ChallengeOptions {
  root: HTMLElement;
  overlay: HTMLElement;
  nonce?: string | undefined;
}

/** Creates the human verification of one console; the options are read again for each challenge. */
export function createChallenge(options: ChallengeOptions): Challenge {
  const places: HTMLElement[] = [];
  const listeners = new Set<() => void>();
  let state: ChallengeState = 'idle';
  let running: { token: Promise<string>; spent: Promise<void>; ending: AbortController } | null = null;
  let takePlace: ((element: HTMLElement) => void) | null = null;

  const become = (next: ChallengeState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  const findPlace = (signal: AbortSignal) => {
    const last = places.at(-1);
    if (last) return last;
    return new Promise<HTMLElement>((resolve, reject) => {
      takePlace = resolve;
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      become('homeless');
    });
  };

  const run = async (details: ChallengeDetails, signal: AbortSignal) => {
    try {
      const container = await findPlace(signal);
      become(container);
      const { root, overlay, nonce } = options;
      const theme = root.getAttribute('data-mantine-color-scheme') === 'dark' ? 'dark' : 'light';
      return await runChallenge(details, { container, scriptParent: overlay, theme, nonce, signal });
    } finally {
      takePlace = null;
      running = null;
      become('idle');
    }
  };

  const cancel = () => running?.ending.abort();

  return {
    solve: async (details) => {
      if (running !== null) {
        const { token, spent } = running;
        const answer = { token: await token, isOwn: false, spend: () => undefined };
        await spent;
        return answer;
      }
      const ending = new AbortController();
      let spend = () => {};
      const spent = new Promise<void>((resolve) => {
        spend = resolve;
      });
      running = { ending, spent, token: run(details, ending.signal) };
      return { token: await running.token, isOwn: true, spend };
    },
    addPlace: (element) => {
      places.push(element);
      takePlace?.(element);
      takePlace = null;
      return () => {
        places.splice(places.indexOf(element), 1);
        if (state === element) cancel();
      };
    },
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    cancel,
  };
}

import { heartbeatEvery } from '@quartermaster/contract/endpoints/live.ts';
import { type Received, readStream } from './read-stream.ts';

/** How often one asks where streams are blocked, and for how long before a stream is tried again; in milliseconds. */
const pollEvery = 15_000;
const blockedFor = 60_000;

/** Milliseconds after which a stream without its first line counts as held back by a proxy, and one without a heartbeat as broken. */
const firstWithin = 10_000;
const brokenAfter = 2.5 * heartbeatEvery;

/** After so many failures in a row, a network that refuses streams is taken for one where they are blocked. */
const mostFailures = 4;

/** So many turns that a busy server has given and not kept are waited for before it is polled. */
const mostTurns = 3;

/** The pauses before a broken stream is opened again, in milliseconds; the last one is repeated. */
const pauses = [500, 1000, 2000, 5000, 10_000, 30_000];

interface SourceOptions {
  /** Opens a stream of these instances. */
  open: (query: { instances: string; after?: number }, signal: AbortSignal) => Promise<Response>;
  onReceived: (received: Received) => void;
  /** Called when the server does not know the session any more. */
  onRefused: () => void;
  /** False while calls fail: then nothing is asked for where there is no stream. */
  isReachable: () => boolean;
}

/** What changes in some instances: by a stream that is opened again whenever it ends, or by asking from time to time. */
export interface LiveSource {
  /** Follows these instances from now on, or from a position. */
  follow: (instanceIds: readonly number[], after?: number) => void;
  stop: () => void;
}

/** How reading a stream has ended; a number is the milliseconds after which a busy server lets it in. */
type Outcome = 'read' | 'broken' | 'blocked' | 'refused' | number;

/** When a server that limits the rate of new streams has a turn for this one, in milliseconds. */
function turnOf({ status, headers }: Response): number | undefined {
  const milliseconds = Number(headers.get('retry-after')) * 1000;
  return status === 503 && milliseconds > 0 && milliseconds < blockedFor ? milliseconds : undefined;
}

/** Follows nothing yet. */
export function createLiveSource({ open, onReceived, onRefused, isReachable }: SourceOptions): LiveSource {
  let current: AbortController | undefined;
  /** The position of the last message: the next stream goes on there. */
  let position: number | undefined;

  const run = async (instances: string, signal: AbortSignal) => {
    let [failures, refusals] = [0, 0];
    while (!signal.aborted) {
      const outcome = await readOnce(instances, signal);
      if (signal.aborted) return;
      if (outcome === 'refused') return onRefused();
      const isTurn = typeof outcome === 'number';
      refusals = isTurn ? refusals + 1 : 0;
      if (!isTurn) failures = outcome === 'read' ? 0 : failures + 1;
      if (outcome === 'blocked' || failures >= mostFailures || refusals > mostTurns) {
        refusals = 0;
        await poll(signal);
      } else if (isTurn) await wait(outcome, signal);
      else await wait(pauses[Math.min(failures, pauses.length - 1)] ?? 0, signal);
    }
  };

  const readOnce = async (instances: string, signal: AbortSignal): Promise<Outcome> => {
    const attempt = new AbortController();
    const abort = () => attempt.abort();
    signal.addEventListener('abort', abort);
    let timer = setTimeout(abort, firstWithin);
    let hasBegun = false;
    try {
      const query = { instances, ...(position !== undefined && { after: position }) };
      const response = await open(query, attempt.signal);
      if (response.status === 401) return 'refused';
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      if (!response.ok || !isStream) {
        void response.body?.cancel();
        return turnOf(response) ?? 'blocked';
      }
      await readStream(response, {
        onAlive: () => {
          hasBegun = true;
          clearTimeout(timer);
          timer = setTimeout(abort, brokenAfter);
        },
        onMessage: (received) => {
          position = received.position ?? position;
          onReceived(received);
        },
      });
      return hasBegun ? 'read' : 'blocked';
    } catch {
      if (hasBegun) return 'broken';
      // A proxy that gathers answers lets the first line wait.
      return attempt.signal.aborted && !signal.aborted ? 'blocked' : 'broken';
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
  };

  const poll = async (signal: AbortSignal) => {
    for (let waited = 0; waited < blockedFor && !signal.aborted; waited += pollEvery) {
      await wait(pollEvery, signal);
      if (!signal.aborted && isReachable()) onReceived({ message: { type: 'reset' }, position: undefined });
    }
  };

  return {
    follow: (instanceIds, after = position) => {
      current?.abort();
      position = after;
      current = new AbortController();
      void run(instanceIds.join(','), current.signal);
    },
    stop: () => {
      current?.abort();
      current = undefined;
    },
  };
}

/** With up to a third more, so that all readers of a server that stops do not come back at the same moment. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds * (1 + Math.random() / 3));
    signal.addEventListener('abort', end);
  });
}

import { randomBytes } from 'node:crypto';
import { mostPresenceBytes, type NewsChannel } from '../../core/events/news.ts';
import type { Announced, PresenceStore } from './presence-store.ts';

/** What servers tell each other of people. */
export type Notice =
  | { at: readonly Announced[] }
  /** A stream, or what one console has told, by its name. */
  | { ended: string }
  /** A server that still has streams. */
  | { alive: string }
  /** A server that could not tell something: what it has told may be wrong, and is told again. */
  | { failed: string }
  /** A server that has missed what others have told. */
  | { ask: string }
  /** Its setting has changed. */
  | { account: number };

/** Notices among servers, by which the store of each knows who has what open on the streams of all. */
export function createPresenceNotices(news: Pick<NewsChannel, 'announcePresence'>, store: PresenceStore) {
  const server = randomBytes(9).toString('base64url');
  let hasAsked = false;
  /** True if others may have missed a notice of this server. */
  let hasFailed = false;

  const send = async (notice: Notice): Promise<boolean> => {
    const isSent = await news.announcePresence(JSON.stringify(notice));
    if (!isSent) hasFailed = true;
    return isSent;
  };
  const spread = (notice: Notice): void => void send(notice);
  const answer = () => {
    for (const at of inParts(store.of(server).map(({ announced }) => announced))) spread({ at });
  };
  /** Asks the others for what they have told; as they may have asked before this server could read it, it also answers. */
  const introduce = () => {
    spread({ ask: server });
    answer();
  };
  const tellAgain = async () => {
    hasFailed = false;
    // Notices that are sent at the same time may overtake each other.
    if (await send({ failed: server })) introduce();
  };

  return {
    /** The name of this server. */
    server,
    spread,
    take: (text: string) => {
      const notice = read(text);
      if ('at' in notice) for (const announced of notice.at) store.put(announced);
      else if ('ended' in notice) store.end(notice.ended);
      else if ('alive' in notice) store.noteServer(notice.alive);
      else if ('failed' in notice) {
        if (notice.failed !== server) store.forgetServers((one) => one === notice.failed);
        store.touch();
      } else if ('account' in notice) store.touch(notice.account);
      else if ('ask' in notice && notice.ask !== server) answer();
    },
    /** Called once nothing is missed that others tell from then on. */
    catchUp: () => {
      if (hasAsked) return;
      hasAsked = true;
      introduce();
    },
    /** Called when notices may have been lost, by which others may have left; those who are still there are told of again. */
    lose: () => {
      hasAsked = false;
      store.forgetServers((one) => one !== server);
    },
    /** Says from time to time that this server still has streams, and what others may have missed. */
    beat: () => {
      store.sweep(server);
      if (hasFailed) void tellAgain();
      else if (store.of(server).length > 0) spread({ alive: server });
    },
    clear: () => {
      hasAsked = false;
      store.clear();
    },
  };
}

/** Another version of the server may tell what this one does not know. */
function read(text: string): Notice | Record<string, never> {
  try {
    return JSON.parse(text) as Notice;
  } catch {
    return {};
  }
}

/** In as many parts as one notice holds. */
function inParts(all: readonly Announced[]): Announced[][] {
  const split: Announced[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const one of all) {
    const size = JSON.stringify(one).length + 1;
    if (bytes + size > mostPresenceBytes - 100) {
      split.push([]);
      bytes = 0;
    }
    split.at(-1)?.push(one);
    bytes += size;
  }
  return split;
}

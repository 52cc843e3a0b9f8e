import { randomBytes } from 'node:crypto';
import type { EditedField } from '@quartermaster/contract/endpoints/live.ts';
import { presenceSpots, type Spot } from '@quartermaster/contract/presence-spots.ts';
import { maxAnnouncementBytes, type NewsChannel } from '../../core/events/news.ts';
import type { Announced, PresenceStore } from './presence-store.ts';

/** The kind of the announcements by which servers tell each other of people. */
export const presenceKind = 'presence';

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
export function createPresenceNotices(news: Pick<NewsChannel, 'announce'>, store: PresenceStore) {
  const server = randomBytes(9).toString('base64url');
  let hasAsked = false;
  /** True if others may have missed a notice of this server. */
  let hasFailed = false;

  const send = async (notice: Notice): Promise<boolean> => {
    const isSent = await news.announce(presenceKind, JSON.stringify(notice));
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
      const notice = parseNotice(text);
      if (!notice) return;
      if ('at' in notice) for (const announced of notice.at) store.put(announced);
      else if ('ended' in notice) store.end(notice.ended);
      else if ('alive' in notice) store.noteServer(notice.alive);
      else if ('failed' in notice) {
        if (notice.failed !== server) store.forgetServers((one) => one === notice.failed);
        store.touch();
      } else if ('account' in notice) store.touch(notice.account);
      else if (notice.ask !== server) answer();
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

/** Parses a notice; undefined for what only another version of the server knows. */
function parseNotice(text: string): Notice | undefined {
  const notice = parseJson(text);
  if (!isRecord(notice)) return undefined;
  const { at, ended, alive, failed, ask, account } = notice;
  if (Array.isArray(at)) return { at: at.flatMap(parseAnnounced) };
  if (typeof ended === 'string') return { ended };
  if (typeof alive === 'string') return { alive };
  if (typeof failed === 'string') return { failed };
  if (typeof ask === 'string') return { ask };
  return typeof account === 'number' ? { account } : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isSpot = (at: unknown): at is Spot =>
  isRecord(at) && typeof at.kind === 'string' && Object.hasOwn(presenceSpots, at.kind);

const isField = (field: unknown): field is EditedField =>
  isRecord(field) && typeof field.item_id === 'number' && typeof field.path === 'string';

function parseAnnounced(one: unknown): Announced[] {
  if (!isRecord(one)) return [];
  const { account, console: name, stream, turn, instance, at, field } = one;
  if (typeof account !== 'number' || typeof turn !== 'number' || typeof instance !== 'number') return [];
  if (typeof name !== 'string' || typeof stream !== 'string') return [];
  const announced = { account, console: name, stream, turn, instance };
  // At a spot of a newer version, the user has left those of this one.
  return [isSpot(at) ? { ...announced, at, ...(isField(field) && { field }) } : announced];
}

/** In as many parts as one notice holds. */
function inParts(all: readonly Announced[]): Announced[][] {
  const split: Announced[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const one of all) {
    const size = JSON.stringify(one).length + 1;
    if (bytes + size > maxAnnouncementBytes - 100) {
      split.push([]);
      bytes = 0;
    }
    split.at(-1)?.push(one);
    bytes += size;
  }
  return split;
}

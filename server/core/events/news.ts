import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';

/** The channel on which servers are told that something has changed; triggers send to it, too. */
const newsChannel = 'quartermaster_news';

/** What a notice of people holds; PostgreSQL takes less than 8,000 bytes. */
export const mostPresenceBytes = 7000;

/** What a notice of people begins with. */
const presencePrefix = 'presence ';

/** The least time between two notices of this server to the others, in milliseconds. */
const pause = 30;

/** Rows of a topic were changed that belong to an instance, a project, a workspace or an account. */
export interface Change {
  topic: string;
  scope: 'instance' | 'project' | 'workspace' | 'account';
  id: number;
}

/** What a server tells the others of who is where; nothing in the database says so. */
export interface PresenceNews {
  presence: string;
}

/** What may have happened: events were stored, rows were changed, people have come or left, or news was lost. */
export type News = 'events' | 'lost' | Change | PresenceNews;

/** Tells all servers of a database that something was committed; some news may be lost. */
export interface NewsChannel {
  /** Says that events may have been stored: after a commit, so that no transaction waits for a notification. */
  announceEvents: () => void;
  /**
   * Tells all servers, this one at once and perhaps twice, of people; the text has at most {@link mostPresenceBytes}. Resolves to false
   * if the others may have missed it.
   */
  announcePresence: (text: string) => Promise<boolean>;
  /** Resolves once listening has started or failed. */
  whenListening: () => Promise<void>;
  /** Calls back for each piece of news until the returned function is called. */
  follow: (onNews: (news: News) => void) => () => void;
  close: () => Promise<void>;
}

/** News of this server and of the others on its database, which is listened to while somebody follows them. */
export function createNews({ database, log }: { database: Database; log: FastifyBaseLogger }): NewsChannel {
  const followers = new Set<(news: News) => void>();
  let listening: Promise<(() => Promise<void>) | undefined> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isAgain = false;

  const tell = (news: News) => {
    for (const follower of followers) follower(news);
  };
  const listen = () => {
    listening ??= Promise.resolve(database.listen?.(newsChannel, (payload) => tell(newsOf(payload)))).catch(
      (error: unknown) => {
        log.error({ err: error }, 'News of other servers cannot be listened to.');
        listening = undefined;
        return undefined;
      },
    );
  };
  const notify = () => {
    timer = setTimeout(() => {
      timer = undefined;
      if (isAgain) notify();
      isAgain = false;
    }, pause).unref();
    // Lost if the database does not answer; servers also look from time to time.
    void send('events');
  };
  const send = (payload: string): Promise<boolean> =>
    database.query(`select pg_notify('${newsChannel}', $1)`, [payload], 'news').then(
      () => true,
      () => false,
    );
  return {
    announceEvents: () => {
      tell('events');
      // There is no other server on the embedded database.
      if (database.kind === 'pglite') return;
      if (timer) isAgain = true;
      else notify();
    },
    announcePresence: async (text) => {
      tell({ presence: text });
      return database.kind === 'pglite' || send(presencePrefix + text);
    },
    follow: (onNews) => {
      followers.add(onNews);
      listen();
      return () => followers.delete(onNews);
    },
    whenListening: async () => void (await listening),
    close: async () => {
      clearTimeout(timer);
      followers.clear();
      await (await listening)?.();
    },
  };
}

/** Reads a notification: `events`, what a server tells of people, or topic, scope and id; the triggers write these. */
function newsOf(payload: string): News {
  if (payload === '') return 'lost';
  if (payload.startsWith(presencePrefix)) return { presence: payload.slice(presencePrefix.length) };
  const [topic = '', scope, id] = payload.split(' ');
  return scope === undefined ? 'events' : { topic, scope: scope as Change['scope'], id: Number(id) };
}

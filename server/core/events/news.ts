import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';

/** The channel on which servers are told that something has changed; triggers send to it, too. */
const newsChannel = 'quartermaster_news';

/** The most bytes of an announcement; PostgreSQL takes less than 8,000 in a notification. */
export const maxAnnouncementBytes = 7000;

/** The least time between two notices of this server to the others, in milliseconds. */
const pause = 30;

const scopes = ['instance', 'project', 'workspace', 'account'] as const;

/** Rows of a topic were changed that belong to an instance, a project, a workspace or an account. */
export interface Change {
  topic: string;
  scope: (typeof scopes)[number];
  id: number;
}

/** What a module tells the servers that is not in the database, such as `presence`; `kind` is one word. */
interface ModuleNews {
  kind: string;
  text: string;
}

/** What may have happened: events were stored, rows were changed, a module has announced something, or news was lost. */
export type News = 'events' | 'lost' | Change | ModuleNews;

/** Tells all servers of a database that something was committed; some news may be lost. */
export interface NewsChannel {
  /** Says that events may have been stored: after a commit, so that no transaction waits for a notification. */
  announceEvents: () => void;
  /**
   * Sends a text of a kind to all servers, to this one at once and perhaps twice; it has at most {@link maxAnnouncementBytes}. Resolves to
   * false if the others may have missed it.
   */
  announce: (kind: string, text: string) => Promise<boolean>;
  /** Resolves once listening has started or failed. */
  whenListening: () => Promise<void>;
  /** Calls back for each piece of news until the returned function is called. */
  follow: (onNews: (news: News) => void) => () => void;
  close: () => Promise<void>;
}

/** News of this server and of the others on its database, which is listened to while there are followers. */
export function createNews({ database, log }: { database: Database; log: FastifyBaseLogger }): NewsChannel {
  const followers = new Set<(news: News) => void>();
  let listening: Promise<(() => Promise<void>) | undefined> | undefined;
  let stopped = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isAgain = false;

  const tell = (news: News) => {
    for (const follower of followers) follower(news);
  };
  const listen = () => {
    if (listening) return;
    const current = Promise.resolve(database.listen?.(newsChannel, (payload) => tell(parseNews(payload)))).catch(
      (error: unknown) => {
        log.error({ err: error }, 'News of other servers cannot be listened to.');
        if (listening === current) listening = undefined;
        return undefined;
      },
    );
    listening = current;
  };
  const stopListening = () => {
    const current = listening;
    listening = undefined;
    stopped = Promise.all([stopped, current?.then((stop) => stop?.())]).then(() => undefined);
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
    announce: async (kind, text) => {
      tell({ kind, text });
      return database.kind === 'pglite' || send(`${kind} ${text}`);
    },
    follow: (onNews) => {
      followers.add(onNews);
      listen();
      return () => {
        if (followers.delete(onNews) && followers.size === 0) stopListening();
      };
    },
    whenListening: async () => void (await listening),
    close: async () => {
      clearTimeout(timer);
      followers.clear();
      stopListening();
      await stopped;
    },
  };
}

const isScope = (word: string): word is Change['scope'] => scopes.some((scope) => scope === word);

/** Parses a notification: `events`, what a module has announced, or topic, scope and id; the triggers write these. */
function parseNews(payload: string): News {
  if (payload === '') return 'lost';
  const [, kind, text] = /^(\S+) (.*)$/s.exec(payload) ?? [];
  if (kind === undefined || text === undefined) return 'events';
  const [scope = '', id] = text.split(' ');
  return isScope(scope) ? { topic: kind, scope, id: Number(id) } : { kind, text };
}

import type { LivePresence } from '@quartermaster/contract/endpoints/live.ts';

/** Who is where, or: the stream has another name, or what it said may be out of date. */
export type PresenceNews = LivePresence | 'stream' | 'reset';

/** What the live stream says of people. */
export interface PresenceFeed {
  /** The name of the stream, with which consoles tell where their user is; undefined without one. */
  stream: () => string | undefined;
  /** Calls back for each piece of news until the returned function is called. */
  subscribe: (listener: (news: PresenceNews) => void) => () => void;
}

import { live as liveEndpoints } from '@quartermaster/contract/endpoints/live.ts';
import type { ConsoleProps } from './context/console-props.ts';
import { PageCache } from './context/page-cache.ts';
import { createApi, type HostCalls } from './create-api.ts';
import { followSignIns } from './follow-sign-ins.ts';
import { createLive, type Live } from './live/create-live.ts';
import type { PageMember } from './page-member.ts';

/** What tells apart with whom a console shares its session. */
type Key = HostCalls & Pick<ConsoleProps, 'apiBase'>;

/** The session and the answers of the consoles and parts of a page that call the same server by the same functions of their host. */
export interface PageSession {
  api: ReturnType<typeof createApi>;
  cache: PageCache;
  /** Started by the first console that has shown its page, and by a sign-in. */
  live: Live;
  /** True for a console that calls the same server by the same functions. */
  isFor: (props: Key) => boolean;
  /** Adds a console; resolves once it may be shown: the user may be another one than that of the consoles before it. */
  join: (member: PageMember) => Promise<void>;
  /** Removes a console; the last one stops listeners, timers and calls. */
  leave: (member: PageMember) => void;
  /** Adds a console again that has left to be kept, with the props of another mount; resolves to the user, null if it must not be shown there. */
  rejoin: (member: PageMember, props: Key) => Promise<string | null>;
  begin: ReturnType<typeof followSignIns>['begin'];
  end: ReturnType<typeof followSignIns>['end'];
}

const refuse = () => Promise.reject(new DOMException('The console is not mounted.', 'AbortError'));

const keyOf = ({ apiBase, fetch, getAccessToken }: Key): Key => ({ apiBase, fetch, getAccessToken });

/** The page's session for a console: that of the consoles that are mounted already, or another one. */
export const findPageSession = (sessions: PageSession[], props: Key): PageSession =>
  sessions.find((session) => session.isFor(props)) ?? createPageSession(sessions, keyOf(props));

/** Listed in `sessions` while one of its consoles is shown. */
function createPageSession(sessions: PageSession[], initial: Key): PageSession {
  let key = initial;
  let calls: HostCalls = key;
  /** The consoles that are shown; those that are kept for another mount take no part. */
  const members = new Set<PageMember>();
  const cache = new PageCache();
  const signIns = followSignIns({ members, cache });
  const api = createApi({
    apiBase: key.apiBase,
    calls: () => calls,
    challenge: { solve: (details) => findChallenger(members).challenge.solve(details) },
    confirmation: { ask: () => findChallenger(members).confirmation.ask() },
    otherTabs: signIns.otherTabs,
    onExpired: async () => {
      await Promise.all([...members].map((member) => member.onExpired()));
    },
    onCall: () => {
      const ends = [...members].map((member) => member.onCall());
      return () => {
        for (const end of ends) end();
      };
    },
    readHeaders: () => live.readHeaders(),
    onResponse: (endpoint, response) => live.note(endpoint, response),
    onNoToken: (error) => {
      for (const member of members) member.onNoToken(error);
    },
    // Failed queries are refetched; paused ones resume by themselves.
    onReconnected: () => {
      void cache.client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
      for (const member of members) member.onReconnected();
    },
  });
  const live = createLive({
    apiBase: key.apiBase,
    cache,
    open: (query, signal) => api.respond(liveEndpoints.follow, { query }, signal),
    session: api.session,
    isReachable: () => api.connection.getState() === 'online',
  });
  const isFor = ({ apiBase, fetch, getAccessToken }: Key) =>
    apiBase === key.apiBase && fetch === key.fetch && getAccessToken === key.getAccessToken;

  const session: PageSession = {
    api,
    cache,
    live,
    isFor,
    begin: (...sign) => {
      live.stop();
      signIns.begin(...sign);
      live.start();
    },
    end: (...sign) => {
      live.stop();
      signIns.end(...sign);
    },
    join: async (member) => {
      members.add(member);
      if (members.size === 1) return void sessions.push(session);
      try {
        await api.session.check();
      } catch (error) {
        // The others continue with the token that they have.
        member.onNoToken(error);
        await member.onExpired();
      }
      if (api.session.hasEnded()) await member.onExpired();
    },
    leave: (member) => {
      if (!members.delete(member) || members.size > 0) return;
      sessions.splice(sessions.indexOf(session), 1);
      live.stop();
      api.stop();
      void cache.client.cancelQueries();
      calls = { fetch: refuse, ...(key.getAccessToken && { getAccessToken: refuse }) };
    },
    rejoin: async (member, props) => {
      const isAlone = members.size === 0;
      // Another session has begun, or this one continues without the new functions.
      if (isAlone ? sessions.some((other) => other.isFor(props)) : !isFor(props)) return null;
      if (!isAlone) {
        await session.join(member);
        return api.session.user();
      }
      key = keyOf(props);
      calls = key;
      void session.join(member);
      return api.resume();
    },
  };
  return session;
}

/** The console that shows a human check: the one that has the focus, as its user has made the call, or else the one mounted last. */
function findChallenger(members: ReadonlySet<PageMember>): PageMember {
  const all = [...members];
  const isFocused = ({ props: { root, overlay } }: PageMember) =>
    [root, overlay].some((element) => element.contains(document.activeElement));
  const found = all.find(isFocused) ?? all.at(-1);
  if (!found) throw new DOMException('The console is not mounted.', 'AbortError');
  return found;
}

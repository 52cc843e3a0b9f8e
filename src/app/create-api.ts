import type { Endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { Challenge } from '../shared/challenge/challenge.ts';
import type { Confirmation } from '../shared/challenge/confirmation.ts';
import { watchConnection } from '../shared/http/connection.ts';
import { createRequest, createRespond } from '../shared/services/send.ts';
import { createCookieSession } from '../shared/session/cookie-session.ts';
import { createHostSession } from '../shared/session/host-session.ts';
import type { OtherTabs } from '../shared/session/sign-in-check.ts';
import type { ConsoleProps } from './context/console-props.ts';

/** The functions of a host that its consoles call the server with. */
export type HostCalls = Pick<ConsoleProps, 'fetch' | 'getAccessToken'>;

interface ApiOptions {
  apiBase: string;
  /** Read on each use: another mount brings its own. */
  calls: () => HostCalls;
  challenge: Pick<Challenge, 'solve'>;
  confirmation: Pick<Confirmation, 'ask'>;
  otherTabs: OtherTabs;
  /** Called when the session has ended. */
  onExpired: () => Promise<void>;
  /** Called when a call starts; the returned function once it succeeds. */
  onCall: () => () => void;
  /** The headers of calls that only read an instance. */
  readHeaders: () => Record<string, string>;
  /** Called with each response to a call. */
  onResponse: (endpoint: Endpoint, response: Response) => void;
  /** The host has supplied no token, for this reason. */
  onNoToken: (error: unknown) => void;
  /** Called when the server can be reached again. */
  onReconnected: () => void;
}

/** How the consoles of a page call the server: their connection, their session (the host's or a cookie's), and requests. */
export function createApi(options: ApiOptions) {
  const {
    apiBase,
    calls,
    challenge,
    confirmation,
    otherTabs,
    onExpired,
    onCall,
    onResponse,
    readHeaders,
    onNoToken,
    onReconnected,
  } = options;
  const connection = watchConnection({ apiBase, fetch: (...call) => calls().fetch(...call), onReconnected });
  const { fetch } = connection;
  const session = calls().getAccessToken
    ? createHostSession({
        getAccessToken: (reason) => tokenOf(calls(), reason),
        onExpired,
        onNoToken,
        onOtherUser: otherTabs.onOtherAccount,
      })
    : createCookieSession({ apiBase, fetch, onExpired, otherTabs });
  const sender = { apiBase, fetch, session, challenge };
  const request = createRequest({ ...sender, confirmation, onCall, onResponse, readHeaders });
  return {
    apiBase,
    fetch,
    connection,
    session,
    request,
    /** For answers that are read as they come; whether the server can be reached is not judged by them. */
    respond: createRespond({ ...sender, fetch: (...call) => calls().fetch(...call) }),
    stop: () => {
      session.stop();
      connection.stop();
    },
    /** Undoes `stop`; resolves to the user, as `session.user` does. */
    resume: () => {
      connection.resume();
      return session.resume();
    },
  };
}

const tokenOf = async (
  { getAccessToken }: HostCalls,
  reason: Parameters<NonNullable<HostCalls['getAccessToken']>>[0],
): Promise<string> => {
  if (!getAccessToken) throw new Error('The host supplies no tokens.');
  return getAccessToken(reason);
};

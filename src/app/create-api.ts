import { createChallenge } from '../shared/challenge/challenge.ts';
import { watchConnection } from '../shared/http/connection.ts';
import { createRequest } from '../shared/services/send.ts';
import { createCookieSession } from '../shared/session/cookie-session.ts';
import { createHostSession } from '../shared/session/host-session.ts';
import type { OtherTabs } from '../shared/session/sign-in-check.ts';
import type { ConsoleProps } from './context/console-props.ts';
import type { AccessTokenReason } from './context/host-api.ts';

interface ApiOptions {
  props: ConsoleProps;
  otherTabs: OtherTabs;
  /** Called when the session has ended. */
  onExpired: () => Promise<void>;
  /** Called when a call starts; the returned function once it succeeds. */
  onCall: () => () => void;
  /** The host has supplied no token, for this reason. */
  onNoToken: (error: unknown) => void;
  /** Called when the server can be reached again. */
  onReconnected: () => void;
}

/** How a console calls the server: its connection, its session (the host's or a cookie's), the human check, and requests. */
export function createApi({ props, otherTabs, onExpired, onCall, onNoToken, onReconnected }: ApiOptions) {
  const { apiBase } = props;
  // Read on each use: another mount brings its own.
  const getAccessToken = props.getAccessToken && ((reason: AccessTokenReason) => tokenOf(props, reason));
  const connection = watchConnection({ apiBase, fetch: (...call) => props.fetch(...call), onReconnected });
  const { fetch } = connection;
  const session = getAccessToken
    ? createHostSession({ getAccessToken, onExpired, onNoToken })
    : createCookieSession({ apiBase, fetch, onExpired, otherTabs });
  const challenge = createChallenge(props);
  const request = createRequest({ apiBase, fetch, session, challenge, onCall });
  return {
    apiBase,
    fetch,
    connection,
    session,
    challenge,
    request,
    stop: () => {
      session.stop();
      connection.stop();
      challenge.cancel();
    },
    /** Undoes `stop`; resolves to the user, as `session.user` does. */
    resume: () => {
      connection.resume();
      return session.resume();
    },
  };
}

const tokenOf = async ({ getAccessToken }: ConsoleProps, reason: AccessTokenReason): Promise<string> => {
  if (!getAccessToken) throw new Error('The host supplies no tokens.');
  return getAccessToken(reason);
};

import { createChallenge } from '../shared/challenge/challenge.ts';
import { watchConnection } from '../shared/http/connection.ts';
import { createRequest } from '../shared/services/send.ts';
import { createCookieSession } from '../shared/session/cookie-session.ts';
import { createHostSession } from '../shared/session/host-session.ts';
import type { OtherTabs } from '../shared/session/sign-in-check.ts';
import type { ConsoleProps } from './context/console-props.ts';

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
  const { apiBase, getAccessToken } = props;
  const connection = watchConnection({ apiBase, fetch: props.fetch, onReconnected });
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
  };
}

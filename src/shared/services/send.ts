import { isSafe } from '@quartermaster/contract/access.ts';
import type { Endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import { endpointUrl, type InputParts } from '@quartermaster/contract/endpoints/endpoint-url.ts';
import type { Challenge } from '../challenge/challenge.ts';
import { challengedCall } from '../challenge/challenged-call.ts';
import type { Confirmation } from '../challenge/confirmation.ts';
import { isConfirmationAsked } from '../http/http-error.ts';
import { fetchOnce, readAnswer } from '../http/read-answer.ts';
import { recovering } from '../session/recovering.ts';
import type { Session } from '../session/session.ts';
import type { Request } from './services.ts';

interface Sender {
  apiBase: string;
  fetch: typeof globalThis.fetch;
  session: Session;
  challenge: Pick<Challenge, 'solve'>;
  /** What reads of an instance send, to be as new as what the stream has told of. */
  readHeaders?: () => Record<string, string>;
  /** Called with each response. */
  onResponse?: (endpoint: Endpoint, response: Response) => void;
  /** Called with each call that needs a session; the returned function is called if there was one. */
  onCall?: () => () => void;
}

/**
 * Creates the request function of one console: authorizes, sends, and retries once if a 401 can be recovered from, or once the user has
 * confirmed a dangerous call.
 */
export function createRequest({
  confirmation,
  ...sender
}: Sender & { confirmation: Pick<Confirmation, 'ask'> }): Request {
  const respond = createRespond(sender);
  const sendOnce = async (endpoint: Endpoint, input: unknown, signal?: AbortSignal) =>
    readAnswer(await respond(endpoint, input, signal), signal);
  const request = async (endpoint: Endpoint, input: unknown, signal?: AbortSignal) => {
    try {
      return await sendOnce(endpoint, input, signal);
    } catch (error) {
      if (!isConfirmationAsked(error) || !(await confirmation.ask())) throw error;
      return sendOnce(endpoint, input, signal);
    }
  };
  // The endpoint's type determines the types of `input` and of the response; at runtime they are plain JSON.
  return request as Request;
}

/** Calls an endpoint and returns the response itself, whatever it is, such as a stream. */
export type Respond = (endpoint: Endpoint, input: unknown, signal?: AbortSignal) => Promise<Response>;

/** The same without what only the user can confirm, for a response that is read as it comes. */
export function createRespond({
  apiBase,
  fetch,
  session,
  challenge,
  onCall,
  onResponse,
  readHeaders,
}: Sender): Respond {
  return async (endpoint, input, signal) => {
    const parts = (input ?? {}) as InputParts;
    const isPublic = endpoint.access.scope === 'public';
    const onSignedIn = isPublic ? undefined : onCall?.();
    const send = async (extra: Record<string, string>) => {
      const authorization = await session.authorize(isPublic);
      return fetchOnce(fetch, endpointUrl(apiBase, endpoint, parts), {
        method: endpoint.method,
        ...(endpoint.outlivesPage && { keepalive: true }),
        credentials: authorization.credentials,
        headers: {
          ...authorization.headers,
          ...extra,
          ...(endpoint.access.scope === 'instance' && isSafe(endpoint) && readHeaders?.()),
          ...(parts.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
        ...(signal ? { signal } : {}),
      });
    };
    const call = () => challengedCall(challenge, send);
    const response = await (isPublic ? call() : recovering(session, call));
    onResponse?.(endpoint, response);
    if (response.status !== 401) {
      onSignedIn?.();
      if (!isPublic) session.confirm();
    }
    return response;
  };
}

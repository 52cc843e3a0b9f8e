import type { Endpoint } from '@quartermaster/contract/endpoint.ts';
import { type ErrorBody, errors } from '@quartermaster/contract/errors.ts';
import type { Request } from '../session/services.ts';
import type { Session } from '../session/session.ts';
import { endpointUrl, type InputParts } from './endpoint-url.ts';
import { createEventId } from './event-id.ts';
import { HttpError } from './http-error.ts';

interface Sender {
  apiBase: string;
  fetch: typeof globalThis.fetch;
  session: Session;
}

/** Makes the request function of one console: session first, then the call, and once more where a 401 could be mended. */
export function createRequest({ apiBase, fetch, session }: Sender): Request {
  const send = async (endpoint: Endpoint, input: unknown, signal?: AbortSignal) => {
    const parts = (input ?? {}) as InputParts;
    const isPublic = endpoint.access.scope === 'public';
    const call = async () => {
      const authorization = await session.authorize(isPublic);
      return fetchOnce(fetch, endpointUrl(apiBase, endpoint, parts), {
        method: endpoint.method,
        credentials: authorization.credentials,
        headers: {
          ...authorization.headers,
          ...(parts.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
        ...(signal ? { signal } : {}),
      });
    };
    let response = await call();
    if (response.status === 401 && !isPublic && (await session.recover())) response = await call();
    return readAnswer(response);
  };
  // The endpoint's type says what `input` holds and what is answered; the wire carries JSON.
  return send as Request;
}

/** Fetches, and turns a network failure into an error of its own; an aborted call stays an abort. */
export async function fetchOnce(fetch: typeof globalThis.fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new HttpError(0, { status_code: 0, error: 'network', message: unreachable }, createEventId());
  }
}

const unreachable = 'The server cannot be reached. Check your connection and try again.';

/** The JSON of an answer, or an {@link HttpError} with the body that the server sent. */
export async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text();
  if (response.ok) return text === '' ? undefined : JSON.parse(text);
  const eventId = response.headers.get('x-request-id') ?? createEventId();
  throw new HttpError(response.status, errorBody(response.status, text), eventId);
}

function errorBody(status: number, text: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && 'message' in body) return body as ErrorBody;
  } catch {
    // A proxy in between may answer HTML; the general sentence serves then.
  }
  return { status_code: status, error: 'internal', message: errors.internal.message };
}

import { type ErrorBody, errors } from '@quartermaster/contract/errors.ts';
import { createEventId } from './event-id.ts';
import { HttpError } from './http-error.ts';

/** Fetches, and turns a network failure into an error of its own; an aborted call stays an abort. */
export async function fetchOnce(fetch: typeof globalThis.fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw noAnswer();
  }
}

/** What is said where no answer came at all. */
export const unreachable = 'The server cannot be reached. Check your connection and try again.';

/** What a call fails with that nobody has answered. */
export const noAnswer = (): HttpError =>
  new HttpError(0, { status_code: 0, error: 'network', message: unreachable }, createEventId());

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

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
export async function readAnswer(response: Response, signal?: AbortSignal): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    // The line may go between the head of an answer and its end.
    throw signal?.aborted ? error : noAnswer();
  });
  const body = text === '' ? undefined : parsed(text);
  if (response.ok && body !== notJson) return body;
  const eventId = response.headers.get('x-request-id') ?? createEventId();
  throw new HttpError(response.status, isErrorBody(body) ? body : internal(response.status), eventId);
}

/** Stands for what is no JSON: a proxy in between may answer HTML, with any status. */
const notJson = Symbol('not JSON');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return notJson;
  }
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'message' in body;

const internal = (status: number): ErrorBody => ({
  status_code: status,
  error: 'internal',
  message: errors.internal.message,
});

import { type ErrorBody, errors } from '@quartermaster/contract/errors.ts';
import { createEventId } from './event-id.ts';
import { HttpError } from './http-error.ts';

/** Fetches and converts a network failure to an {@link HttpError}; an abort stays an abort. */
export async function fetchOnce(fetch: typeof globalThis.fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw noAnswer();
  }
}

/** Message if there was no response. */
export const unreachable = 'The server cannot be reached. Check your connection and try again.';

/** The error of a request without a response. */
export const noAnswer = (): HttpError =>
  new HttpError(0, { status_code: 0, error: 'network', message: unreachable }, createEventId());

/** The JSON of a response; throws an {@link HttpError} with the server's error body on failure. */
export async function readAnswer(response: Response, signal?: AbortSignal): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    // The connection may break between the response's headers and its end.
    throw signal?.aborted ? error : noAnswer();
  });
  const body = text === '' ? undefined : parsed(text);
  if (response.ok && body !== notJson) return body;
  const eventId = response.headers.get('x-request-id') ?? createEventId();
  throw new HttpError(response.status, isErrorBody(body) ? body : internal(response.status), eventId);
}

/**
 * The file of a response; throws an {@link HttpError} with the server's error body on failure, and one without an answer if the file is cut
 * off: the server aborts a stream that it cannot complete.
 */
export async function readFileAnswer(response: Response): Promise<Blob> {
  if (!response.ok) await readAnswer(response);
  return response.blob().catch(() => {
    throw noAnswer();
  });
}

/** Marks a response that is not JSON: a proxy may send HTML, with any status. */
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

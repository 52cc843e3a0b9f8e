import { HttpError } from './http-error.ts';

const known = new WeakMap<object, string>();

/** Creates an id of 32 hex digits for an error without one. */
export const createEventId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Creates a UUID; `crypto.randomUUID` is unavailable on insecure origins. */
export const createUuid = (): string => createEventId().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The id under which an error is reported; the same error has the same id wherever it is shown. */
export function eventIdOf(error: unknown): string {
  if (error instanceof HttpError) return error.eventId;
  if (typeof error !== 'object' || error === null) return createEventId();
  const id = known.get(error) ?? createEventId();
  known.set(error, id);
  return id;
}

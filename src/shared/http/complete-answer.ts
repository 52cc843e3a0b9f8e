import { errors } from '@quartermaster/contract/errors.ts';
import { createEventId } from './event-id.ts';
import { HttpError } from './http-error.ts';

const code = 'incomplete';

/**
 * The answer, if it has the parts that every page is built on; throws an {@link HttpError} otherwise: a proxy or a server of another
 * release may answer 200 with any body.
 */
export function completeAnswer<T extends object>(answer: T, ...parts: (keyof T)[]): T {
  const parsed: Partial<T> | null | undefined = answer;
  if (parsed && parts.every((part) => parsed[part] !== null && parsed[part] !== undefined)) return answer;
  throw new HttpError(200, { status_code: 200, error: code, message: errors.internal.message }, createEventId());
}

/** True for an answer without its parts; requesting it again would return the same. */
export const isIncomplete = (error: unknown): boolean => error instanceof HttpError && error.body.error === code;

import { setTimeout as wait } from 'node:timers/promises';
import type { ApiError } from '@paddle/paddle-node-sdk';
import { AppError } from '../../../core/base/errors.ts';

const sentence = 'The payment provider does not answer right now. Please try again in a moment.';

/** Errors of its library are recognized by their properties: the library is not loaded before the first call. */
const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && 'documentationUrl' in error && 'code' in error;

/** Whether the requested object does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && isApiError(error.cause) && ['not_found', 'entity_not_found'].includes(error.cause.code);

/** Calls Paddle with a time limit in milliseconds, as its library has none. */
export async function withTimeout<T>(timeout: number, call: () => Promise<T>): Promise<T> {
  const answered = new AbortController();
  const late = wait(timeout, undefined, { signal: answered.signal }).then(
    () => {
      throw new AppError('unavailable', { message: sentence });
    },
    () => new Promise<never>(() => {}),
  );
  try {
    return await Promise.race([call(), late]);
  } catch (cause) {
    throw toAppError(cause);
  } finally {
    answered.abort();
  }
}

function toAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  // Paddle refuses a change because of the subscription's state, e.g. with subscription_update_when_past_due.
  if (isApiError(cause) && cause.code.startsWith('subscription_')) return new AppError('billing_state', { cause });
  const retryAfter = isApiError(cause) ? cause.retryAfter : null;
  return new AppError('unavailable', { message: sentence, cause, ...(retryAfter !== null && { retryAfter }) });
}

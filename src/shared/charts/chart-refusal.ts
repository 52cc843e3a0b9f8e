import { HttpError } from '../http/http-error.ts';

/** Why the server does not draw what was asked for, such as too many items; undefined for other failures. */
export const chartRefusal = (error: Error | null): string | undefined =>
  error instanceof HttpError && error.status === 422 && !error.body.fields ? error.body.message : undefined;

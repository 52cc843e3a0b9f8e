import { HttpError } from './http-error.ts';

/** One of the details of an error answer, such as the version that another member has saved; undefined without it. */
export function errorDetail(error: unknown, name: string): unknown {
  const details = error instanceof HttpError ? error.body.details : undefined;
  return typeof details === 'object' && details !== null ? (details as Record<string, unknown>)[name] : undefined;
}

import type { ErrorBody } from '@quartermaster/contract/errors.ts';

/** A call that the server refused or that never reached it; `status` is 0 where there was no answer. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** What a person quotes to support: the server's request id, or one of the console's own where there was no answer. */
  readonly eventId: string;

  constructor(status: number, body: ErrorBody, eventId: string) {
    super(body.message);
    this.name = 'HttpError';
    this.status = status;
    this.body = body;
    this.eventId = eventId;
  }
}

/** True where trying the same call again cannot help, because the server has understood it and said no. */
export const isRefusal = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.status >= 400 && error.status < 500;

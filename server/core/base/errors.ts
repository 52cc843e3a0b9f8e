import { catalogue, type ErrorBody, type ErrorName, errors } from '@quartermaster/contract/errors.ts';

interface Options {
  /** Overrides the message from the error table. */
  message?: string;
  /** Validation errors by path in the body. */
  fields?: Record<string, string>;
  /** Data that the caller needs to continue. */
  details?: unknown;
  cause?: unknown;
  /** A code of the error catalogue, if one applies. */
  statusCode?: keyof typeof catalogue;
  /** Seconds until a retry makes sense; sent as `Retry-After`. */
  retryAfter?: number;
}

/** Default `Retry-After` when something is unavailable, in seconds. */
const soon = 1;

/** An error with a response: thrown anywhere and converted to its {@link ErrorBody} by the error handler. */
export class AppError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly retryAfter: number | undefined;

  constructor(name: ErrorName, options: Options = {}) {
    const message = options.message ?? (options.statusCode ? catalogue[options.statusCode] : errors[name].message);
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = name;
    this.status = errors[name].status;
    this.retryAfter = options.retryAfter ?? (this.status === 503 ? soon : undefined);
    this.body = {
      status_code: options.statusCode ?? this.status,
      error: name,
      message,
      ...(options.fields && { fields: options.fields }),
      ...(options.details !== undefined && { details: options.details }),
    };
  }
}

/** A 422 for one field, with the same text as message. */
export const invalidField = (name: string, message: string): AppError =>
  new AppError('invalid', { message, fields: { [name]: message } });

/** The reason why the server cannot start, as one sentence for the terminal. */
export class StartError extends Error {}

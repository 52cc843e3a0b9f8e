import { catalogue, type ErrorBody, type ErrorName, errors } from '@quartermaster/contract/errors.ts';

interface Options {
  /** Replaces the sentence of the error table. */
  message?: string;
  /** Which input is wrong and why, by its path in the body. */
  fields?: Record<string, string>;
  /** What the caller needs to go on. */
  details?: unknown;
  cause?: unknown;
  /** A code of the error catalogue, where one applies. */
  statusCode?: keyof typeof catalogue;
  /** Seconds until another try makes sense; sent as `Retry-After`. */
  retryAfter?: number;
}

/** When to try again what is not available, in seconds, where nothing better is known. */
const soon = 1;

/** An error with an answer: thrown anywhere, turned into its {@link ErrorBody} by the one error handler. */
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

/** Why the server cannot start, as one sentence for the terminal. */
export class StartError extends Error {}

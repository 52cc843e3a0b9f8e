import type { ErrorName } from '@quartermaster/contract/errors.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { isLostConnection } from '../database/lost-connection.ts';
import { sqlStateOf } from '../database/sql-states.ts';
import { isUnread, whileSending } from './unread-body.ts';

/** Errors of Fastify, by code. */
const ofFramework: Record<string, ErrorName> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** Database errors that a caller can act on. */
const ofDatabase: Record<string, ErrorName> = {
  '23505': 'taken',
  '53100': 'storage',
};

/** Converts any error to the one that is sent to the caller; unexpected errors become `internal` and reveal nothing. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = ofFramework[code ?? ''];
  if (known) return new AppError(known, { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('malformed', { cause: error });
  if (isLostConnection(error)) return new AppError('unavailable', { cause: error });
  return new AppError(ofDatabase[sqlStateOf(error) ?? ''] ?? 'internal', { cause: error });
}

/** Headers that the handler may have set for the response before it failed. */
const ofAnswer = ['accept-ranges', 'content-encoding', 'content-length', 'content-disposition', 'etag'];

/** How errors are sent. */
interface ErrorForm {
  type: string;
  status: (error: AppError) => number;
  body: (error: AppError) => unknown;
}

/** Sends the error response of a request, and logs errors that are the server's fault. */
export const sendError = errorSender({
  type: 'application/json; charset=utf-8',
  status: (error) => error.status,
  body: (error) => error.body,
});

/** Makes what sends errors in another form. */
export function errorSender(form: ErrorForm) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => send(form, error, request, reply);
}

/** What the server refuses on purpose, such as a call beyond a limit, is no error of the server. */
function logFailure({ log }: FastifyRequest, error: unknown, answer: AppError): void {
  const isRefusal = error === answer && answer.name !== 'internal' && answer.cause === undefined;
  if (isRefusal) log.warn({ status: answer.status, reason: answer.message }, 'request refused');
  else log.error({ err: error }, 'request failed');
}

function send(form: ErrorForm, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const answer = toAppError(error);
  if (answer.status >= 500) logFailure(request, error, answer);
  for (const name of ofAnswer) reply.removeHeader(name);
  reply.header('cache-control', 'no-store');
  if (answer.retryAfter !== undefined) reply.header('retry-after', String(answer.retryAfter));
  // RFC 6749 §5.2: the response names the scheme by which a client identifies itself.
  if (answer.name === 'invalid_client') reply.header('www-authenticate', 'Basic realm="Quartermaster"');
  reply.code(form.status(answer)).type(form.type);
  const text = JSON.stringify(form.body(answer));
  if (!isUnread(request.raw)) return void reply.send(text);
  reply.header('connection', 'close').header('content-length', Buffer.byteLength(text));
  reply.send(whileSending(request.raw, text));
}

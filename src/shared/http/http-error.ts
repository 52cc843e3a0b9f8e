import type { ErrorBody, ErrorName } from '@quartermaster/contract/errors.ts';
import { paths } from '@quartermaster/contract/paths.ts';

/** A request that was refused or failed; `status` is 0 if there was no response. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** Id for support: the server's request id, or one from the console if there was no response. */
  readonly eventId: string;

  constructor(status: number, body: ErrorBody, eventId: string) {
    super(body.message);
    this.name = 'HttpError';
    this.status = status;
    this.body = body;
    this.eventId = eventId;
  }
}

/** True if a retry cannot help, because the server understood and refused the request. */
export const isRefusal = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.status >= 400 && error.status < 500;

/** True for a refusal that passes by itself: something is still running, or too much is. */
export const isPassing = (error: unknown): boolean =>
  error instanceof HttpError &&
  (['running', 'rate_limit'] satisfies ErrorName[]).some((name) => name === error.body.error);

/** The error without the field messages, for forms that show those at the inputs. */
export function withoutFields(error: HttpError, isShown: (path: string) => boolean): HttpError {
  const { fields = {}, ...body } = error.body;
  const others = Object.entries(fields).filter(([path]) => !isShown(path));
  const left = others.length > 0 ? { ...body, fields: Object.fromEntries(others) } : body;
  return new HttpError(error.status, left, error.eventId);
}

/** True for the refusal of a right password that needs a code of the second factor, too, or of a wrong code. */
export const isSecondFactorAsked = (error: unknown): boolean =>
  error instanceof HttpError && error.body.error === ('second_factor' satisfies ErrorName);

/** True for a dangerous call before which the user has to confirm that it is them. */
export const isConfirmationAsked = (error: unknown): boolean =>
  error instanceof HttpError && error.body.error === ('confirm_again' satisfies ErrorName);

const entrances: Readonly<Partial<Record<ErrorName | string, string>>> = {
  company_sign_in: paths.companyOnly,
  second_factor_required: paths.factorNeeded,
} satisfies Partial<Record<ErrorName, string>>;

/** The page that says how to get in, for the refusal of a workspace that does not open to this session. */
export const entranceFor = (error: unknown): string | undefined =>
  error instanceof HttpError ? entrances[error.body.error] : undefined;

/** True if the refusal of a workspace that opens only with company sign-in offers the user, an owner, a way around it. */
export const mayRecover = (error: unknown): boolean => {
  const details = error instanceof HttpError ? error.body.details : undefined;
  return (details as { may_recover?: unknown } | undefined)?.may_recover === true;
};

/** True if there was no response, such as offline. */
export const isUnanswered = (error: unknown): boolean => error instanceof HttpError && error.status === 0;

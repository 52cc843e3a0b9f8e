import { AppError } from '../../core/base/errors.ts';
import { errorSender } from '../../core/http/error-handler.ts';

export const scimType = 'application/scim+json; charset=utf-8';

/** The kinds of errors that clients of SCIM tell apart (RFC 7644, 3.12). */
type Kind =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** An error with a kind that clients of SCIM know. */
export const scimError = (kind: Kind, message: string): AppError =>
  new AppError(kind === 'uniqueness' ? 'taken' : 'malformed', { message, details: { scimType: kind } });

/** Clients know neither 402 nor 422. */
const statuses: Record<number, number | undefined> = { 402: 403, 422: 400 };

const statusOf = ({ status }: AppError): number => statuses[status] ?? status;

function kindOf({ body: { details, error } }: AppError): Kind | undefined {
  if (typeof details === 'object' && details !== null && 'scimType' in details) return details.scimType as Kind;
  return error === 'invalid' ? 'invalidValue' : undefined;
}

/** The message; for input that a rule refused, with the names of the fields. */
function detailOf({ message, body: { fields } }: AppError): string {
  const refused = Object.entries(fields ?? {}).map(([name, reason]) => `${name}: ${reason}`);
  return [message, ...refused].join(' ').slice(0, 1000);
}

/** Sends errors in the form of RFC 7644. */
export const sendScimError = errorSender({
  type: scimType,
  status: statusOf,
  body: (error) => {
    const kind = kindOf(error);
    return {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(statusOf(error)),
      ...(kind && { scimType: kind }),
      detail: detailOf(error),
    };
  },
});

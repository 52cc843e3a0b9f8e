import { plans } from './access.ts';

/** Error codes that are not HTTP statuses, with their messages. */
export const catalogue = {
  10003: 'Oops! Something went wrong. Please try again. If you continue to have issues, contact our support team.',
  10005: 'Too many resend attempts',
  10006: "We couldn't locate your confirmation email",
} as const;

/** The error code for resending an email too often. */
export const tooManyResends = 10005 satisfies keyof typeof catalogue;

/** The message of `environment` for a token, which may propose where it saves nothing. */
export const tokenPlacesSentence = 'A token changes content in Dev only, and proposes changes in Dev and Stage.';

/** The body of every error: `status_code` is a code of the catalogue if one applies, otherwise the HTTP status. */
export interface ErrorBody {
  status_code: number;
  /** A short machine-readable code, e.g. `not_found`. */
  error: string;
  /** A message for the user that says what to do. */
  message: string;
  /** Invalid inputs and the reason for each, by path in the body, e.g. `fields.3.settings.name`; a value of an item by its id: `fields.price`. */
  fields?: Record<string, string>;
  /** Data that the caller needs to continue, e.g. the current version after a conflict or the references to an item. */
  details?: unknown;
}

/** Errors that the server itself raises: HTTP status and message. */
export const errors = {
  malformed: { status: 400, message: 'The request could not be read. Send well-formed JSON.' },
  unauthorized: { status: 401, message: 'Please sign in.' },
  credentials: { status: 401, message: 'Email or password is wrong.' },
  second_factor: {
    status: 401,
    message: 'Use your second factor: a passkey, a code of your authenticator app, or a recovery code.',
  },
  passkey: {
    status: 422,
    message: 'This passkey was not accepted. Try again, use another one, or sign in with your password.',
  },
  session_expired: { status: 401, message: 'Your session has expired. Please sign in again.' },
  // Codes of OAuth (RFC 6749 §5.2), which clients of the token exchange know.
  invalid_client: { status: 401, message: 'The service credential is missing or wrong.' },
  invalid_grant: { status: 400, message: 'The identity was not accepted.' },
  link_wrong: {
    status: 404,
    message: 'This link is not valid. Open the complete link in the mail, or request a new one.',
  },
  link_used: { status: 410, message: 'This link has already been used. Request a new one if you still need it.' },
  link_expired: { status: 410, message: 'This link has expired. Request a new one.' },
  challenge: { status: 403, message: "Please confirm that you're human." },
  plan: { status: 402, message: 'Your plan does not include this. Upgrade to use it.' },
  canceled: {
    status: 402,
    message: 'The subscription of this workspace is canceled, so it is read-only. Subscribe again to continue.',
  },
  item_limit: {
    status: 402,
    message: `Your plan includes ${plans.free.itemsPerProject} items per project. Upgrade to create more.`,
  },
  seats: {
    status: 402,
    message:
      'All seats are taken by members and open invitations. Add a seat, withdraw an invitation or remove a member.',
  },
  unpaid_seats: {
    status: 402,
    message:
      'More seats are used than paid for, so this workspace is read-only. An owner can add seats in billing, or remove members or invitations.',
  },
  forbidden: { status: 403, message: 'You do not have permission to do this. Ask an admin of the workspace.' },
  scope: {
    status: 403,
    message:
      'The scopes of this token do not include this call. Make a token with the scope that it needs; what no scope includes is left to people.',
  },
  company_sign_in: {
    status: 403,
    message: 'This workspace opens only after signing in with your company. Sign in again, with your company.',
  },
  second_factor_required: {
    status: 403,
    message: 'This workspace requires a second factor. Set one up in your profile, then try again.',
  },
  confirm_again: { status: 403, message: 'Confirm that it is you, then try again.' },
  forgery: { status: 403, message: 'The anti-forgery header is missing. Send X-CSRF-Protection: 1.' },
  environment: {
    status: 403,
    message: 'Creating and changing templates and items is not permitted in Stage and Prod. Use the Dev instance.',
  },
  not_found: { status: 404, message: "Not found, or you don't have access. Check the address." },
  version: {
    status: 409,
    message: 'Someone else has changed this in the meantime. Reload it and repeat your change.',
  },
  changed: {
    status: 409,
    message: 'The changes are not the ones that you reviewed. Check the current changes and try again.',
  },
  conflict: {
    status: 409,
    message: 'Some items were edited in the target since they were last synced. Decide which content to keep.',
  },
  linked: { status: 409, message: 'Other items still link to this. Remove their links first.' },
  taken: { status: 409, message: 'This name or id is taken already.' },
  last_owner: { status: 409, message: 'This is the last owner of the workspace. Make someone else an owner first.' },
  billing_state: {
    status: 409,
    message:
      'The state of the subscription does not allow this. Reload the page and choose one of the offered actions.',
  },
  running: { status: 409, message: 'This is running already. Wait until it has finished.' },
  busy: {
    status: 409,
    message: 'A sync or a change of the template is writing this right now. Nothing was saved. Try again in a moment.',
  },
  too_large: { status: 413, message: 'The request is too large. Send it in smaller parts.' },
  host: { status: 421, message: 'This server does not answer under this name. Use its own address.' },
  media_type: { status: 415, message: 'Send JSON with the header Content-Type: application/json.' },
  range: {
    status: 416,
    message: 'The file has no such range. Request one that begins before its end, or the whole file.',
  },
  invalid: { status: 422, message: 'Some of the input is not valid. Correct the named fields and try again.' },
  rate_limit: { status: 429, message: 'Too many attempts. Please wait and try again.' },
  storage: {
    status: 507,
    message:
      'The server has too little disk space left to save anything. Nothing was changed. Contact its administrator, and try again later.',
  },
  internal: { status: 500, message: 'Something went wrong. Please try again later' },
  unavailable: { status: 503, message: 'The service is not available right now. Please try again later.' },
} as const;
/** The machine-readable code of an error. */
export type ErrorName = keyof typeof errors;

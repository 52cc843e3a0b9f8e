import { catalogue, errors } from '@quartermaster/contract/errors.ts';
import { HttpError } from './http-error.ts';

/** The sentence that a person reads: that of the catalogue's code first, then the server's message, then the general one. */
export function errorText(error: unknown): string {
  if (error instanceof HttpError) {
    const sentence = catalogue[error.body.status_code as keyof typeof catalogue];
    return sentence ?? (error.body.message || error.body.error || errors.internal.message);
  }
  return error instanceof Error && error.message ? error.message : errors.internal.message;
}
